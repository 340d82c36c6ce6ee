// Coefficients that Filament's cmgen stores in a KTX cubemap, under the key "sh".
#pragma once

#include "sh/sh_read.h"

#include <string>
#include <string_view>

namespace pn::cli {

bool isKtxFile(std::string_view bytes);

// Nine rows "r g b" as Filament's shader takes them. Axes as text of cmgen has them: mirrored, unless text says more.
// Throws Failure that names the file.
ShFile readKtxSets(std::string_view bytes, const std::string& path, const TextConvention& text);

} // namespace pn::cli

// Coefficients as lines of text: what `project` and `convert` print, and what Filament's cmgen prints.
#pragma once

#include "sh/sh_read.h"

#include <string>
#include <string_view>

namespace pn::cli {

// A header line of ours says what follows it. cmgen's rows are recognised by their form. All other text needs
// text.convention. Throws Failure that names the file and the line.
ShFile readTextSets(std::string_view bytes, const std::string& path, const TextConvention& text);

} // namespace pn::cli

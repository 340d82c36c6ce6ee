#pragma once

#include "bake/manifest.h"

#include <string>
#include <vector>

namespace pn::cli {

// A bake removes and replaces files of its folder; what it reads must not be among them. Throws Failure{CommandLine}
// that names the manifest, the input, or the one of shards (the folders to join) that is.
void refuseOverlap(const std::string& folder, const Manifest& manifest, const std::vector<std::string>& shards);

} // namespace pn::cli

#pragma once

#include "bake/folder.h"
#include "bake/manifest.h"
#include "support/progress.h"

#include <string>
#include <vector>

namespace pn::cli {

// Copies each probe of the manifest from the one of shards that has it to folder. Throws Failure{InvalidInput} that
// names the first probe that none has, or that two have differently.
void mergeShards(const BakeFolder& folder, const Manifest& manifest, const std::vector<std::string>& shards,
                 std::uint32_t threads, Progress& progress);

} // namespace pn::cli

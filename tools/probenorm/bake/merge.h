#pragma once

#include "bake/bake_index.h"
#include "bake/folder.h"
#include "bake/manifest.h"
#include "bake/summary.h"
#include "support/progress.h"

#include <string>
#include <vector>

namespace pn::cli {

// What the folders to merge have in common.
struct MergeSources
{
    std::vector<std::string> shards;               // folders of finished bakes
    BelieveIndex believeIndex = BelieveIndex::Yes; // of each of them
    std::uint32_t threads = 1;
};

// Before anything is removed for them: throws Failure{InvalidInput} as mergeShards() does.
void requireAllProbes(const Manifest& manifest, const MergeSources& sources);

// Copies each probe of the manifest from the one of shards that has it to folder. Inputs are not read: what the shards'
// indexes know of them goes into index. Returns why probes failed that no shard has, as the shards' bake.json say.
// Throws Failure{InvalidInput} that names the probes of which no shard says anything, or the first one that two have
// differently.
Failures mergeShards(const BakeFolder& folder, const Manifest& manifest, const MergeSources& sources, BakeIndex& index,
                     Progress& progress);

} // namespace pn::cli

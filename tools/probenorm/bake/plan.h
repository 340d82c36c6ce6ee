#pragma once

#include "bake/manifest.h"
#include "bake/shard.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace pn::cli {

// A part of a manifest: probes that follow each other in it.
struct PlannedShard
{
    std::size_t first = 0;
    std::size_t count = 0;
    std::uint64_t bytes = 0; // of their input files
};

// Which probes each task of a farm bakes. It is fixed in a file, so that all tasks agree on it.
struct Plan
{
    std::string digest; // of the manifest that it was made for
    std::vector<PlannedShard> shards;
};

// Parts of about as many bytes of input files.
Plan makePlan(const Manifest& manifest, std::uint32_t shardCount);

std::string planText(const Plan& plan, const Manifest& manifest);

// What is the same in the commands of all shards.
struct ShardCommand
{
    std::string manifest;
    std::string output; // shard I goes to OUTPUT.shards/I
    std::string plan;
    std::uint32_t shardCount = 1;
    std::vector<std::string> more; // options
};

// A line for each shard, for a shell, and for what starts its lines elsewhere.
std::string shardCommands(const ShardCommand& command);

// Throws Failure{InvalidInput} where the file is no plan, or one for another manifest, or has another number of shards.
Plan readPlan(const std::string& path, const Manifest& manifest, const Shard& shard);

} // namespace pn::cli

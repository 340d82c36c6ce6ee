#pragma once

#include <cstdint>
#include <string>

namespace pn::cli {

inline constexpr std::uint32_t kMostShards = 1u << 20;

// The I-th of N parts of a manifest.
struct Shard
{
    std::uint32_t index = 1; // from 1
    std::uint32_t count = 1;
};

// Of "I/N"; or "auto": what the task of a Slurm job array or of an indexed Kubernetes job is told by its environment.
// Throws Failure{CommandLine} that says what is wrong.
Shard parseShard(const std::string& text);

} // namespace pn::cli

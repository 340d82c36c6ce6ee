#pragma once

#include "bake/manifest.h"
#include "support/console.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace pn::cli {

inline constexpr std::uint32_t kMostShards = 1u << 20;

// The I-th of N parts of a manifest.
struct Shard
{
    std::uint32_t index = 1; // from 1
    std::uint32_t count = 1;
};

// Parses "I/N", or "auto": the environment of a task of a Slurm job array or of an indexed Kubernetes job has the
// shard. Throws Failure{CommandLine} that says what is wrong.
Shard parseShard(const std::string& text);

// A manifest with a probe for each of files, or for six that are faces of one cubemap, named after them. Files are
// written relative to folder. Throws Failure{InvalidInput} where that makes no manifest.
std::string manifestOf(const std::vector<std::string>& files, const std::string& folder);

// A manifest by its file, or of the maps and cubemaps in a folder. Warns of files there that are left out. Throws
// Failure{InvalidInput} where there are no others.
Manifest findManifest(const std::string& path, const std::string& root, CheckFiles checkFiles, Console& console);

// The probes of a shard, by the digests of their ids.
std::vector<const Probe*> chooseProbes(const Manifest& manifest, const Shard& shard);

// Throws Failure{FileIo} that names the first probe of which a file is missing.
void requireInputs(const Manifest& manifest, const std::vector<const Probe*>& probes);

// Before any probe is read, since a manifest may come from somebody else: throws where a cubemap that it asks for is
// above maxBytes.
void requireCubesFit(const Manifest& manifest, const std::vector<const Probe*>& probes, std::uint64_t maxBytes);

} // namespace pn::cli

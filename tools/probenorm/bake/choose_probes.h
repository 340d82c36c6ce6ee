#pragma once

#include "bake/manifest.h"
#include "bake/shard.h"
#include "support/console.h"

#include <cstdint>
#include <string>
#include <vector>

namespace pn::cli {

// A manifest by its file, or of the maps and cubemaps in a folder. Warns of files there that are left out.
Manifest findManifest(const std::string& path, CheckFiles checkFiles, Console& console);

// The probes of a shard, by the digests of their ids.
std::vector<const Probe*> chooseProbes(const Manifest& manifest, const Shard& shard);

// Throws Failure{FileIo} that names the first probe of which a file is missing.
void requireInputs(const Manifest& manifest, const std::vector<const Probe*>& probes);

// Before any probe is read, since a manifest may come from somebody else: throws where a cubemap that it asks for is
// above maxBytes.
void requireCubesFit(const Manifest& manifest, const std::vector<const Probe*>& probes, std::uint64_t maxBytes);

} // namespace pn::cli

// A scene's captures as files, with manifests for `probenorm bake`: what an engine would have before it bakes.
#pragma once

#include "render.h"

#include <filesystem>

namespace scene {

// Writes into the folder, which must not be there yet: scene.json, a copy of the scene's file; captures/*.hdr, cubemaps
// of the reflection probes and light probes, faces one below the other; and probes.json, the manifest of them all.
// probe_I are the reflection probes, with a cubemap divided by r g b, probe_I_grey the same of one channel, and light_I
// are the light probes by their place in the scene's grids, x fastest; one inside of something is left out. With stills
// also stills/VIEW.jpg, each view path traced, and stills/exposures.json, what its radiance was multiplied by before
// x / (1 + x) and sRGB.
void exportScene(const std::filesystem::path& file, const RenderSettings& settings, bool hasStills,
                 const std::filesystem::path& folder, const Progress& progress);

} // namespace scene

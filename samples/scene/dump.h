// What formulas may know in each pixel, for programs beside this one.
#pragma once

#include "view.h"

#include <filesystem>

namespace scene {

// SCENE_VIEW.f32 has the Samples, float by float; SCENE_VIEW.json says what those floats are and has the reflection
// probes with their light. Throws std::runtime_error.
void writeSamples(const std::filesystem::path& folder, const Scene& scene, const View& view);

} // namespace scene

// Renders scene files: captures, light probes, and the views.
#pragma once

#include "cubemap.h"
#include "path_tracer.h"
#include "view.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace scene {

// Called with what begins; from the calling thread.
using Progress = std::function<void(const std::string& message)>;

// Cubemaps of the scene's reflection probes, and of its light probes in the order of lightProbePositions. A light probe
// inside of a shape has none.
std::vector<Cubemap> captureProbes(const Scene& scene, const PathTracer& tracer, const RenderSettings& settings);
std::vector<std::optional<Cubemap>> captureLightProbes(const Scene& scene, const PathTracer& tracer,
                                                       const RenderSettings& settings);

std::vector<View> renderScene(const Scene& scene, const RenderSettings& settings, const Progress& progress);

} // namespace scene

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

struct Captures
{
    std::vector<Cubemap> probes;                     // the reflection probes
    std::vector<std::optional<Cubemap>> lightProbes; // in the order of lightProbePositions; none inside of a shape
};

Captures captureScene(const Scene& scene, const PathTracer& tracer, const RenderSettings& settings,
                      const Progress& progress);
std::vector<View> renderViews(const Scene& scene, const PathTracer& tracer, const Captures& captures,
                              const RenderSettings& settings, const Progress& progress);

} // namespace scene

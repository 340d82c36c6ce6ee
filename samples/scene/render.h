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

struct RenderSettings
{
    int width = 160;      // of a picture, in pixels; its height is 9/16 of it
    int subpixels = 1;    // along each edge of a pixel
    unsigned paths = 128; // of each subpixel
    int probeSize = 128;
    unsigned probePaths = 24; // of each texel
    int lightProbeSize = 8;
    unsigned lightProbePaths = 24;
    unsigned threadCount = 2;
    std::string device = "auto";
};

// Called with what begins; from the calling thread.
using Progress = std::function<void(const std::string& message)>;

// Cubemaps of the scene's reflection probes, and of its light probes in the order of lightProbePositions. A light probe
// inside of a shape has none.
std::vector<Cubemap> captureProbes(const Scene& scene, const PathTracer& tracer, const RenderSettings& settings);
std::vector<std::optional<Cubemap>> captureLightProbes(const Scene& scene, const PathTracer& tracer,
                                                       const RenderSettings& settings);

std::vector<View> renderScene(const Scene& scene, const RenderSettings& settings, const Progress& progress);

struct CaptureSettings
{
    int faceSize;
    unsigned samples;    // of each texel
    std::uint64_t image; // of its own for each capture: what its random numbers are drawn for
};

// Throws std::logic_error where the position is inside something.
Cubemap capture(const PathTracer& tracer, vec3 position, const CaptureSettings& settings, unsigned threadCount);

} // namespace scene

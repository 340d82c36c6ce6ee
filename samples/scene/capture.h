// Cubemaps of the world, path traced.
#pragma once

#include "cubemap.h"
#include "path_tracer.h"

#include <cstdint>

namespace scene {

struct CaptureSettings
{
    int faceSize;
    unsigned samples;    // of each texel
    std::uint64_t image; // of its own for each capture: what its random numbers are drawn for
};

// Throws std::logic_error where the position is inside something.
Cubemap capture(const PathTracer& tracer, vec3 position, const CaptureSettings& settings, unsigned threadCount);

} // namespace scene

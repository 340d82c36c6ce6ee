// A reflection probe's last mip, of roughness 1, as engines make and store it.
#pragma once

#include "cubemap.h"

#include <probenorm/probenorm.hpp>

namespace scene {

// Eight bits per channel, alpha is a multiplier. A device interpolates both before a shader multiplies them.
struct RgbmCube
{
    explicit RgbmCube(const Cubemap& from); // what is brighter than 34.5 is clipped, as Unity's decoder has it

    vec3 bilinear(vec3 along) const;

    Cubemap colour, multiplier;
};

// Filters are written after the engines' own, from their sources; none of the engines ran.
struct EngineMips
{
    Cubemap three8;     // PMREM of three.js r187: the cosine over texels of a mip of 16, halves
    Cubemap cmgen16;    // Filament's cmgen: 8192 samples of GGX, without a turn per texel
    Cubemap unityCore2; // Unity's render pipelines: 89 samples, weighted by Smith's shadowing instead of the cosine
    Cubemap unityBc6h2; // Unity's 2 x 2 texels in BC6H, and in RGBM; filtered exactly
    RgbmCube unityRgbm2;
};

// exact2: 2 x 2 texels per face, of roughness 1.
EngineMips engineMips(const probenorm::Context& context, const Cubemap& probe, const Cubemap& exact2,
                      unsigned threadCount);

} // namespace scene

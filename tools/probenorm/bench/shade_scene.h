// What the kernel of `probenorm bench shade` reads: lights, lamps, and the texels of its maps. How it looks is of no
// matter; that values are ordinary is, so that no path of the arithmetic is a special one.
#pragma once

#include "bench/shaders/bench_shade.h"

#include "probenorm/probenorm.h"

#include <array>
#include <cstdint>
#include <vector>

namespace pn::bench {

using Float4 = std::array<float, 4>;

// As reflection_forms.glsl declares them.
struct ShadeLights
{
    std::array<Float4, 7> local, probe;
    std::array<Float4, 3> luminance;
    Float4 average;
    std::array<Float4, 6> cube;
};

struct ShadeLamps
{
    std::array<Float4, shared::kShadeLamps> position, color;
    std::array<std::array<Float4, 4>, shared::kShadeLamps> toShadow; // columns
};

// Nine coefficients of radiance.
PnSh shadeLocalLight();
PnSh shadeProbeLight();

ShadeLights shadeLights();
ShadeLamps shadeLamps();

// Half floats, mip after mip and face after face.
std::vector<std::uint16_t> shadeProbe();

// Four bytes per texel.
std::vector<std::uint8_t> shadeAlbedo();
std::vector<std::uint8_t> shadeNormals();

// Depths of a square shadow map, of 16 bits.
std::vector<std::uint16_t> shadeShadow();

} // namespace pn::bench

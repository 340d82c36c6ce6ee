// What the shader of `probenorm bench shade` reads: lights, lamps, and the texels of its maps. How it looks is of no
// matter; that values are ordinary is, so that no path of the arithmetic is a special one.
#pragma once

#include "bench/shaders/bench_shade.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace pn::bench {

using Float4 = std::array<float, 4>;

// As reflection_forms.glsl declares them.
struct ShadeLights
{
    std::array<Float4, 7> local;
    std::array<Float4, 7> probe;
    std::array<Float4, 3> luminance;
    Float4 average;
};

struct ShadeLamps
{
    std::array<Float4, shared::kLabShadeLamps> position;
    std::array<Float4, shared::kLabShadeLamps> color;
    std::array<std::array<Float4, 4>, shared::kLabShadeLamps> toShadow; // columns
};

ShadeLights shadeLights();
ShadeLamps shadeLamps();

// Half floats, mip after mip and face after face; of 4 channels or 1.
std::vector<std::uint16_t> shadeProbe(std::uint32_t channels);

inline constexpr std::uint32_t kShadeMapSize = 256;

// Four bytes a texel.
std::vector<std::uint8_t> shadeAlbedo();
std::vector<std::uint8_t> shadeNormals();

// Depths of a square shadow map, of 16 bits.
std::vector<std::uint16_t> shadeShadow();

} // namespace pn::bench

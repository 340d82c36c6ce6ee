#include "bench/shade_scene.h"

#include "probenorm/probenorm.hpp"

#include "core/kernel/encode.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace pn::bench {
namespace {

// A light that falls mostly from above.
PnSh lightFromAbove(float red, float green, float blue)
{
    constexpr float kOfRed[9] = {3.5f, 1.2f, -0.4f, 0.3f, 0.1f, -0.08f, 0.1f, 0.06f, 0.08f};
    const float color[3] = {red, green, blue};
    PnSh sh{};
    sh.bands = 3;
    for (std::size_t i = 0; i < 9; ++i)
        for (std::size_t c = 0; c < 3; ++c)
            sh.rgb[i][c] = kOfRed[i] * color[c];
    return sh;
}

std::array<Float4, 7> packed(const PnSh& sh)
{
    const std::vector<float> floats = probenorm::toConvention(sh, PN_CONVENTION_UNITY_SHA);
    std::array<Float4, 7> rows;
    std::memcpy(rows.data(), floats.data(), sizeof(rows));
    return rows;
}

// Between 0 and 1, from place to place.
float wave(float x, float y)
{
    return 0.5f + 0.25f * std::sin(x) + 0.25f * std::sin(1.7f * y + 0.3f * x);
}

// Columns of what turns a place into texture coordinates and depth, seen from a lamp that shines down.
std::array<Float4, 4> shadowOf(const Float4& lamp)
{
    const auto [x, y, z, unused] = lamp;
    return {Float4{0.25f, 0.0f, 0.0f, 0.0f}, Float4{-0.5f, -0.5f, -0.5f, -1.0f}, Float4{0.0f, 0.25f, 0.0f, 0.0f},
            Float4{0.5f * y - 0.25f * x, 0.5f * y - 0.25f * z, 0.5f * y, y}};
}

std::uint16_t toHalf(float value)
{
    return std::uint16_t(halfBits(std::bit_cast<std::uint32_t>(value)));
}

template <typename Texel>
std::vector<std::uint8_t> makeMap(Texel&& texel)
{
    std::vector<std::uint8_t> bytes;
    for (std::uint32_t y = 0; y < shared::kShadeMapSize; ++y)
        for (std::uint32_t x = 0; x < shared::kShadeMapSize; ++x)
        {
            constexpr float kTurn = 6.2831853f / float(shared::kShadeMapSize); // so that the map repeats
            for (const float value : texel(kTurn * float(x), kTurn * float(y)))
                bytes.push_back(std::uint8_t(std::lround(255.0f * std::clamp(value, 0.0f, 1.0f))));
        }
    return bytes;
}

} // namespace

PnSh shadeLocalLight()
{
    return lightFromAbove(0.2f, 0.15f, 0.12f);
}

PnSh shadeProbeLight()
{
    return lightFromAbove(0.9f, 1.0f, 1.1f);
}

ShadeLights shadeLights()
{
    ShadeLights lights{};
    lights.local = packed(shadeLocalLight());
    lights.probe = packed(shadeProbeLight());
    constexpr float kWeights[3] = {0.2126729f, 0.7151522f, 0.072175f}; // HDRP's own, which alone reads these rows
    for (std::size_t c = 0; c < 3; ++c)
        for (std::size_t i = 0; i < 4; ++i)
        {
            lights.luminance[0][i] += kWeights[c] * lights.probe[c][i];
            lights.luminance[1][i] += kWeights[c] * lights.probe[3 + c][i];
        }
    for (std::size_t c = 0; c < 3; ++c)
        lights.luminance[2][0] += kWeights[c] * lights.probe[6][c];
    return lights;
}

ShadeLamps shadeLamps()
{
    ShadeLamps lamps{};
    for (std::size_t i = 0; i < lamps.position.size(); ++i)
    {
        const float turn = 2.4f * float(i);
        lamps.position[i] = {3.0f * std::cos(turn), 1.5f + 0.1f * float(i), 3.0f * std::sin(turn), 0.0f};
        lamps.color[i] = {2.0f, 1.8f - 0.05f * float(i), 1.5f, 0.0f};
        lamps.toShadow[i] = shadowOf(lamps.position[i]);
    }
    return lamps;
}

std::vector<std::uint16_t> shadeProbe()
{
    std::vector<std::uint16_t> halves;
    for (std::uint32_t mip = 0; mip < shared::kShadeProbeMips; ++mip)
    {
        const std::uint32_t size = shared::kShadeProbeSize >> mip;
        for (std::uint32_t texel = 0; texel < 6 * size * size; ++texel)
        {
            const float x = 12.0f * float(texel % size) / float(size), y = float(texel / size) / float(size);
            for (std::uint32_t c = 0; c < 4; ++c)
                halves.push_back(toHalf(c == 3 ? 1.0f : 0.2f + 2.0f * wave(x + float(c), 9.0f * y)));
        }
    }
    return halves;
}

std::vector<std::uint8_t> shadeAlbedo()
{
    return makeMap([](float x, float y) {
        return Float4{wave(x, 2.0f * y), wave(2.0f * x, y), wave(x, x), wave(3.0f * x, 2.0f * y) > 0.6f ? 1.0f : 0.0f};
    });
}

std::vector<std::uint8_t> shadeNormals()
{
    return makeMap([](float x, float y) {
        return Float4{0.5f + 0.2f * std::sin(5.0f * x), 0.5f + 0.2f * std::cos(7.0f * y), 0.95f, wave(y, 4.0f * x)};
    });
}

std::vector<std::uint16_t> shadeShadow()
{
    std::vector<std::uint16_t> depths;
    for (std::uint32_t y = 0; y < shared::kShadeShadowSize; ++y)
        for (std::uint32_t x = 0; x < shared::kShadeShadowSize; ++x)
            depths.push_back(std::uint16_t(65535.0f * wave(0.1f * float(x), 0.08f * float(y))));
    return depths;
}

} // namespace pn::bench

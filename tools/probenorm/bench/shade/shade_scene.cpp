#include "bench/shade/shade_scene.h"

#include "core/kernel/encode.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace pn::bench {
namespace {

// Unity's packing of a light that falls mostly from above.
std::array<Float4, 7> packedLight(float red, float green, float blue)
{
    std::array<Float4, 7> rows{};
    const std::array<float, 3> color = {red, green, blue};
    for (std::size_t c = 0; c < 3; ++c)
    {
        rows[c] = {0.1f * color[c], 0.4f * color[c], -0.15f * color[c], color[c]};
        rows[3 + c] = {0.05f * color[c], -0.04f * color[c], 0.06f * color[c], 0.03f * color[c]};
        rows[6][c] = 0.04f * color[c];
    }
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

std::uint8_t toByte(float value)
{
    return std::uint8_t(std::lround(255.0f * std::clamp(value, 0.0f, 1.0f)));
}

std::uint16_t toHalf(float value)
{
    return std::uint16_t(halfBits(std::bit_cast<std::uint32_t>(value)));
}

template <typename Texel>
std::vector<std::uint8_t> makeMap(Texel&& texel)
{
    std::vector<std::uint8_t> bytes;
    for (std::uint32_t y = 0; y < kShadeMapSize; ++y)
        for (std::uint32_t x = 0; x < kShadeMapSize; ++x)
        {
            constexpr float kTurn = 6.2831853f / float(kShadeMapSize); // so that the map repeats
            for (const float value : texel(kTurn * float(x), kTurn * float(y)))
                bytes.push_back(toByte(value));
        }
    return bytes;
}

} // namespace

ShadeLights shadeLights()
{
    ShadeLights lights{packedLight(0.2f, 0.15f, 0.12f), packedLight(0.9f, 1.0f, 1.1f), {}, {0.9f, 1.0f, 1.1f, 0.99f}};
    lights.luminance = {Float4{0.1f, 0.4f, -0.15f, 1.0f}, Float4{0.05f, -0.04f, 0.06f, 0.03f},
                        Float4{0.04f, 0.0f, 0.0f, 0.0f}};
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

std::vector<std::uint16_t> shadeProbe(std::uint32_t channels)
{
    std::vector<std::uint16_t> halves;
    for (std::uint32_t size = shared::kLabShadeProbeSize; size > 0; size /= 2)
        for (std::uint32_t texel = 0; texel < 6 * size * size; ++texel)
        {
            const float x = 12.0f * float(texel % size) / float(size), y = float(texel / size) / float(size);
            for (std::uint32_t c = 0; c < channels; ++c)
                halves.push_back(toHalf(c == 3 ? 1.0f : 0.2f + 2.0f * wave(x + float(c), 9.0f * y)));
        }
    return halves;
}

std::vector<std::uint8_t> shadeAlbedo()
{
    return makeMap([](float x, float y) {
        return Float4{wave(x, 2.0f * y), wave(2.0f * x, y), wave(x, x), wave(3.0f * x, 2.0f * y) > 0.6f ? 1.0f : 0.0f};
    });
}

std::vector<std::uint16_t> shadeShadow()
{
    std::vector<std::uint16_t> depths;
    for (std::uint32_t y = 0; y < shared::kLabShadeShadowSize; ++y)
        for (std::uint32_t x = 0; x < shared::kLabShadeShadowSize; ++x)
            depths.push_back(std::uint16_t(65535.0f * wave(0.1f * float(x), 0.08f * float(y))));
    return depths;
}

std::vector<std::uint8_t> shadeNormals()
{
    return makeMap([](float x, float y) {
        return Float4{0.5f + 0.2f * std::sin(5.0f * x), 0.5f + 0.2f * std::cos(7.0f * y), 0.95f, wave(y, 4.0f * x)};
    });
}

} // namespace pn::bench

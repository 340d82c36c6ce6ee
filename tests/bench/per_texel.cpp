#include "per_texel.h"

#include <cmath>
#include <cstring>
#include <numbers>

namespace pn::bench {
namespace {

struct Direction
{
    float x, y, z;
};

Direction faceDirection(std::uint32_t face, float u, float v)
{
    switch (face)
    {
    case 0: return {1.0f, -v, -u};
    case 1: return {-1.0f, -v, u};
    case 2: return {u, 1.0f, v};
    case 3: return {u, -1.0f, -v};
    case 4: return {u, -v, 1.0f};
    default: return {-u, -v, -1.0f};
    }
}

std::array<float, 9> basis(const Direction& d)
{
    return {0.2820948f,
            0.4886025f * d.y,
            0.4886025f * d.z,
            0.4886025f * d.x,
            1.0925485f * d.x * d.y,
            1.0925485f * d.y * d.z,
            0.3153916f * (3.0f * d.z * d.z - 1.0f),
            1.0925485f * d.x * d.z,
            0.5462742f * (d.x * d.x - d.y * d.y)};
}

} // namespace

Sh9 projectPerTexel(const std::byte* texels, std::uint32_t faceSize)
{
    Sh9 sums{};
    float weightSum = 0.0f;
    for (std::uint32_t face = 0; face < 6; ++face)
        for (std::uint32_t y = 0; y < faceSize; ++y)
            for (std::uint32_t x = 0; x < faceSize; ++x, texels += 16)
            {
                const float u = float(2 * x + 1) / float(faceSize) - 1.0f;
                const float v = float(2 * y + 1) / float(faceSize) - 1.0f;
                const float length = std::sqrt(1.0f + u * u + v * v);
                const float weight = 4.0f / (length * length * length);
                weightSum += weight;
                Direction d = faceDirection(face, u, v);
                d = {d.x / length, d.y / length, d.z / length};
                std::array<float, 3> rgb;
                std::memcpy(rgb.data(), texels, sizeof(rgb));
                const std::array<float, 9> values = basis(d);
                for (std::size_t i = 0; i < 9; ++i)
                    for (std::size_t channel = 0; channel < 3; ++channel)
                        sums[i][channel] += rgb[channel] * (values[i] * weight);
            }
    const float scale = 4.0f * std::numbers::pi_v<float> / weightSum;
    for (auto& row : sums)
        for (float& value : row)
            value *= scale;
    return sums;
}

} // namespace pn::bench

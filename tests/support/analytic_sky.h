// Skies with discs for suns, whose texels are averages over their area, by samples: what an environment is when it was
// filtered well.
#pragma once

#include "support/core_probe.h"
#include "support/oracle.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace pn::testing {

using oracle::Direction;

inline constexpr double kPi = std::numbers::pi, kDegree = kPi / 180.0;

inline double dotOf(const Direction& a, const Direction& b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

inline Direction unit(double x, double y, double z)
{
    const double length = std::sqrt(x * x + y * y + z * z);
    return {x / length, y / length, z / length};
}

inline double angleBetween(const Direction& a, const Direction& b)
{
    const Direction c = {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    return std::atan2(std::sqrt(dotOf(c, c)), dotOf(a, b));
}

struct Disc
{
    Direction direction;
    double radius; // radians
    double radiance;
    mutable double held = 0.0; // irradiance that the texels hold, whose coverage is sampled
};

// A sky that is brighter above, and discs in front of it.
struct Sky
{
    std::vector<Disc> discs;

    static double radiance(const Direction& d) { return 1.0 + 0.4 * d.y + 0.1 * d.x; }
    static constexpr double kIrradiance = kPi; // of its mean
};

struct Sample
{
    Direction direction;
    double weight; // of area
};

constexpr std::uint32_t kSide = 64; // samples along a texel's side

// The part of a texel's area that a disc covers, by samples; most texels are far from it.
template <typename SampleAt>
double coverage(const Disc& disc, const Direction& centre, double texelRadius, SampleAt&& sampleAt)
{
    const double distance = angleBetween(centre, disc.direction);
    if (distance > disc.radius + texelRadius)
        return 0.0;
    if (distance < disc.radius - texelRadius)
        return 1.0;
    const double cosine = std::cos(disc.radius);
    double inside = 0.0, all = 0.0;
    for (std::uint32_t j = 0; j < kSide; ++j)
        for (std::uint32_t i = 0; i < kSide; ++i)
        {
            const auto [d, weight] = sampleAt(i, j);
            all += weight;
            inside += dotOf(d, disc.direction) >= cosine ? weight : 0.0;
        }
    return inside / all;
}

template <typename SampleAt>
std::array<float, 3> texelOf(const Sky& sky, const Direction& centre, double solidAngle, double texelRadius,
                             SampleAt&& sampleAt)
{
    double value = Sky::radiance(centre);
    for (const Disc& disc : sky.discs)
    {
        const double seen = disc.radiance * coverage(disc, centre, texelRadius, sampleAt);
        disc.held += seen * solidAngle * dotOf(centre, disc.direction);
        value += seen;
    }
    return {float(value), float(value), float(value)};
}

// Samples are the texels of an image that is kSide times as fine.
inline Texels renderCubemap(const Sky& sky, std::uint32_t size)
{
    Texels texels;
    for (std::uint32_t face = 0; face < 6; ++face)
        for (std::uint32_t y = 0; y < size; ++y)
            for (std::uint32_t x = 0; x < size; ++x)
            {
                const auto sampleAt = [&](std::uint32_t i, std::uint32_t j) {
                    const Direction d = oracle::cubeDirection(face, x * kSide + i, y * kSide + j, size * kSide);
                    const double cosine = std::max({std::abs(d.x), std::abs(d.y), std::abs(d.z)}); // to the face
                    return Sample{d, cosine * cosine * cosine};
                };
                texels.push_back(texelOf(sky, oracle::cubeDirection(face, x, y, size),
                                         oracle::cubeSolidAngle(x, y, size), 1.5 / size, sampleAt));
            }
    return texels;
}

inline Texels renderEquirect(const Sky& sky, std::uint32_t width, std::uint32_t height)
{
    Texels texels;
    for (std::uint32_t y = 0; y < height; ++y)
        for (std::uint32_t x = 0; x < width; ++x)
        {
            const auto sampleAt = [&](std::uint32_t i, std::uint32_t j) {
                const Direction d =
                    oracle::equirectDirection(x * kSide + i, y * kSide + j, width * kSide, height * kSide);
                return Sample{d, std::sqrt(1.0 - d.y * d.y)};
            };
            texels.push_back(texelOf(sky, oracle::equirectDirection(x, y, width, height),
                                     oracle::equirectSolidAngle(y, width, height), 2.3 / height, sampleAt));
        }
    return texels;
}

} // namespace pn::testing

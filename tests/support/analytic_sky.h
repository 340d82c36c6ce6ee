// Skies with discs for suns, whose texels are averages over their area, by samples: what an environment is when it was
// filtered well.
#pragma once

#include "support/core_probe.h"
#include "support/oracle.h"

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

// The part of a texel's area that a disc covers, by samples; most texels are far from it.
template <typename DirectionAt>
double coverage(const Disc& disc, const Direction& centre, double texelRadius, DirectionAt&& directionAt)
{
    constexpr int kSide = 64;
    const double distance = angleBetween(centre, disc.direction);
    if (distance > disc.radius + texelRadius)
        return 0.0;
    if (distance < disc.radius - texelRadius)
        return 1.0;
    const double cosine = std::cos(disc.radius);
    double inside = 0.0, all = 0.0;
    for (int j = 0; j < kSide; ++j)
        for (int i = 0; i < kSide; ++i)
        {
            const auto [d, weight] = directionAt((i + 0.5) / kSide, (j + 0.5) / kSide);
            all += weight;
            inside += dotOf(d, disc.direction) >= cosine ? weight : 0.0;
        }
    return inside / all;
}

struct Sample
{
    Direction direction;
    double weight; // of area
};

// A face's point at (x + fx, y + fy): through the oracle's direction at a finer face.
inline Sample cubeSample(std::uint32_t face, std::uint32_t size, double x, double y)
{
    const Direction right = oracle::cubeDirection(face, 2, 1, 3), centre = oracle::cubeDirection(face, 1, 1, 3);
    const Direction down = oracle::cubeDirection(face, 1, 2, 3);
    // At a face of 3, the outer texels' centres lie at 2/3 of the half side.
    const auto axis = [&](const Direction& towards) {
        const double along = dotOf(towards, centre);
        return Direction{1.5 * (towards.x / along - centre.x), 1.5 * (towards.y / along - centre.y),
                         1.5 * (towards.z / along - centre.z)};
    };
    const Direction a = axis(right), b = axis(down);
    const double u = 2.0 * x / size - 1.0, v = 2.0 * y / size - 1.0;
    const double length = std::sqrt(1.0 + u * u + v * v);
    return {unit(centre.x + u * a.x + v * b.x, centre.y + u * a.y + v * b.y, centre.z + u * a.z + v * b.z),
            1.0 / (length * length * length)};
}

inline Texels renderCubemap(const Sky& sky, std::uint32_t size)
{
    Texels texels;
    for (std::uint32_t face = 0; face < 6; ++face)
        for (std::uint32_t y = 0; y < size; ++y)
            for (std::uint32_t x = 0; x < size; ++x)
            {
                const Direction centre = oracle::cubeDirection(face, x, y, size);
                double value = Sky::radiance(centre);
                for (const Disc& disc : sky.discs)
                {
                    const double seen = disc.radiance * coverage(disc, centre, 1.5 / size, [&](double fx, double fy) {
                                            return cubeSample(face, size, x + fx, y + fy);
                                        });
                    disc.held += seen * oracle::cubeSolidAngle(x, y, size) * dotOf(centre, disc.direction);
                    value += seen;
                }
                texels.push_back({float(value), float(value), float(value)});
            }
    return texels;
}

inline Texels renderEquirect(const Sky& sky, std::uint32_t width, std::uint32_t height)
{
    Texels texels;
    for (std::uint32_t y = 0; y < height; ++y)
        for (std::uint32_t x = 0; x < width; ++x)
        {
            const Direction centre = oracle::equirectDirection(x, y, width, height);
            double value = Sky::radiance(centre);
            for (const Disc& disc : sky.discs)
            {
                const auto sampleAt = [&](double fx, double fy) {
                    const double longitude = 2.0 * kPi * ((x + fx) / width - 0.5);
                    const double latitude = kPi * (0.5 - (y + fy) / height), cosine = std::cos(latitude);
                    return Sample{{cosine * std::sin(longitude), std::sin(latitude), cosine * std::cos(longitude)},
                                  cosine};
                };
                const double seen = disc.radiance * coverage(disc, centre, 2.3 / height, sampleAt);
                disc.held += seen * oracle::equirectSolidAngle(y, width, height) * dotOf(centre, disc.direction);
                value += seen;
            }
            texels.push_back({float(value), float(value), float(value)});
        }
    return texels;
}

} // namespace pn::testing

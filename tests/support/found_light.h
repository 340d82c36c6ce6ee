// What a light that was found must be, of a disc that was put into an analytic sky.
#pragma once

#include "support/analytic_sky.h"

#include "core/light/extract_lights.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace pn::testing {

inline Direction directionOf(const PnLight& light)
{
    return {double(light.direction[0]), double(light.direction[1]), double(light.direction[2])};
}

// Within the larger of 0.05 degrees and a tenth of a texel; three quarters of one where the sun is narrower than two.
// 0.5 % of the irradiance: the sky in front of which a sun stands is continued from its rim. The radius is too large
// where no texel lies within the sun: at most that of four texels that share it, 2 / sqrt(pi) of a texel.
inline void expectSun(const Disc& disc, const PnLight& light, double texel)
{
    const double tolerance = std::max(0.05 * kDegree, disc.radius < texel ? 0.75 * texel : 0.1 * texel);
    EXPECT_LE(angleBetween(disc.direction, directionOf(light)), tolerance);
    EXPECT_NEAR(double(light.irradiance[1]), disc.held, 0.005 * disc.held);
    EXPECT_GE(double(light.angularRadius), 0.97 * disc.radius);
    EXPECT_LE(double(light.angularRadius), 1.03 * disc.radius + 1.13 * texel);
}

inline Direction randomDirection(std::mt19937& random)
{
    const auto next = [&] { return double(random()) * 0x1p-31 - 1.0; };
    for (;;)
        if (const Direction d{next(), next(), next()}; dotOf(d, d) <= 1.0 && dotOf(d, d) > 0.01)
            return unit(d.x, d.y, d.z);
}

// Of a disc that gives this share of the sky's irradiance, within 1e2 and 1e6.
inline double radianceFor(double radius, double share)
{
    const double solidAngle = 2.0 * kPi * (1.0 - std::cos(radius));
    return std::clamp(share * Sky::kIrradiance / solidAngle, 1e2, 1e6);
}

// A disc of the light's radius and irradiance, as coefficients: zonal harmonics of a cap, turned to its direction.
inline std::array<double, 9> discCoefficients(const PnLight& light)
{
    const double c = std::cos(double(light.angularRadius)), sine = std::sin(double(light.angularRadius));
    const double radiance = double(light.irradiance[1]) / (kPi * sine * sine);
    const double zonal[3] = {2.0 * kPi * (1.0 - c), kPi * (1.0 - c * c), kPi * c * (1.0 - c * c)}; // of P0, P1, P2
    const auto basis = oracle::basis(directionOf(light));
    std::array<double, 9> coefficients{};
    for (std::size_t i = 0; i < 9; ++i)
        coefficients[i] = radiance * zonal[i == 0 ? 0 : i < 4 ? 1 : 2] * basis[i];
    return coefficients;
}

} // namespace pn::testing

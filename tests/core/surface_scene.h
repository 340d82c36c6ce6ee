// Random lights on random surfaces, and irradiance written out as engines write it, for tests of normalization
// formulas.
#pragma once

#include "core/sh/factor.h"
#include "support/sh_oracle.h"

#include <cmath>
#include <random>

namespace pn::testing {

struct Scene
{
    ShSet probe, local;
    Surface surface;
    Rgb radiance; // what the probe shows
};

using oracle::randomDirection;

inline ShSet randomLight(std::mt19937& random, double directionality)
{
    std::normal_distribution<double> normal(0.0, directionality);
    ShSet set{3, {}};
    for (std::size_t i = 0; i < 9; ++i)
        for (std::size_t c = 0; c < 3; ++c)
            set.rgb[i][c] = i == 0 ? 1.0 + 0.3 * double(c) : normal(random);
    return set;
}

inline ShSet times(ShSet light, double factor)
{
    for (Rgb& rgb : light.rgb)
        for (double& channel : rgb)
            channel *= factor;
    return light;
}

// The place is darker than the probe's. Lights of a directionality up to 0.2 have no negative irradiance.
inline Scene randomScene(unsigned seed, double directionality = 0.2)
{
    std::mt19937 random(seed);
    Scene scene{randomLight(random, directionality), randomLight(random, directionality), {}, {}};
    std::uniform_real_distribution<double> share(0.0, 1.0);
    scene.surface = {randomDirection(random), randomDirection(random), share(random), share(random)};
    scene.local = times(scene.local, 0.4);
    scene.radiance = {share(random), share(random), 2.0 * share(random)};
    return scene;
}

// Unity's coefficients: polynomials of E / pi.
inline std::array<Rgb, 9> unityPolynomial(const ShSet& set)
{
    constexpr double kScales[9] = {0.282094791774, 0.325735007935, 0.325735007935, 0.325735007935, 0.273137107648,
                                   0.273137107648, 0.078847891313, 0.273137107648, 0.136568553824};
    std::array<Rgb, 9> p{};
    for (std::size_t i = 0; i < 9; ++i)
        for (std::size_t c = 0; c < 3; ++c)
            p[i][c] = kScales[i] * set.rgb[i][c];
    return p;
}

// E / pi.
inline Rgb irradiance(const ShSet& set, const Vec3& d)
{
    const auto p = unityPolynomial(set);
    Rgb sum{};
    for (std::size_t c = 0; c < 3; ++c)
        sum[c] = p[0][c] + p[1][c] * d.y + p[2][c] * d.z + p[3][c] * d.x + p[4][c] * d.x * d.y + p[5][c] * d.y * d.z +
                 p[6][c] * (3.0 * d.z * d.z - 1.0) + p[7][c] * d.x * d.z + p[8][c] * (d.x * d.x - d.y * d.y);
    return sum;
}

inline Rgb meanRadiance(const ShSet& set)
{
    return {0.282094791774 * set.rgb[0][0], 0.282094791774 * set.rgb[0][1], 0.282094791774 * set.rgb[0][2]};
}

inline double luma(const Rgb& rgb, double r, double g, double b)
{
    return r * rgb[0] + g * rgb[1] + b * rgb[2];
}

inline double rec709(const Rgb& rgb)
{
    return luma(rgb, 0.2126, 0.7152, 0.0722);
}

} // namespace pn::testing

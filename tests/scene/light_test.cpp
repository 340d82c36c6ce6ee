// The study's own formula: what it promises at its ends.
#include "light.h"

#include <gtest/gtest.h>

#include <cmath>

namespace scene {
namespace {

const vec3 kUp(0.0f, 1.0f, 0.0f), kAside(1.0f, 0.0f, 0.0f);

PnSh light(float level, float lean)
{
    PnSh sh{};
    sh.bands = 3;
    for (int c = 0; c < 3; ++c)
    {
        sh.rgb[0][c] = level * (1.0f + 0.1f * static_cast<float>(c));
        sh.rgb[1][c] = lean * level;
    }
    return sh;
}

Irradiance of(const PnSh& sh)
{
    return irradianceOf(sh, kUp, kAside);
}

// E / pi of a constant light is its radiance, which is L00 Y00; along its own direction a linear light adds 2/3 L1 Y1.
TEST(Light, IrradianceIsOfTheDirections)
{
    const Irradiance found = of(light(1.0f, 0.5f));
    EXPECT_NEAR(found.average.x, 0.2820948f, 1e-6f);
    EXPECT_NEAR(found.alongReflection.x, 0.2820948f, 1e-6f);
    EXPECT_NEAR(found.alongNormal.x, 0.2820948f + 0.5f * 0.4886025f * 2.0f / 3.0f, 1e-6f);
}

TEST(Light, AProbeAtItsOwnPlaceIsKept)
{
    const Irradiance own = of(light(3.0f, 0.4f));
    const vec3 plain(0.7f, 0.2f, 5.0f);
    const vec3 result = fullForm(plain, 0.3f, own, own), factor = factorForm(0.3f, own, own);
    for (int c = 0; c < 3; ++c)
    {
        EXPECT_NEAR(result[c] / plain[c], 1.0f, 1e-6f); // of logarithms and their powers
        EXPECT_EQ(factor[c], 1.0f);
    }
}

// All light times a number: the reflection times the same, since nothing but quotients decides.
TEST(Light, DoesNotDependOnExposure)
{
    const vec3 plain(0.7f, 0.2f, 5.0f);
    const vec3 once = fullForm(plain, 0.3f, of(light(0.1f, 0.3f)), of(light(2.0f, -0.2f)));
    const vec3 eight = fullForm(8.0f * plain, 0.3f, of(light(0.8f, 0.3f)), of(light(16.0f, -0.2f)));
    for (int c = 0; c < 3; ++c)
        EXPECT_NEAR(eight[c] / once[c], 8.0f, 1e-4f);
}

// Where the place's light is far from the probe's, the place's level decides, and the probe's hardly.
TEST(Light, APlaceFarFromTheProbeHasItsOwnLevel)
{
    const Irradiance place = of(light(0.001f, 0.0f)), probe = of(light(10.0f, 0.0f));
    const float dim = fullForm(vec3(1.0f), 0.3f, place, probe).x, bright = fullForm(vec3(16.0f), 0.3f, place, probe).x;
    EXPECT_LT(bright / dim, 1.1f);
    EXPECT_LT(std::fabs(std::log2(dim / place.average.x)), 1.0f);
}

} // namespace
} // namespace scene

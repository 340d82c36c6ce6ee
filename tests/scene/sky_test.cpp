#include "sky.h"

#include "random.h"

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace scene {
namespace {

SkyMap map()
{
    SkyMap map{16, 8, {}};
    for (std::size_t i = 0; i < 16 * 8; ++i)
        map.texels.push_back(vec3(static_cast<float>(1 + (i * 7) % 11)));
    return map;
}

// The middle of the top half's columns is along -z; a turn by 90 degrees brings it to +x.
TEST(Sky, LooksUpAlongDirections)
{
    SkyMap one{4, 2, std::vector<vec3>(8, vec3(0.0f))};
    one.texels[2] = vec3(5.0f); // longitude 0 to 90 degrees from -z towards +x, upper half
    const vec3 along = glm::normalize(vec3(0.5f, 0.3f, -0.5f));
    EXPECT_EQ(Sky(one, 0.0f).radiance(along), vec3(5.0f));
    EXPECT_EQ(Sky(one, 0.0f).radiance(along * vec3(1.0f, -1.0f, 1.0f)), vec3(0.0f));
    EXPECT_EQ(Sky(one, 0.5f * std::numbers::pi_v<float>).radiance(glm::normalize(vec3(0.5f, 0.3f, 0.5f))), vec3(5.0f));
}

// Samples bring the map's mean back: of 1 / pdf the sphere's area, of radiance / pdf its integral.
TEST(Sky, SamplesByTheirDensity)
{
    const Sky sky(map(), 1.0f);
    double area = 0.0, light = 0.0, evenLight = 0.0;
    constexpr int kCount = 200000;
    int others = 0; // by rounding at a texel's edge, a neighbour's density
    Random random(3, 4);
    for (int i = 0; i < kCount; ++i)
    {
        const float u = random.next(), v = random.next();
        const SkySample sample = sky.sample(u, v);
        area += 1.0 / static_cast<double>(sample.pdf) / kCount;
        light += static_cast<double>(sky.radiance(sample.direction).x / sample.pdf) / kCount;
        others += std::fabs(sky.pdf(sample.direction) / sample.pdf - 1.0f) > 1e-3f ? 1 : 0;
        const float z = 1.0f - 2.0f * random.next(), turn = 6.2831853f * random.next(), r = std::sqrt(1.0f - z * z);
        evenLight += 4.0 * std::numbers::pi / kCount *
                     static_cast<double>(sky.radiance({r * std::cos(turn), z, r * std::sin(turn)}).x);
    }
    EXPECT_LT(others, kCount / 1000);
    EXPECT_NEAR(area, 4.0 * std::numbers::pi, 0.1); // 0.8 %: five deviations
    EXPECT_NEAR(light / evenLight, 1.0, 0.01);
}

} // namespace
} // namespace scene

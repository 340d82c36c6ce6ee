// Irradiance summed over all texels, against what mathematics says of simple skies.
#include "picture/true_irradiance.h"

#include <gtest/gtest.h>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>

using namespace pn::cli;

namespace {

constexpr std::uint32_t kSize = 64;

float irradianceAlongOne(const Texels& radiance, glm::vec3 direction)
{
    return trueIrradianceAlong(radiance, kSize, {glm::normalize(direction)}).front();
}

} // namespace

// A clamped cosine keeps 1 of band 0, 2/3 of band 1 and 1/4 of band 2, over pi. Cells are a 32nd of a face wide, and on
// the horizon what they hide is second order in that.
TEST(TrueIrradiance, OfHarmonicsIsKnown)
{
    Texels radiance;
    for (const glm::vec3& d : cubeDirections(kSize))
        radiance.emplace_back(1.0f + 0.5f * d.y + 0.75f * (3.0f * d.z * d.z - 1.0f) / 2.0f);
    for (const glm::vec3 d : {glm::vec3(0, 1, 0), glm::vec3(0, 0, 1), glm::vec3(1, 1, 0), glm::vec3(1, -2, 3)})
    {
        const glm::vec3 n = glm::normalize(d);
        const float expected = 1.0f + 0.5f * n.y * 2 / 3 + 0.75f * (3.0f * n.z * n.z - 1.0f) / 2.0f / 4;
        EXPECT_NEAR(irradianceAlongOne(radiance, d), expected, 2e-3f);
    }
}

// One texel of solid angle w gives L w cos / pi, and nothing behind.
TEST(TrueIrradiance, OfASunFollowsTheCosine)
{
    Texels radiance(std::size_t{6} * kSize * kSize, glm::vec3(0.0f));
    const std::size_t texel = std::size_t{4} * kSize * kSize + std::size_t{20} * kSize + 45;
    radiance[texel] = glm::vec3(1000.0f);
    const glm::vec3 sun = cubeDirections(kSize)[texel];
    const float u = 2 * 45.5f / kSize - 1, v = 2 * 20.5f / kSize - 1;
    const float angle = 4.0f / (kSize * kSize) / std::pow(1 + u * u + v * v, 1.5f); // of a small texel
    for (const glm::vec3 d : {glm::vec3(0, 0, 1), glm::vec3(1, 0, 1), glm::vec3(-1, 0.3f, 0), glm::vec3(0, 0, -1)})
    {
        const float cosine = std::max(0.0f, glm::dot(glm::normalize(d), sun));
        EXPECT_NEAR(irradianceAlongOne(radiance, d), 1000 * angle * cosine / 3.14159265f, 1e-4f);
    }
}

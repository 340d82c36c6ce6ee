#include "light_probes.h"

#include <gtest/gtest.h>

#include <optional>

namespace scene {
namespace {

TEST(Projector, GivesAWhiteCubemapItsConstantTerm)
{
    std::vector<Cubemap> cubemaps(2, Cubemap(8));
    cubemaps[1].texels.assign(cubemaps[1].texels.size(), vec3(1.0f));
    const std::vector<PnSh> sh = Projector("cpu").project(cubemaps);
    EXPECT_EQ(sh[0].rgb[0][0], 0.0f);
    EXPECT_NEAR(sh[1].rgb[0][0], 3.544907702f, 1e-6f); // 2 sqrt(pi)
}

TEST(Projector, SaysWhatIsWrong)
{
    EXPECT_THROW(Projector("vulkan:4000"), probenorm::Exception);
}

const std::vector<Volume> kVolumes = {{{-5.5f, 0.9f, -2.0f}, {-0.5f, 2.4f, 2.0f}, {6, 3, 5}},
                                      {{0.7f, 0.9f, -2.0f}, {4.5f, 2.4f, 2.0f}, {5, 3, 5}}};

// Coefficients that are linear in the position, so that interpolation must find them everywhere inside.
std::vector<std::optional<PnSh>> linearField()
{
    std::vector<std::optional<PnSh>> probes;
    for (const vec3& position : lightProbePositions(kVolumes))
    {
        PnSh sh{};
        sh.bands = 3;
        sh.rgb[0][0] = position.x + 2.0f * position.y - 3.0f * position.z;
        sh.rgb[8][2] = 1.0f;
        probes.emplace_back(sh);
    }
    return probes;
}

TEST(LightField, InterpolatesLinearly)
{
    const LightField field(kVolumes, linearField());
    for (const vec3 p : {vec3(-3.1f, 1.7f, 0.4f), vec3(2.0f, 1.0f, -1.3f), vec3(-5.5f, 0.9f, -2.0f)})
    {
        EXPECT_NEAR(field.at(p).rgb[0][0], p.x + 2.0f * p.y - 3.0f * p.z, 1e-4f);
        EXPECT_NEAR(field.at(p).rgb[8][2], 1.0f, 1e-5f);
    }
}

// On the floor by the dividing wall: each room's own lowest and outermost probes.
TEST(LightField, StaysInItsRoom)
{
    const LightField field(kVolumes, linearField());
    EXPECT_NEAR(field.at({0.0f, 0.0f, 0.0f}).rgb[0][0], -0.5f + 1.8f, 1e-5f);
    EXPECT_NEAR(field.at({0.2f, 0.0f, 0.0f}).rgb[0][0], 0.7f + 1.8f, 1e-5f);
}

// Two probes of one cell, of values 1 and 3, and six without light: a mean of the two, or the nearer one alone.
TEST(LightField, LeavesOutProbesWithoutLight)
{
    const std::vector<Volume> cube = {{{0.0f, 0.0f, 0.0f}, {1.0f, 1.0f, 1.0f}, {2, 2, 2}}};
    std::vector<std::optional<PnSh>> probes(8);
    for (const std::size_t i : {0u, 1u})
    {
        probes[i] = PnSh{};
        probes[i]->bands = 3;
        probes[i]->rgb[0][0] = i == 0 ? 1.0f : 3.0f;
    }
    const LightField field(cube, probes);
    EXPECT_NEAR(field.at({0.5f, 0.5f, 0.5f}).rgb[0][0], 2.0f, 1e-6f);
    EXPECT_NEAR(field.at({0.9f, 1.0f, 1.0f}).rgb[0][0], 3.0f, 1e-6f);
}

} // namespace
} // namespace scene

#include "cubemap.h"

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

namespace scene {
namespace {

// Directions of the first texel's outer corner, at the left of the top row, as Direct3D, OpenGL and Vulkan sample
// faces.
TEST(Cubemap, CornersAreWhereGraphicsInterfacesHaveThem)
{
    const Cubemap cubemap(4);
    const vec3 expected[6] = {{1, 1, 1}, {-1, 1, -1}, {-1, 1, -1}, {-1, -1, 1}, {-1, 1, 1}, {1, 1, -1}};
    for (int face = 0; face < 6; ++face)
        EXPECT_LT(glm::distance(cubemap.direction(face, vec2(0.0f)), glm::normalize(expected[face])), 1e-6f) << face;
}

TEST(Cubemap, FindsTheTexelOfADirection)
{
    Cubemap cubemap(5);
    for (std::size_t i = 0; i < cubemap.texels.size(); ++i)
        cubemap.texels[i] = vec3(static_cast<float>(i));
    for (int face = 0; face < 6; ++face)
        for (int y = 0; y < 5; ++y)
            for (int x = 0; x < 5; ++x)
            {
                const vec3 along = cubemap.direction(face, vec2(x, y) + 0.5f);
                const auto expected = static_cast<float>(cubemap.index(face, x, y));
                EXPECT_EQ(cubemap.nearest(along).x, expected);
                EXPECT_NEAR(cubemap.bilinear(along).x, expected, 0.01f);
            }
}

TEST(Cubemap, IsContinuousOverEdges)
{
    Cubemap cubemap(16);
    for (int face = 0; face < 6; ++face)
        for (int y = 0; y < 16; ++y)
            for (int x = 0; x < 16; ++x)
                cubemap.texels[cubemap.index(face, x, y)] = cubemap.direction(face, vec2(x, y) + 0.5f);
    const vec3 edge(1.0f, 0.3f, 1.0f), step(1e-4f, 0.0f, 0.0f);
    EXPECT_LT(glm::distance(cubemap.bilinear(edge - step), cubemap.bilinear(edge + step)), 1e-3f);
    EXPECT_LT(glm::distance(cubemap.bilinear(edge), glm::normalize(edge)), 0.01f);
}

// From the floor straight up to the ceiling's point (-1, 3, 1), which the probe sees from (-3, 1.5, 0).
TEST(Cubemap, HalvesToMeans)
{
    Cubemap cubemap(2);
    for (std::size_t i = 0; i < cubemap.texels.size(); ++i)
        cubemap.texels[i] = vec3(static_cast<float>(i));
    const Cubemap half = halved(cubemap);
    ASSERT_EQ(half.texels.size(), 6u);
    for (std::size_t face = 0; face < 6; ++face)
        EXPECT_EQ(half.texels[face].y, static_cast<float>(4 * face) + 1.5f);
}

} // namespace
} // namespace scene

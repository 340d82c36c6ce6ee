// shaders/runtime on the device, in GLSL, HLSL and Godot's language, against the C API; and what the Unity package
// draws faces with.
#include "runtime_words.h"
#include "shaders/runtime_case.h"
#include "shaders/shader_test.h"

#include <cmath>
#include <limits>

namespace pn {
namespace {

using namespace testing;

class Runtime : public testing::ShaderTest
{
protected:
    Floats run(std::span<const std::uint32_t> words, const Floats& inputs)
    {
        return ShaderTest::run(words, {inputs}, kItems, kOutputs);
    }
};

TEST_F(Runtime, EachLanguageIsTheReference)
{
    const Case c = makeCase();
    for (const auto& words :
         std::initializer_list<std::span<const std::uint32_t>>{k_runtime_glsl, k_runtime_hlsl, k_runtime_godot})
    {
        const std::vector<float> results = run(words, c.inputs);
        expectLights(c, results);
        expectReflections(c, results);
    }
}

// The sampling table of Vulkan, D3D and GL, row 0 at the top.
Vec3 texelDirection(std::uint32_t face, std::uint32_t x, std::uint32_t y, double size)
{
    const double u = (2.0 * x + 1.0) / size - 1.0, v = (2.0 * y + 1.0) / size - 1.0;
    const Vec3 table[6] = {{1, -v, -u}, {-1, -v, u}, {u, 1, v}, {u, -1, -v}, {u, -v, 1}, {-u, -v, -1}};
    return table[face];
}

TEST_F(Runtime, PackageDrawsTexelsWhereTheyAreSampledFrom)
{
    const auto results = run(k_cube_faces, makeCase().inputs);
    for (std::uint32_t i = 0; i < 6 * 7 * 6; ++i)
    {
        const Vec3 d = texelDirection(i % 6, i / 6 % 7, i / 42, 7);
        const float expected[3] = {float(d.x), float(d.y), float(d.z)};
        expectNear(results, i, 0, expected, 3, "direction");
    }
}

// Radiance is rgb times range times alpha^2.2. The device's power of the smallest alphas is looser: 0.1 %.
TEST_F(Runtime, PackageDecodesRgbm)
{
    Case c = makeCase();
    c.inputs[kFaces] = 34.493242f; // 5^2.2, what Unity says of linear projects
    const auto results = run(k_cube_faces, c.inputs);
    for (std::uint32_t i = 1; i < kItems; ++i)
        for (std::uint32_t channel = 0; channel < 3; ++channel)
        {
            const double expected = c.directions[3 * i + channel] * 34.493242 * std::pow(c.roughness[i], 2.2);
            EXPECT_NEAR(results[i * kOutputs + 3 + channel], expected, 1e-3 * std::abs(expected)) << "item " << i;
        }
}

// They are counted by the library, which must see them.
TEST_F(Runtime, PackageKeepsTexelsThatAreNotFinite)
{
    Case c = makeCase();
    const float infinity = std::numeric_limits<float>::infinity();
    const float texels[4] = {infinity, std::numeric_limits<float>::quiet_NaN(), 1e9f, -2.0f};
    std::copy(std::begin(texels), std::end(texels), c.inputs.begin() + kFaces + 1);
    const auto results = run(k_cube_faces, c.inputs);
    EXPECT_EQ(results[6], infinity);
    EXPECT_TRUE(std::isnan(results[7]));
    EXPECT_EQ(results[8], 65504.0f); // the largest half
    EXPECT_EQ(results[9], -2.0f);
}

} // namespace
} // namespace pn

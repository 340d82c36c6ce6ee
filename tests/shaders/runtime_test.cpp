// shaders/runtime on the device, in both languages, against the C API; and what the Unity package draws faces with.
#include "runtime_words.h"
#include "shaders/shader_test.h"
#include "support/sh_oracle.h"

#include <cmath>
#include <limits>

namespace pn {
namespace {

constexpr std::uint32_t kItems = 256;
constexpr std::uint32_t kCanonical = 0, kUnity = 27, kUnreal = 55, kLocal = 83, kFloor = 111, kFirstItem = 116;
constexpr std::uint32_t kItemFloats = 12; // direction, roughness, normal, 0, radiance, 0
constexpr std::uint32_t kOutputs = 49;    // of an item
constexpr double kTolerance = 1e-5;       // relative: sums of nine products in float

struct Case
{
    PnSh probe{}, local{};
    std::vector<float> inputs;
    std::vector<float> directions, roughness, normals, radiance;
};

void put(std::vector<float>& inputs, std::uint32_t at, const PnSh& sh, PnConvention convention, PnAxes axes)
{
    ASSERT_EQ(pnConvertToConvention(&sh, convention, axes, pnConventionFloatCount(convention, 3), &inputs[at]),
              PN_SUCCESS)
        << pnGetLastErrorMessage();
}

Case makeCase()
{
    std::mt19937 random(1);
    std::uniform_real_distribution<float> share(0.01f, 1.0f);
    Case c;
    c.probe = oracle::randomSh(random, 3);
    c.local = oracle::randomSh(random, 3);
    for (auto& rgb : c.local.rgb)
        for (float& channel : rgb)
            channel *= 0.4f;
    c.inputs.resize(kFirstItem + kItemFloats * kItems);
    put(c.inputs, kCanonical, c.probe, PN_CONVENTION_CANONICAL, PN_AXES_KEEP);
    put(c.inputs, kUnity, c.probe, PN_CONVENTION_UNITY_SHA, PN_AXES_KEEP);
    put(c.inputs, kUnreal, c.probe, PN_CONVENTION_UNREAL_PACKED, PN_AXES_UNREAL);
    put(c.inputs, kLocal, c.local, PN_CONVENTION_UNITY_SHA, PN_AXES_KEEP);
    for (std::size_t channel = 0; channel < 3; ++channel)
        c.inputs[kFloor + channel] = 0.01f * 0.28209479f * c.probe.rgb[0][channel];
    for (std::uint32_t i = 0; i < kItems; ++i)
    {
        const Vec3 d = oracle::randomDirection(random), n = oracle::randomDirection(random);
        const float roughness = float(i) / (kItems - 1);
        const float item[kItemFloats] = {float(d.x),
                                         float(d.y),
                                         float(d.z),
                                         roughness,
                                         float(n.x),
                                         float(n.y),
                                         float(n.z),
                                         0.0f,
                                         share(random),
                                         4.0f * share(random),
                                         i % 8 == 0 ? 0.0f : share(random),
                                         0.0f};
        std::memcpy(&c.inputs[kFirstItem + kItemFloats * i], item, sizeof(item));
        c.directions.insert(c.directions.end(), item, item + 3);
        c.normals.insert(c.normals.end(), item + 4, item + 7);
        c.radiance.insert(c.radiance.end(), item + 8, item + 11);
        c.roughness.push_back(roughness);
    }
    return c;
}

class Runtime : public testing::ShaderTest
{
protected:
    Floats run(std::span<const std::uint32_t> words, const Floats& inputs)
    {
        return ShaderTest::run(words, {inputs}, kItems, kOutputs);
    }
};

void expectNear(const std::vector<float>& results, std::uint32_t item, std::uint32_t at, const float* expected,
                std::uint32_t count, const char* what)
{
    for (std::uint32_t i = 0; i < count; ++i)
        EXPECT_NEAR(results[item * kOutputs + at + i], expected[i],
                    kTolerance * std::max(0.1, std::abs(double(expected[i]))))
            << what << ", item " << item << ", channel " << i;
}

std::vector<float> factors(const Case& c, PnChannels channels, float fadeEnd = 0.0f) // 0: the preset's
{
    PnNormalization n{};
    n.structSize = sizeof(n);
    n.preset = PN_PRESET_CLASSIC;
    n.channels = channels;
    n.fadeEnd = fadeEnd;
    n.dering = PN_DERING_NONE; // lights are windowed when they are baked
    std::vector<float> result(3 * kItems);
    EXPECT_EQ(pnEvaluateFactor(&n, &c.probe, &c.local, kItems, c.directions.data(), nullptr, c.roughness.data(),
                               result.data()),
              PN_SUCCESS)
        << pnGetLastErrorMessage();
    return result;
}

// What the preset probenorm makes of the case, the place's light given in one way or another.
struct Reflections
{
    const Case& c;
    PnNormalization normalization{};
    PnSurfaces surfaces{};

    explicit Reflections(const Case& from) : c(from)
    {
        normalization.structSize = sizeof(normalization);
        normalization.dering = PN_DERING_NONE; // lights are windowed when they are baked
        surfaces.structSize = sizeof(surfaces);
        surfaces.count = kItems;
        surfaces.radiance = c.radiance.data();
        surfaces.reflections = c.directions.data();
        surfaces.normals = c.normals.data();
        surfaces.roughness = c.roughness.data();
        surfaces.probe = &c.probe;
        surfaces.local = &c.local;
    }

    std::vector<float> evaluate() const
    {
        std::vector<float> result(3 * kItems);
        EXPECT_EQ(pnEvaluateReflection(&normalization, &surfaces, result.data()), PN_SUCCESS)
            << pnGetLastErrorMessage();
        return result;
    }
};

std::vector<float> localAlong(const Case& c, const std::vector<float>& directions)
{
    std::vector<float> light(3 * kItems);
    EXPECT_EQ(pnEvaluateIrradiance(&c.local, kItems, directions.data(), light.data()), PN_SUCCESS);
    return light;
}

void expectAll(const std::vector<float>& results, std::uint32_t at, const std::vector<float>& expected,
               const char* what)
{
    for (std::uint32_t i = 0; i < kItems; ++i)
        expectNear(results, i, at, &expected[3 * i], 3, what);
}

void expectReflections(const Case& c, const std::vector<float>& results)
{
    const Reflections whole(c);
    const std::vector<float> full = whole.evaluate();
    expectAll(results, 18, full, "full form");
    expectAll(results, 33, full, "full form of canonical coefficients");
    expectAll(results, 36, full, "full form of Unreal's coefficients");
    expectAll(results, 27, full, "full form of the probe's luminance");
    expectAll(results, 46, full, "full form of the probe's luminance with its floor");

    std::vector<float> factors(3 * kItems);
    ASSERT_EQ(pnEvaluateFactor(&whole.normalization, &c.probe, &c.local, kItems, c.directions.data(), c.normals.data(),
                               c.roughness.data(), factors.data()),
              PN_SUCCESS);
    expectAll(results, 21, factors, "factor form");

    Reflections divided(c);
    divided.surfaces.isDivided = 1;
    expectAll(results, 24, divided.evaluate(), "divided form");

    Reflections lightmap(c);
    const std::vector<float> alongNormals = localAlong(c, c.normals);
    lightmap.surfaces.local = nullptr;
    lightmap.surfaces.localAlongNormals = alongNormals.data();
    expectAll(results, 30, lightmap.evaluate(), "light along the normal alone");

    Reflections bounded(c);
    bounded.normalization.low = 0.5f;
    bounded.normalization.high = 0.8f;
    bounded.normalization.fadeEnd = 0.5f;
    bounded.normalization.fadeBegin = 0.25f;
    bounded.normalization.weight = 0.75f;
    expectAll(results, 40, bounded.evaluate(), "with bounds");
    Reflections boxed(c);
    boxed.surfaces.lookups = c.normals.data();
    expectAll(results, 43, boxed.evaluate(), "looked up elsewhere");
    for (std::uint32_t i = 0; i < kItems; ++i)
        expectNear(results, i, 39, &c.radiance[3 * i + 1], 1, "at the probe's own place");
}

void expectReference(const Case& c, const std::vector<float>& results)
{
    std::vector<float> irradiance(3 * kItems), radiance(3 * kItems);
    ASSERT_EQ(pnEvaluateIrradiance(&c.probe, kItems, c.directions.data(), irradiance.data()), PN_SUCCESS);
    ASSERT_EQ(pnEvaluateRadiance(&c.probe, kItems, c.directions.data(), radiance.data()), PN_SUCCESS);
    const auto rgb = factors(c, PN_CHANNELS_RGB), luminance = factors(c, PN_CHANNELS_LUMINANCE);
    const auto unfaded = factors(c, PN_CHANNELS_LUMINANCE, -1.0f);
    for (std::uint32_t i = 0; i < kItems; ++i)
    {
        const float* light = &irradiance[3 * i];
        expectNear(results, i, 0, light, 3, "canonical irradiance");
        expectNear(results, i, 3, &radiance[3 * i], 3, "canonical radiance");
        expectNear(results, i, 6, light, 3, "Unity");
        expectNear(results, i, 9, light, 3, "Unreal");
        expectNear(results, i, 12, &rgb[3 * i], 3, "factor of channels");
        expectNear(results, i, 15, &luminance[3 * i], 1, "factor");
        const float probe = 0.2126f * light[0] + 0.7152f * light[1] + 0.0722f * light[2];
        const float divided = probe * luminance[3 * i];
        expectNear(results, i, 16, &divided, 1, "factor of what was divided");
        expectNear(results, i, 17, &unfaded[3 * i], 1, "factor at any roughness");
    }
}

TEST_F(Runtime, GlslAndHlslAreTheReference)
{
    const Case c = makeCase();
    for (const auto& words : std::initializer_list<std::span<const std::uint32_t>>{k_runtime_glsl, k_runtime_hlsl})
    {
        const std::vector<float> results = run(words, c.inputs);
        expectReference(c, results);
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
    c.inputs[kFloor] = 34.493242f; // 5^2.2, what Unity says of linear projects
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
    std::copy(std::begin(texels), std::end(texels), c.inputs.begin() + kFloor + 1);
    const auto results = run(k_cube_faces, c.inputs);
    EXPECT_EQ(results[6], infinity);
    EXPECT_TRUE(std::isnan(results[7]));
    EXPECT_EQ(results[8], 65504.0f); // the largest half
    EXPECT_EQ(results[9], -2.0f);
}

} // namespace
} // namespace pn

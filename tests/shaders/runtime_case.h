// A grid of lights and surfaces for shaders/runtime, and what the C API says of each.
#pragma once

#include "probenorm/probenorm.h"
#include "support/one.h"
#include "support/sh_oracle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

namespace pn::testing {

constexpr std::uint32_t kItems = 256;
constexpr std::uint32_t kCanonical = 0, kUnity = 27, kFilament = 55, kGodot = 82, kLinear = 109, kLocal = 137;
constexpr std::uint32_t kCube = 165, kFaces = 183, kFirstItem = 188; // kFaces: of cube_faces.hlsl
constexpr std::uint32_t kItemFloats = 16; // direction, roughness, normal, 0, radiance, 0, the probe's last mip, 0
constexpr std::uint32_t kOutputs = 45;    // of an item
constexpr double kTolerance = 1e-5;       // relative: sums of nine products in float

struct Case
{
    PnSh probe{}, linear{}, local{};
    std::vector<float> inputs;
    std::vector<float> directions, roughness, normals, radiance, own;
};

inline void put(std::vector<float>& inputs, std::uint32_t at, const PnSh& sh, PnConvention convention)
{
    ASSERT_EQ(
        pnConvertToConvention(&sh, convention, PN_AXES_KEEP, pnGetConventionFloatCount(convention, 3), &inputs[at]),
        PN_SUCCESS)
        << pnGetLastErrorMessage();
}

inline void putItem(Case& c, std::uint32_t i, std::mt19937& random)
{
    std::uniform_real_distribution<float> share(0.01f, 1.0f);
    const Vec3 d = oracle::randomDirection(random), n = oracle::randomDirection(random);
    const float roughness = float(i) / (kItems - 1), red = share(random), green = 4.0f * share(random);
    const float blue = i % 8 == 0 ? 0.0f : share(random), level = std::exp2(8.0f * share(random) - 5.0f);
    const float item[kItemFloats] = {float(d.x), float(d.y), float(d.z), roughness, float(n.x), float(n.y),
                                     float(n.z), 0.0f,       red,        green,     blue,       0.0f,
                                     level,      level / 2,  level / 3,  0.0f};
    std::memcpy(&c.inputs[kFirstItem + kItemFloats * i], item, sizeof(item));
    c.directions.insert(c.directions.end(), item, item + 3);
    c.normals.insert(c.normals.end(), item + 4, item + 7);
    c.radiance.insert(c.radiance.end(), item + 8, item + 11);
    c.own.insert(c.own.end(), item + 12, item + 15);
    c.roughness.push_back(roughness);
}

inline Case makeCase()
{
    std::mt19937 random(1);
    Case c;
    c.probe = oracle::randomSh(random, 3);
    c.local = oracle::randomSh(random, 3);
    c.linear = c.probe;
    c.linear.bands = 2;
    for (auto& rgb : c.local.rgb)
        for (float& channel : rgb)
            channel *= 0.4f;
    c.inputs.resize(kFirstItem + kItemFloats * kItems);
    put(c.inputs, kCanonical, c.probe, PN_CONVENTION_CANONICAL);
    put(c.inputs, kUnity, c.probe, PN_CONVENTION_UNITY_SHA);
    put(c.inputs, kFilament, c.probe, PN_CONVENTION_FILAMENT);
    put(c.inputs, kGodot, c.probe, PN_CONVENTION_GODOT);
    put(c.inputs, kLinear, c.linear, PN_CONVENTION_UNITY_SHA);
    put(c.inputs, kLocal, c.local, PN_CONVENTION_UNITY_SHA);
    for (std::uint32_t i = 0; i < 18; ++i)
        c.inputs[kCube + i] = 0.1f + 0.05f * float(i * 7 % 18);
    for (std::uint32_t i = 0; i < kItems; ++i)
        putItem(c, i, random);
    return c;
}

inline void expectNear(const std::vector<float>& results, std::uint32_t item, std::uint32_t at, const float* expected,
                       std::uint32_t count, const char* what)
{
    for (std::uint32_t i = 0; i < count; ++i)
        EXPECT_NEAR(results[item * kOutputs + at + i], expected[i],
                    kTolerance * std::max(0.1, std::abs(double(expected[i]))))
            << what << ", item " << item << ", channel " << i;
}

// What the preset probenorm makes of the case, the local light given in one way or another.
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
        surfaces.lookups = c.directions.data();
    }

    std::vector<float> evaluate() const
    {
        std::vector<float> result(3 * kItems);
        EXPECT_EQ(pnEvaluateReflection(&normalization, &surfaces, result.data()), PN_SUCCESS)
            << pnGetLastErrorMessage();
        return result;
    }
};

inline std::vector<float> irradianceOf(const PnSh& light, const std::vector<float>& directions)
{
    std::vector<float> result(3 * kItems);
    EXPECT_EQ(pnEvaluateIrradiance(&light, kItems, directions.data(), result.data()), PN_SUCCESS);
    return result;
}

inline void expectAll(const std::vector<float>& results, std::uint32_t at, const std::vector<float>& expected,
                      const char* what)
{
    for (std::uint32_t i = 0; i < kItems; ++i)
        expectNear(results, i, at, &expected[3 * i], 3, what);
}

// Mitchell, McTaggart, Green, "Shading in Valve's Source Engine" (SIGGRAPH 2006): the squares of the normal weigh the
// sides that it points to.
inline std::vector<float> ambientCube(const Case& c)
{
    std::vector<float> result(3 * kItems, 0.0f);
    for (std::uint32_t i = 0; i < 3 * kItems; ++i)
        for (std::uint32_t axis = 0; axis < 3; ++axis)
        {
            const float along = c.directions[i / 3 * 3 + axis];
            result[i] += along * along * c.inputs[kCube + 3 * (2 * axis + (along < 0.0f ? 1 : 0)) + i % 3];
        }
    return result;
}

// The last mip's colour stands for a lightmap's. The ratio of luminances of two bands, by irradiance along both; the
// second band is made stronger from item to item, so that the ratio reaches both bounds.
inline std::vector<float> lightmapOf(const Case& c)
{
    const std::vector<float> there = irradianceOf(c.linear, c.directions), here = irradianceOf(c.linear, c.normals);
    const auto luminance = [](const float* rgb) {
        return 0.2126 * double(rgb[0]) + 0.7152 * double(rgb[1]) + 0.0722 * double(rgb[2]);
    };
    constexpr double kY00 = 0.28209479;
    const double average = kY00 * luminance(c.linear.rgb[0]);
    std::vector<float> result;
    for (std::uint32_t i = 0; i < 3 * kItems; ++i)
    {
        const auto relative = [&](const std::vector<float>& light) {
            return 1.0 + 4.0 * double(c.roughness[i / 3]) * (luminance(&light[i / 3 * 3]) / average - 1.0);
        };
        const double ratio = relative(there) / std::max(relative(here), 1e-4);
        result.push_back(float(std::clamp(ratio, 0.25, 2.0)) * c.own[i]);
    }
    return result;
}

inline void expectLights(const Case& c, const std::vector<float>& results)
{
    const std::vector<float> light = irradianceOf(c.probe, c.directions);
    expectAll(results, 0, light, "three.js and canonical");
    expectAll(results, 3, light, "Unity");
    expectAll(results, 6, light, "Filament");
    expectAll(results, 9, light, "Godot");
    const std::vector<float> linear = irradianceOf(c.linear, c.directions);
    expectAll(results, 12, linear, "an average and a direction per channel");
    expectAll(results, 15, linear, "an average and a colour per axis");
    expectAll(results, 18, ambientCube(c), "ambient cube");
    expectAll(results, 42, lightmapOf(c), "a lightmap with a direction");
}

// Of a probe whose own light is what its last mip shows each surface.
inline std::vector<float> ofLastMip(const Case& c, const std::vector<float>& along, float weight)
{
    const std::vector<float> place = irradianceOf(c.local, along);
    std::vector<float> luminances;
    for (std::uint32_t i = 0; i < 3 * kItems; i += 3)
        luminances.push_back(0.2126f * c.own[i] + 0.7152f * c.own[i + 1] + 0.0722f * c.own[i + 2]);
    Reflections r(c);
    r.normalization.weight = weight;
    r.surfaces.probe = r.surfaces.local = nullptr;
    r.surfaces.probeLuminances = luminances.data();
    r.surfaces.localAlongNormals = r.surfaces.localAlongReflections = place.data();
    return r.evaluate();
}

inline void expectReflections(const Case& c, const std::vector<float>& results)
{
    expectAll(results, 21, ofLastMip(c, c.directions, 1.0f), "of the last mip");
    expectAll(results, 24, ofLastMip(c, c.normals, 0.75f), "of light along the normal, by a weight");
    const Reflections whole(c);
    expectAll(results, 27, whole.evaluate(), "of coefficients");
    Reflections boxed(c);
    boxed.surfaces.lookups = c.normals.data();
    expectAll(results, 30, boxed.evaluate(), "looked up elsewhere");
    Reflections divided(c);
    divided.surfaces.isDivided = 1;
    expectAll(results, 33, divided.evaluate(), "divided form");
    std::vector<float> factors(3 * kItems);
    ASSERT_EQ(factorsOf(&whole.normalization, &c.probe, &c.local, kItems, c.directions.data(), c.normals.data(),
                        c.roughness.data(), factors.data()),
              PN_SUCCESS);
    expectAll(results, 36, factors, "factor form");
    const float black = 0.0f; // of a place without light, or with light that rings below zero
    for (std::uint32_t i = 0; i < kItems; ++i)
    {
        expectNear(results, i, 39, &c.radiance[3 * i + 1], 1, "at the probe's own place");
        expectNear(results, i, 40, &c.radiance[3 * i + 1], 1, "without weight");
        expectNear(results, i, 41, &black, 1, "in the dark");
    }
}

} // namespace pn::testing

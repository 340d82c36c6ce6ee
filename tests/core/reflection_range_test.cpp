// What holds of normalized reflections for any input: they are finite, and they change little where an input changes
// little.
#include "support/one.h"
#include "surface_scene.h"

#include "probenorm/probenorm.h"

#include <gtest/gtest.h>

#include <bit>
#include <limits>

namespace pn {
namespace {

using namespace pn::testing;

constexpr std::uint32_t kSurfaces = 4;

// Any finite float: all exponents, zeros and denormals among them.
float anyFloat(std::mt19937& random)
{
    const float value = std::bit_cast<float>(std::uint32_t(random()));
    return std::isfinite(value) ? value : 0.0f;
}

struct Inputs
{
    PnSh probe{}, local{};
    std::array<float, 3 * kSurfaces> radiance{}, reflections{}, normals{}, alongNormals{}, alongReflections{};
    std::array<float, kSurfaces> roughness{}, metallic{};

    PnSurfaces surfaces(bool hasCoefficients, bool isDivided) const
    {
        return {.structSize = sizeof(PnSurfaces),
                .count = kSurfaces,
                .radiance = radiance.data(),
                .reflections = reflections.data(),
                .normals = normals.data(),
                .roughness = roughness.data(),
                .metallic = metallic.data(),
                .probe = &probe,
                .local = hasCoefficients ? &local : nullptr,
                .localAlongNormals = hasCoefficients ? nullptr : alongNormals.data(),
                .localAlongReflections = hasCoefficients ? nullptr : alongReflections.data(),
                .isDivided = isDivided ? 1u : 0u,
                .isFactor = 0,
                .lookups = isDivided ? normals.data() : reflections.data(),
                .probeLuminances = nullptr};
    }
};

PnSh anyLight(std::mt19937& random)
{
    PnSh sh{};
    sh.bands = 1 + std::uint32_t(random() % 5);
    for (std::size_t i = 0; i < std::size_t{sh.bands} * sh.bands; ++i)
        for (float& channel : sh.rgb[i])
            channel = random() % 8 == 0 ? 0.0f : anyFloat(random);
    return sh;
}

Inputs anyInputs(unsigned seed)
{
    std::mt19937 random(seed);
    Inputs in;
    in.probe = seed % 16 == 0 ? PnSh{.bands = 3, .rgb = {}} : anyLight(random);
    in.local = seed % 16 == 1 ? PnSh{.bands = 3, .rgb = {}} : anyLight(random);
    for (std::size_t i = 0; i < kSurfaces; ++i)
    {
        const Vec3 r = randomDirection(random), n = randomDirection(random);
        const float directions[6] = {float(r.x), float(r.y), float(r.z), float(n.x), float(n.y), float(n.z)};
        for (std::size_t c = 0; c < 3; ++c)
        {
            in.reflections[3 * i + c] = directions[c];
            in.normals[3 * i + c] = directions[3 + c];
            in.radiance[3 * i + c] = anyFloat(random);
            in.alongNormals[3 * i + c] = anyFloat(random);
            in.alongReflections[3 * i + c] = anyFloat(random);
        }
        in.roughness[i] = float(i) / (kSurfaces - 1);
        in.metallic[i] = float(i % 2);
    }
    return in;
}

void expectFinite(const PnNormalization& n, const PnSurfaces& surfaces, const char* name, unsigned seed)
{
    std::array<float, 3 * kSurfaces> out{};
    const PnResult result = pnEvaluateReflection(&n, &surfaces, out.data());
    if (result == PN_ERROR_UNSUPPORTED) // that preset cannot
        return;
    ASSERT_EQ(result, PN_SUCCESS) << pnGetLastErrorMessage();
    for (const float value : out)
        ASSERT_TRUE(std::isfinite(value)) << name << ", seed " << seed << ", " << value;
}

TEST(ReflectionRange, EveryFiniteInputHasAFiniteResult)
{
    for (unsigned seed = 0; seed < 2000; ++seed)
    {
        const Inputs in = anyInputs(seed);
        PnNormalization n{};
        n.structSize = sizeof(n);
        n.preset = PnPreset(seed % PN_PRESET_COUNT);
        n.channels = seed % 3 == 0 ? PN_CHANNELS_RGB : 0;
        n.lobe = seed % 5 == 0 ? PN_LOBE_GGX : 0;
        n.dering = seed % 7 == 0 ? PN_DERING_NONE : 0;
        const char* name = pnGetPresetName(n.preset);
        for (const bool hasCoefficients : {true, false})
            for (const bool isDivided : {true, false})
                expectFinite(n, in.surfaces(hasCoefficients, isDivided), name, seed);
        std::array<float, 3 * kSurfaces> factors{};
        ASSERT_EQ(factorsOf(&n, &in.probe, &in.local, kSurfaces, in.reflections.data(), in.normals.data(),
                            in.roughness.data(), factors.data()),
                  PN_SUCCESS);
        for (const float factor : factors)
            ASSERT_TRUE(std::isfinite(factor)) << name << ", seed " << seed;
    }
}

Rgb reflectionOf(const Scene& s)
{
    PnNormalization n{};
    n.dering = PN_DERING_NONE;
    return FactorFormula(resolveNormalization(n), s.probe, s.local).reflection(s.surface, s.radiance);
}

// Stops of change per step of a walk. make(x) is the scene at x in 0..1.
template <typename Make>
double steepestStep(int steps, Make&& make)
{
    double most = 0.0;
    Rgb last = reflectionOf(make(0.0));
    for (int i = 1; i <= steps; ++i)
    {
        const Rgb now = reflectionOf(make(double(i) / steps));
        for (std::size_t c = 0; c < 3; ++c)
            most = std::max(most, std::abs(std::log2(now[c] / last[c])));
        last = now;
    }
    return most;
}

// 20 stops of difference between the lights, through equal lights in the middle. The reflection changes with the
// local light, stop by stop; with the share of the local light, whose slope is at most 0.5, of up to 20 stops between
// the guesses; and with the share of the factor, whose slope is at most 1, of up to 10 stops.
TEST(ReflectionRange, IsContinuousInEveryInput)
{
    constexpr int kSteps = 20000;
    for (unsigned seed = 0; seed < 20; ++seed)
    {
        SCOPED_TRACE(seed);
        const Scene s = randomScene(seed), ringing = randomScene(seed, 1.0);
        const double brightness = steepestStep(kSteps, [&](double x) {
            Scene there = s;
            there.local = times(s.local, std::exp2(20.0 * x - 10.0));
            return there;
        });
        EXPECT_LE(brightness, (1.0 + 0.5 * 20.0 + 10.0) * 20.0 / kSteps);
        const double around = steepestStep(kSteps, [&](double x) { // lights that ring pass their floor on the way
            Scene there = ringing;
            const double angle = 6.283185307179586 * x;
            there.surface.reflection = {std::cos(angle), std::sin(angle), 0.0};
            return there;
        });
        EXPECT_LE(around, 0.15); // a light that falls to a hundredth of its average does so in a few degrees
    }
    const double roughness = steepestStep(kSteps, [s = randomScene(1)](double x) mutable {
        s.surface.roughness = x;
        return s;
    });
    EXPECT_LE(roughness, 20.0 / kSteps);
}

// What shows black has the local light's share alone.
TEST(ReflectionRange, GrowsWithRadianceFromBlack)
{
    Scene s = randomScene(2);
    s.radiance = {0.0, 0.0, 0.0};
    const Rgb black = reflectionOf(s);
    Rgb last = black;
    for (int i = 0; i <= 200; ++i)
    {
        s.radiance = randomScene(2).radiance;
        for (double& channel : s.radiance)
            channel *= std::exp2(0.5 * (i - 200));
        const Rgb now = reflectionOf(s);
        for (std::size_t c = 0; c < 3; ++c)
            EXPECT_GE(now[c], last[c]);
        last = now;
    }
    for (std::size_t c = 0; c < 3; ++c)
    {
        EXPECT_GT(black[c], 0.0);
        EXPECT_GT(last[c], 1.1 * black[c]);
    }
}

} // namespace
} // namespace pn

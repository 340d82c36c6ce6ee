// What is divided, against the oracle's light; and that multiplying brings it back.
#include "support/normalize_probe.h"
#include "support/oracle.h"
#include "support/sh_oracle.h"

#include "core/kernel/texel_bits.h"

#include <bit>

namespace pn {
namespace {

using namespace testing;

constexpr PnPreset kDividing[] = {PN_PRESET_PROBENORM,        PN_PRESET_BLACKOPS, PN_PRESET_UNREAL,
                                  PN_PRESET_HDRP_CORRECTED,   PN_PRESET_EEVEE,    PN_PRESET_CLASSIC,
                                  PN_PRESET_COMMUNITY_SHADERS};
// Those whose reflection is the texel times one factor; the default mixes two guesses (core/sh/reflection.h).
constexpr std::span kFactors = std::span(kDividing).subspan<1>();

std::array<float, 3> texelAt(const TestProbe& probe, std::uint32_t face, std::uint32_t x, std::uint32_t y)
{
    const std::size_t at =
        face * probe.faceBytes() + (std::size_t{y} * probe.width + x) * pnGetFormatBytes(probe.format);
    return std::bit_cast<std::array<float, 3>>(decodeTexel(probe.format, probe.texels.data() + at));
}

Vec3 directionOf(std::uint32_t face, std::uint32_t x, std::uint32_t y, std::uint32_t n)
{
    const oracle::Direction d = oracle::cubeDirection(face, x, y, n);
    return {d.x, d.y, d.z};
}

// A sky with a lobe, of a light that does not ring: smooth enough for a window of width 1.
TestProbe skyProbe(std::uint32_t size, PnFormat format, unsigned seed)
{
    TestProbe probe = makeProbe(true, size, size, format);
    std::mt19937 random(seed);
    testing::fillWords(probe, [&] {
        const auto bits = std::uint32_t(random());
        if (format == PN_FORMAT_RGBA32F || format == PN_FORMAT_RGB32F)
            return (bits & 0x01ffffffu) + 0x3e000000u; // 2^-3 to 2
        if (format == PN_FORMAT_R11G11B10F)
            return (bits & 0x1fc7f8ffu) + 0x60180300u; // the same, and so are halves; any word is RGB9E5
        return format == PN_FORMAT_RGBA16F ? (bits & 0x0fff0fffu) + 0x30003000u : bits;
    });
    return probe;
}

PnSh smoothLight()
{
    PnSh sh{};
    sh.bands = 3;
    const float rows[9] = {3.5f, 0.9f, -0.4f, 0.6f, 0.3f, -0.2f, 0.25f, 0.1f, -0.3f};
    for (std::size_t i = 0; i < 9; ++i)
        for (std::size_t c = 0; c < 3; ++c)
            sh.rgb[i][c] = rows[i] * (i == 0 ? 1.0f + 0.3f * float(c) : 1.0f - 0.4f * float(c));
    return sh;
}

TestMips oneMip(std::uint32_t size, PnFormat format, unsigned seed)
{
    return makeMips(size, 1, format, [&](std::uint32_t edge, std::uint32_t) { return skyProbe(edge, format, seed); });
}

TEST(Normalize, EveryTexelIsDividedByItsDirectionsLight)
{
    const CpuContext context;
    const PnSh light = smoothLight();
    for (const std::uint32_t size : {1u, 2u, 5u, 8u})
        for (const PnChannels channels : {PN_CHANNELS_LUMINANCE, PN_CHANNELS_RGB})
        {
            TestMips mips = oneMip(size, PN_FORMAT_RGBA32F, size);
            PnNormalization n{};
            n.channels = channels;
            const Normalized out = testing::normalize(context.get(), mips, n, &light);
            ASSERT_EQ(out.info.width, 1.0f);
            for (std::uint32_t face = 0; face < 6; ++face)
                for (std::uint32_t i = 0; i < size * size; ++i)
                {
                    const Vec3 d = directionOf(face, i % size, i / size, size);
                    double rgb[3];
                    for (std::size_t c = 0; c < 3; ++c)
                        rgb[c] = oracle::irradianceOverPi(light, c, d);
                    const double luminance = 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2];
                    const auto before = texelAt(mips.sources[0], face, i % size, i / size);
                    const auto after = texelAt(mips.results[0], face, i % size, i / size);
                    for (std::size_t c = 0; c < 3; ++c)
                    {
                        const double expected = double(before[c]) / (channels == PN_CHANNELS_RGB ? rgb[c] : luminance);
                        EXPECT_NEAR(after[c], expected, 1e-6 * expected) << "face " << face << ", texel " << i;
                    }
                }
        }
}

// What the run time multiplies by: the library's own factor, without bounds and fade, against white light.
std::vector<double> localLight(PnNormalization n, const PnSh& light, std::uint32_t size)
{
    n.structSize = sizeof(n);
    n.low = -3e38f;
    n.high = 3e38f;
    n.fadeBegin = n.fadeEnd = -1.0f;
    PnSh white{};
    white.bands = 1;
    for (float& channel : white.rgb[0])
        channel = 3.5449077f;
    std::vector<float> directions;
    for (std::uint32_t face = 0; face < 6; ++face)
        for (std::uint32_t i = 0; i < size * size; ++i)
        {
            const Vec3 d = directionOf(face, i % size, i / size, size);
            for (const double x : {d.x, d.y, d.z})
                directions.push_back(float(x));
        }
    const auto count = std::uint32_t(directions.size() / 3);
    std::vector<float> own(3 * count);
    EXPECT_EQ(factorsOf(&n, &light, &white, count, directions.data(), directions.data(), nullptr, own.data()),
              PN_SUCCESS)
        << pnGetLastErrorMessage();
    // The factor is white over the probe's light, so its reciprocal is the probe's light, up to what white is.
    const bool isEevee = n.preset == PN_PRESET_EEVEE;
    std::vector<double> result;
    for (const float factor : own)
        result.push_back((isEevee ? 3.0 * 3.5449077 + 1e-6 : 1.0) / double(factor));
    return result;
}

void expectRoundTrip(PnPreset preset, PnFormat format, double relative, double absolute,
                     const PnSh& light = smoothLight())
{
    const CpuContext context;
    constexpr std::uint32_t kSize = 7;
    TestMips mips = oneMip(kSize, format, 7);
    PnNormalization n{};
    n.preset = preset;
    testing::normalize(context.get(), mips, n, &light);
    const auto local = localLight(n, light, kSize);
    for (std::uint32_t face = 0; face < 6; ++face)
        for (std::uint32_t i = 0; i < kSize * kSize; ++i)
        {
            const auto before = texelAt(mips.sources[0], face, i % kSize, i / kSize);
            const auto after = texelAt(mips.results[0], face, i % kSize, i / kSize);
            for (std::size_t c = 0; c < 3; ++c)
            {
                const double back = double(after[c]) * local[3 * (face * kSize * kSize + i) + c];
                EXPECT_NEAR(back, before[c], relative * double(before[c]) + absolute) << "face " << face << " " << i;
            }
        }
}

// 1e-6: three roundings of the denominator's polynomial, the reciprocal's 1.5e-7, the product's, and the factor's.
TEST(Normalize, MultiplyingBringsFloatsBack)
{
    for (const PnPreset preset : kFactors)
    {
        SCOPED_TRACE(pnGetPresetName(preset));
        expectRoundTrip(preset, PN_FORMAT_RGBA32F, 1e-6, 0.0);
        expectRoundTrip(preset, PN_FORMAT_RGB32F, 1e-6, 0.0);
    }
}

// Light that swings far below zero is windowed until it just reaches the floor, 1 % of its average. There terms as
// large as the average cancel, so their roundings count a hundred times as much. docs/normalization.md, section 6, has
// the bound.
TEST(Normalize, MultiplyingBringsFloatsBackNearTheFloor)
{
    std::mt19937 random(1);
    for (int i = 0; i < 50; ++i)
    {
        PnSh light = smoothLight();
        for (std::size_t row = 1; row < 9; ++row)
            for (float& value : light.rgb[row])
                value = 6.0f * (float(random() >> 8) * 0x1p-24f - 0.5f);
        expectRoundTrip(PN_PRESET_CLASSIC, PN_FORMAT_RGBA32F, 4e-5, 0.0, light);
    }
}

// Halves have 11 bits, so half an ulp is at most 2^-11 of a value.
TEST(Normalize, MultiplyingBringsHalvesBackToHalfAnUlp)
{
    for (const PnPreset preset : kFactors)
    {
        SCOPED_TRACE(pnGetPresetName(preset));
        expectRoundTrip(preset, PN_FORMAT_RGBA16F, 0x1p-11 + 1e-6, 0.0);
    }
}

TEST(Normalize, WhiteLightOfOneLeavesTexelsAlone)
{
    const CpuContext context;
    PnSh white{};
    white.bands = 1;
    for (float& channel : white.rgb[0])
        channel = 3.5449077f;
    for (const PnFormat format : {PN_FORMAT_RGBA16F, PN_FORMAT_RGB9E5, PN_FORMAT_R11G11B10F})
    {
        TestMips mips = oneMip(9, format, 1);
        testing::normalize(context.get(), mips, {}, &white);
        for (std::size_t face = 0; face < 6; ++face)
            for (std::uint32_t i = 0; i < 81; ++i)
                EXPECT_EQ(texelAt(mips.results[0], std::uint32_t(face), i % 9, i / 9),
                          texelAt(mips.sources[0], std::uint32_t(face), i % 9, i / 9));
    }
}

TEST(Normalize, AlphaStaysAsItIs)
{
    const CpuContext context;
    const PnSh light = smoothLight();
    for (const PnFormat format : {PN_FORMAT_RGBA32F, PN_FORMAT_RGBA16F})
    {
        TestMips mips = oneMip(4, format, 2);
        testing::normalize(context.get(), mips, {}, &light);
        const std::size_t stride = pnGetFormatBytes(format), alpha = format == PN_FORMAT_RGBA32F ? 12 : 6;
        for (std::size_t at = alpha; at < mips.sources[0].texels.size(); at += stride)
            EXPECT_EQ(std::memcmp(&mips.sources[0].texels[at], &mips.results[0].texels[at], stride - alpha), 0);
    }
}

TEST(Normalize, InPlaceIsTheSame)
{
    const CpuContext context;
    for (const std::uint32_t size : {1u, 5u, 6u}) // odd sizes have texels that are their own mirror image
    {
        TestMips apart = oneMip(size, PN_FORMAT_RGBA16F, 3), inPlace = apart;
        testing::normalize(context.get(), apart, {}, nullptr);
        auto views = inPlace.views();
        PnCubemapTarget target{};
        target.structSize = sizeof(target);
        target.format = PN_FORMAT_RGBA16F;
        target.faceBytes = inPlace.sources[0].faceBytes();
        for (std::size_t face = 0; face < 6; ++face)
            target.faces[face] = inPlace.sources[0].texels.data() + face * target.faceBytes;
        ASSERT_EQ(
            normalizeOne(context.get(), 1, views.data(), nullptr, nullptr, nullptr, &target, nullptr, nullptr, nullptr),
            PN_SUCCESS)
            << pnGetLastErrorMessage();
        EXPECT_EQ(inPlace.sources[0].texels, apart.results[0].texels) << size;
    }
}

TEST(Normalize, ProjectingFirstIsTheSameAsGivingTheProjection)
{
    const CpuContext context;
    TestMips fused = oneMip(33, PN_FORMAT_RGBA16F, 6), apart = fused;
    const Normalized out = testing::normalize(context.get(), fused, {}, nullptr);
    PnSh sh{};
    const auto view = apart.views().front();
    ASSERT_EQ(pnProjectEnvironment(context.get(), &view, nullptr, &sh, nullptr), PN_SUCCESS);
    EXPECT_EQ(std::memcmp(&sh, &out.sh, sizeof(sh)), 0);
    testing::normalize(context.get(), apart, {}, &sh);
    EXPECT_EQ(fused.results[0].texels, apart.results[0].texels);
}

// A sun on a dark sky rings. Divided with its window, no texel meets a denominator below the floor.
TEST(Normalize, ARingingLightIsDeringed)
{
    const CpuContext context;
    TestMips mips = oneMip(32, PN_FORMAT_RGBA32F, 8);
    float* words = reinterpret_cast<float*>(mips.sources[0].texels.data());
    for (std::size_t i = 0; i < 6 * 32 * 32 * 4; ++i)
        words[i] *= 1e-3f;
    for (std::size_t c = 0; c < 3; ++c)
        words[4 * (2 * 32 * 32 + 300) + c] = 33952.0f; // on +Y
    const Normalized out = testing::normalize(context.get(), mips, {}, nullptr);
    EXPECT_LT(out.info.minimumBefore, 0.0f);
    EXPECT_GE(out.info.minimumAfter, 0.00999f * out.info.average); // the search is in float
    EXPECT_LT(out.info.width, 1.0f);
    EXPECT_GT(out.info.width, 0.5f);
    EXPECT_GT(out.info.energyKept, 0.3f);
    EXPECT_LT(out.info.energyKept, 1.0f);
}

// Texels are multiples of 2^-40, so that nothing is ever a denormal; the black stay black.
TEST(Normalize, ABlackProbeStaysBlack)
{
    const CpuContext context;
    TestMips mips = makeMips(8, 1, PN_FORMAT_RGBA32F, [](std::uint32_t size, std::uint32_t) {
        return makeProbe(true, size, size, PN_FORMAT_RGBA32F);
    });
    testing::normalize(context.get(), mips, {}, nullptr);
    EXPECT_TRUE(std::all_of(mips.results[0].texels.begin(), mips.results[0].texels.end(),
                            [](std::byte b) { return b == std::byte{0}; }));
}

} // namespace
} // namespace pn

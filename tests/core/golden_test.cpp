// The bits themselves, by their hashes: of coefficients, and of divided texels. Bakes are cached and compared by them:
// once a version is out, a changed bit needs a new number in pnGetAlgorithmVersion(), and new hashes here.
// PN_UPDATE_GOLDEN=1 prints the tables.
#include "support/core_probe.h"
#include "support/normalize_probe.h"

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <span>

namespace pn {
namespace {

constexpr std::uint32_t kAlgorithm = 2;

struct Golden
{
    bool isCubemap;
    std::uint32_t width, height;
    PnFormat format;
    std::uint32_t bands;
    std::uint64_t hash; // of makeWildProbe() with the width as its seed
};

constexpr Golden kGolden[] = {
#include "golden_hashes.inc"
};

struct GoldenDivision
{
    PnFormat format;
    PnChannels channels;
    PnLobe lobe;
    std::uint64_t hash; // of two mips of makeWildProbe(), 33 and 16, with the format as their seed
};

constexpr GoldenDivision kGoldenDivisions[] = {
#include "golden_normalize_hashes.inc"
};

constexpr std::uint64_t kHashOfNothing = 0xcbf29ce484222325u; // FNV-1a

std::uint64_t hashOf(std::span<const std::byte> bytes, std::uint64_t hash = kHashOfNothing)
{
    for (const std::byte byte : bytes)
        hash = (hash ^ std::to_integer<std::uint64_t>(byte)) * 0x100000001b3u;
    return hash;
}

bool isUpdate()
{
    return std::getenv("PN_UPDATE_GOLDEN") != nullptr;
}

TEST(Golden, BitsAreThoseOfThisAlgorithmNumber)
{
    EXPECT_EQ(pnGetAlgorithmVersion(), kAlgorithm);
    EXPECT_GE(std::size(kGolden), 40u);
    for (const Golden& golden : kGolden)
    {
        const auto probe =
            testing::makeWildProbe(golden.isCubemap, golden.width, golden.height, golden.format, golden.width);
        const PnSh sh = testing::projectOnCpu(probe, golden.bands).sh;
        const std::uint64_t hash = hashOf(std::as_bytes(std::span(&sh, 1)));
        if (isUpdate())
            std::printf("{%s, %u, %u, %d, %u, 0x%016" PRIx64 "},\n", golden.isCubemap ? "true" : "false", golden.width,
                        golden.height, golden.format, golden.bands, hash);
        else
            EXPECT_EQ(hash, golden.hash) << probe.name() << ", " << golden.bands
                                         << " bands: changed bits need a new algorithm number";
    }
}

std::uint64_t hashOf(PnContext context, const GoldenDivision& golden)
{
    auto mips = testing::makeMips(33, 2, golden.format, [&](std::uint32_t size, std::uint32_t) {
        return testing::makeWildProbe(true, size, size, golden.format, std::uint32_t(golden.format));
    });
    PnNormalization normalization{};
    normalization.preset = PN_PRESET_CLASSIC;
    normalization.channels = golden.channels;
    normalization.lobe = golden.lobe;
    testing::normalize(context, mips, normalization, nullptr);
    std::uint64_t hash = kHashOfNothing;
    for (const testing::TestProbe& mip : mips.results)
        hash = hashOf(mip.texels, hash);
    return hash;
}

TEST(NormalizeGolden, DividedTexelsHaveTheBitsTheyHad)
{
    const testing::CpuContext context;
    EXPECT_GE(std::size(kGoldenDivisions), 14u);
    for (const GoldenDivision& golden : kGoldenDivisions)
    {
        const std::uint64_t hash = hashOf(context.get(), golden);
        if (isUpdate())
            std::printf("{%d, %d, %d, 0x%016" PRIx64 "},\n", golden.format, golden.channels, golden.lobe, hash);
        else
            EXPECT_EQ(hash, golden.hash) << "format " << golden.format << ", channels " << golden.channels << ", lobe "
                                         << golden.lobe;
    }
}

} // namespace
} // namespace pn

// The bits themselves, by their hashes. Bakes are cached and compared by them: once a version is out, a changed bit
// needs a new number in pnGetAlgorithmVersion(), and new hashes here. PN_UPDATE_GOLDEN=1 prints the table.
#include "support/core_probe.h"

#include <gtest/gtest.h>

#include <cinttypes>
#include <cstdio>
#include <cstdlib>

namespace pn {
namespace {

constexpr std::uint32_t kAlgorithm = 1;

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

std::uint64_t hashOf(const Golden& golden)
{
    const auto probe =
        testing::makeWildProbe(golden.isCubemap, golden.width, golden.height, golden.format, golden.width);
    return testing::hashSh(testing::projectOnCpu(probe, golden.bands).sh);
}

TEST(Golden, BitsAreThoseOfThisAlgorithmNumber)
{
    const bool update = std::getenv("PN_UPDATE_GOLDEN") != nullptr;
    EXPECT_EQ(pnGetAlgorithmVersion(), kAlgorithm);
    EXPECT_GE(std::size(kGolden), 40u);
    for (const Golden& golden : kGolden)
    {
        const std::uint64_t hash = hashOf(golden);
        if (update)
            std::printf("{%s, %u, %u, %d, %u, 0x%016" PRIx64 "},\n", golden.isCubemap ? "true" : "false", golden.width,
                        golden.height, golden.format, golden.bands, hash);
        else
            EXPECT_EQ(hash, golden.hash) << (golden.isCubemap ? "cubemap " : "equirect ") << golden.width << " x "
                                         << golden.height << ", format " << golden.format << ", " << golden.bands
                                         << " bands: changed bits need a new algorithm number";
    }
}

} // namespace
} // namespace pn

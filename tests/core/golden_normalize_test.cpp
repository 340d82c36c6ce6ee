// The bits of divided texels, by their hashes: a cubemap that was baked once stays as it is. PN_UPDATE_GOLDEN=1 prints
// the table.
#include "support/normalize_probe.h"

#include <cinttypes>
#include <cstdio>
#include <cstdlib>

namespace pn {
namespace {

struct Golden
{
    PnFormat format;
    PnChannels channels;
    PnLobe lobe;
    std::uint64_t hash; // of two mips of makeWildProbe(), 33 and 16, with the format as their seed
};

constexpr Golden kGolden[] = {
#include "golden_normalize_hashes.inc"
};

std::uint64_t hashOf(PnContext context, const Golden& golden)
{
    auto mips = testing::makeMips(33, 2, golden.format, [&](std::uint32_t size, std::uint32_t) {
        return testing::makeWildProbe(true, size, size, golden.format, std::uint32_t(golden.format));
    });
    PnNormalization normalization{};
    normalization.preset = PN_PRESET_CLASSIC;
    normalization.channels = golden.channels;
    normalization.lobe = golden.lobe;
    testing::normalize(context, mips, normalization, nullptr);
    std::uint64_t hash = 0xcbf29ce484222325u; // FNV-1a
    for (const testing::TestProbe& mip : mips.results)
        for (const std::byte byte : mip.texels)
            hash = (hash ^ std::to_integer<std::uint64_t>(byte)) * 0x100000001b3u;
    return hash;
}

TEST(NormalizeGolden, DividedTexelsHaveTheBitsTheyHad)
{
    const bool update = std::getenv("PN_UPDATE_GOLDEN") != nullptr;
    PnContextDesc desc{};
    desc.structSize = sizeof(desc);
    desc.backend = PN_BACKEND_CPU;
    PnContext context = nullptr;
    ASSERT_EQ(pnCreateContext(&desc, &context), PN_SUCCESS);
    EXPECT_GE(std::size(kGolden), 14u);
    for (const Golden& golden : kGolden)
    {
        const std::uint64_t hash = hashOf(context, golden);
        if (update)
            std::printf("{%d, %d, %d, 0x%016" PRIx64 "},\n", golden.format, golden.channels, golden.lobe, hash);
        else
            EXPECT_EQ(hash, golden.hash) << "format " << golden.format << ", channels " << golden.channels << ", lobe "
                                         << golden.lobe;
    }
    pnDestroyContext(context);
}

} // namespace
} // namespace pn

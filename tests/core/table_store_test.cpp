// Tables that the host keeps from run to run: the bits are those of tables that are made, and nobody has to trust what
// the host gives back.
#include "support/core_probe.h"
#include "support/kept_host.h"
#include "support/prefilter_probe.h"

#include "core/kernel/simd_target.h"
#include "core/prefilter/lobe_weights.h"
#include "core/prefilter/table_store.h"

#include <algorithm>
#include <cctype>
#include <string>

namespace pn {
namespace {

using namespace testing;

constexpr std::uint32_t kSize = 24;

class TableBytes : public ::testing::Test
{
protected:
    PrefilterTiles makerOf(const PrefilterMip& mip) const
    {
        return PrefilterTiles(mip, m_grid, simdTargets().front().makeLobeWeights);
    }
    std::vector<PrefilterTile> made(const PrefilterTiles& maker) const
    {
        LobeScratch scratch;
        std::vector<PrefilterTile> tiles;
        for (std::uint32_t i = 0; i < maker.count(); ++i)
            tiles.push_back(maker.make(i, scratch));
        return tiles;
    }
    static std::vector<std::byte> bytesOf(const std::vector<PrefilterTile>& tiles)
    {
        std::vector<const PrefilterTile*> pointers;
        for (const PrefilterTile& tile : tiles)
            pointers.push_back(&tile);
        const KeptBytes kept = bytesOfTiles(pointers);
        return {kept.bytes().begin(), kept.bytes().end()};
    }
    static std::vector<PrefilterTile> tilesOf(const PrefilterTiles& maker, const std::vector<std::byte>& bytes)
    {
        auto kept = std::make_shared<KeptBytes>(bytes.size());
        std::ranges::copy(bytes, kept->bytes().begin());
        return tilesOfBytes(maker, kept);
    }

    NodeGrid m_grid{kSize};
    PrefilterMip m_mip{kSize, 12, PN_LOBE_GGX, 0.3f, 1e-3};
    PrefilterTiles m_maker = makerOf(m_mip);
    std::vector<PrefilterTile> m_tiles = made(m_maker);
};

TEST_F(TableBytes, AreTheSameTiles)
{
    const std::vector<PrefilterTile> tiles = tilesOf(m_maker, bytesOf(m_tiles));
    ASSERT_EQ(tiles.size(), m_tiles.size());
    for (std::size_t i = 0; i < tiles.size(); ++i)
    {
        EXPECT_EQ(tiles[i].x, m_tiles[i].x);
        EXPECT_EQ(tiles[i].y, m_tiles[i].y);
        EXPECT_TRUE(std::ranges::equal(tiles[i].weights, m_tiles[i].weights));
        const auto same = [](const PrefilterNode& a, const PrefilterNode& b) {
            return a.i == b.i && a.j == b.j && a.place == b.place;
        };
        EXPECT_TRUE(std::ranges::equal(tiles[i].nodes, m_tiles[i].nodes, same));
    }
}

// KeptStore finds damage of any kind; these are bytes of tiles that are too few, or too many.
TEST_F(TableBytes, AreNoTilesWhereTheirNumberDiffers)
{
    const std::vector<std::byte> bytes = bytesOf(m_tiles);
    for (std::size_t count = 0; count < bytes.size(); count += count < 200 ? 1 : 997)
        EXPECT_TRUE(tilesOf(m_maker, {bytes.begin(), bytes.begin() + std::ptrdiff_t(count)}).empty()) << count;
    std::vector<std::byte> longer = bytes;
    longer.push_back(std::byte{0});
    EXPECT_TRUE(tilesOf(m_maker, longer).empty());
}

TEST_F(TableBytes, LieUnderAnotherKeyForAnotherMip)
{
    for (const PrefilterMip& other :
         {PrefilterMip{kSize, 11, PN_LOBE_GGX, 0.3f, 1e-3}, PrefilterMip{kSize, 12, PN_LOBE_COSINE, 0.3f, 1e-3},
          PrefilterMip{kSize, 12, PN_LOBE_GGX, 0.31f, 1e-3}, PrefilterMip{kSize, 12, PN_LOBE_GGX, 0.3f, 2e-3}})
    {
        EXPECT_NE(tableKey(other), tableKey(m_mip));
    }
    const std::string key = tableKey(m_mip);
    EXPECT_LT(key.size(), 128u);
    EXPECT_TRUE(std::ranges::all_of(key, [](unsigned char c) { return std::isalnum(c) || c == '-'; })) << key;
}

// Such a node would be read outside of the lights.
TEST_F(TableBytes, AreNoTilesWhereANodeIsOutsideOfTheGrid)
{
    const auto size = std::uint16_t(m_grid.levels[1].size);
    for (const PrefilterNode& node : {PrefilterNode{std::uint16_t(kSize), 0, 0}, PrefilterNode{0, size, 6},
                                      PrefilterNode{0, 0, std::uint32_t(6 * m_grid.levels.size())}})
    {
        std::vector<PrefilterTile> tiles = m_tiles;
        std::vector<PrefilterNode> nodes(tiles.back().nodes.begin(), tiles.back().nodes.end());
        nodes.back() = node;
        tiles.back().nodes = nodes;
        EXPECT_TRUE(tilesOf(m_maker, bytesOf(tiles)).empty());
    }
    std::vector<PrefilterTile> tiles = m_tiles;
    tiles.front().nodes = tiles.front().nodes.first(tiles.front().nodes.size() - 1); // no whole number of chunks
    EXPECT_TRUE(tilesOf(m_maker, bytesOf(tiles)).empty());
}

TestMips prefilterWith(KeptHost* host, const TestProbe& source)
{
    PnContextDesc desc{};
    desc.structSize = sizeof(desc);
    desc.backend = PN_BACKEND_CPU;
    desc.threadCount = 2;
    if (host != nullptr)
    {
        desc.loadTables = KeptHost::load;
        desc.storeTables = KeptHost::store;
        desc.tablesUserData = host;
    }
    PnContext context = nullptr;
    EXPECT_EQ(pnCreateContext(&desc, &context), PN_SUCCESS);
    TestMips mips = prefilter(context, source, {PN_LOBE_GGX, PN_EFFORT_REALTIME, 0, {0.0f, 0.3f, 0.7f}});
    prefilter(context, source, {PN_LOBE_GGX, PN_EFFORT_REALTIME, 0, {0.0f, 0.3f, 0.7f}}); // stores nothing more
    pnDestroyContext(context);
    return mips;
}

TEST(TableStore, KeepsTablesFromContextToContext)
{
    testing::Texels texels(std::size_t{6} * kSize * kSize);
    for (std::size_t i = 0; i < texels.size(); ++i)
        texels[i] = {float(i % 7), float(i % 11), float(i % 64 == 5 ? 1000 : 1)};
    const TestProbe source = makeFloatProbe(Shape::cubemap(kSize), texels);
    const TestMips alone = prefilterWith(nullptr, source);
    KeptHost host;
    const auto expectSame = [&](const TestMips& mips) {
        for (std::size_t i = 0; i < alone.results.size(); ++i)
            EXPECT_EQ(mips.results[i].texels, alone.results[i].texels) << "mip " << i;
    };
    expectSame(prefilterWith(&host, source));
    EXPECT_EQ(host.kept.size(), 2u); // mip 0 is a copy
    EXPECT_EQ(host.stores, 2u);
    EXPECT_EQ(host.loads, 0u);
    expectSame(prefilterWith(&host, source));
    EXPECT_EQ(host.loads, 2u);
    EXPECT_EQ(host.stores, 2u);
    host.kept.begin()->second[100] ^= std::byte{1};
    expectSame(prefilterWith(&host, source));
    EXPECT_EQ(host.stores, 3u); // in place of the damaged one
}

TEST(TableStore, TakesBothFunctionsOrNone)
{
    PnContextDesc desc{};
    desc.structSize = sizeof(desc);
    desc.loadTables = KeptHost::load;
    PnContext context = nullptr;
    EXPECT_EQ(pnCreateContext(&desc, &context), PN_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(context, nullptr);
}

} // namespace
} // namespace pn

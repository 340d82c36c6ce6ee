#include "core/prefilter/prefilter_table.h"

#include "core/prefilter/lobe_weights.h"
#include "core/prefilter/quadrature.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace pn {
namespace {

using TexelValues = std::array<double, PrefilterTile::kTexels>;

// Of a mip without a lobe: the means, over solid angle, of the texels that each texel covers.
class MeanMaker
{
public:
    MeanMaker(const PrefilterMip& mip, PrefilterTile& tile) : m_mip(mip), m_tile(tile) {}

    void run()
    {
        const std::uint32_t iEnd = endOf(m_tile.x), jEnd = endOf(m_tile.y);
        TexelValues white{};
        std::vector<PrefilterNode> nodes;
        std::vector<TexelValues> all;
        for (std::uint32_t j = firstOf(m_tile.y); j < jEnd; ++j)
            for (std::uint32_t i = firstOf(m_tile.x); i < iEnd; ++i)
            {
                nodes.push_back({std::uint16_t(i), std::uint16_t(j), 0});
                TexelValues& values = all.emplace_back();
                for (std::uint32_t t = 0; t < PrefilterTile::kTexels; ++t)
                {
                    values[t] = covered(m_tile.x + t % PrefilterTile::kSize, m_tile.y + t / PrefilterTile::kSize, i, j);
                    white[t] += values[t];
                }
            }
        std::vector<float> weights;
        for (const TexelValues& values : all)
            for (std::uint32_t t = 0; t < PrefilterTile::kTexels; ++t)
                weights.push_back(white[t] > 0 ? float(values[t] / white[t]) : 0.0f);
        m_tile.keep(nodes, weights);
    }

private:
    std::uint32_t firstOf(std::uint32_t at) const
    {
        return std::uint32_t(std::uint64_t{at} * m_mip.sourceSize / m_mip.size);
    }
    std::uint32_t endOf(std::uint32_t at) const
    {
        const std::uint64_t end = std::min(at + PrefilterTile::kSize, m_mip.size);
        return std::uint32_t((end * m_mip.sourceSize + m_mip.size - 1) / m_mip.size);
    }

    // The solid angle of source texel (i, j) that texel (x, y) covers, but for a factor.
    double covered(std::uint32_t x, std::uint32_t y, std::uint32_t i, std::uint32_t j) const
    {
        const auto overlap = [&](std::uint32_t at, std::uint32_t source, double& begin, double& end) {
            begin = std::max(double(at) / m_mip.size, double(source) / m_mip.sourceSize) * 2 - 1;
            end = std::min(double(at + 1) / m_mip.size, double(source + 1) / m_mip.sourceSize) * 2 - 1;
            return begin < end;
        };
        double u0, u1, v0, v1;
        if (!overlap(x, i, u0, u1) || !overlap(y, j, v0, v1))
            return 0;
        return (u1 - u0) * (v1 - v0) * gauss(3, [&](double s) {
                   return gauss(3, [&](double r) {
                       const double u = u0 + r * (u1 - u0), v = v0 + s * (v1 - v0), square = 1 + u * u + v * v;
                       return 1 / (square * std::sqrt(square));
                   });
               });
    }

    const PrefilterMip& m_mip;
    PrefilterTile& m_tile;
};

} // namespace

void PrefilterTile::keep(std::span<const PrefilterNode> theNodes, std::span<const float> theWeights)
{
    struct Memory
    {
        std::vector<PrefilterNode> nodes;
        AlignedVector<float> weights;
    };
    const auto kept = std::make_shared<Memory>();
    const std::size_t count = (theNodes.size() + kChunks - 1) / kChunks * kChunks;
    kept->nodes.reserve(count);
    kept->nodes.assign(theNodes.begin(), theNodes.end());
    kept->nodes.resize(count, theNodes.front());
    kept->weights.reserve(count * kTexels);
    kept->weights.assign(theWeights.begin(), theWeights.end());
    kept->weights.resize(count * kTexels, 0.0f);
    nodes = kept->nodes;
    weights = kept->weights;
    memory = kept;
}

PrefilterTiles::PrefilterTiles(const PrefilterMip& mip, const NodeGrid& grid, MakeLobeWeights makeWeights)
    : m_mip(mip), m_grid(grid), m_makeWeights(makeWeights), m_density(mip.lobe, mip.roughness)
{
    const std::uint32_t quarter = (mip.size + 1) / 2;
    m_tilesPerEdge = (quarter + PrefilterTile::kSize - 1) / PrefilterTile::kSize;
    m_count = m_tilesPerEdge * (m_tilesPerEdge + 1) / 2;
}

PrefilterTile PrefilterTiles::place(std::uint32_t index) const
{
    std::uint32_t row = 0;
    while (index >= m_tilesPerEdge - row)
        index -= m_tilesPerEdge - row++;
    PrefilterTile tile;
    tile.x = (row + index) * PrefilterTile::kSize;
    tile.y = row * PrefilterTile::kSize;
    return tile;
}

PrefilterTile PrefilterTiles::make(std::uint32_t index, LobeScratch& scratch) const
{
    PrefilterTile tile = place(index);
    if (m_mip.isMirror())
        MeanMaker(m_mip, tile).run();
    else
        m_makeWeights({m_mip, m_grid, m_density, scratch, tile});
    return tile;
}

bool PrefilterTiles::isNeeded(const PrefilterTile& tile, const CubeSymmetry& symmetry)
{
    return !symmetry.swaps || tile.x != tile.y; // a tile on the diagonal holds what it would be mapped to
}

std::vector<std::vector<PrefilterTile>> makePrefilterTiles(std::span<const PrefilterMip> mips, const NodeGrid& grid,
                                                           MakeLobeWeights makeWeights, WorkerTeam& team,
                                                           const WorkerTeam::ShouldStop& shouldStop)
{
    std::vector<PrefilterTiles> makers;
    std::vector<std::vector<PrefilterTile>> made(mips.size());
    std::vector<std::pair<std::size_t, std::uint32_t>> tasks; // mip and tile; last mips first, whose tiles take longest
    for (const PrefilterMip& mip : mips)
        makers.emplace_back(mip, grid, makeWeights);
    for (std::size_t mip = mips.size(); mip-- > 0;)
    {
        made[mip].resize(mips[mip].isCopy() ? 0 : makers[mip].count());
        for (std::uint32_t tile = 0; tile < made[mip].size(); ++tile)
            tasks.emplace_back(mip, tile);
    }
    std::vector<LobeScratch> scratch(team.threadCount());
    const auto make = [&](std::uint32_t worker, std::size_t i) {
        const auto [mip, tile] = tasks[i];
        made[mip][tile] = makers[mip].make(tile, scratch[worker]);
    };
    if (!team.run(tasks.size(), make, shouldStop))
        made.clear();
    return made;
}

} // namespace pn

// Highway's foreach_target.h compiles this file once per instruction set, each time in another namespace
// (HWY_NAMESPACE).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernel/prefilter_sum.cpp"
#include "core/kernel/simd_config.h"

#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "core/kernel/prefilter_sum.h"

#include <algorithm>
#include <array>
#include <vector>

// Multiplications and additions alone, so that a device can have the same bits.
HWY_BEFORE_NAMESPACE();
namespace pn {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
constexpr std::uint32_t kTexels = PrefilterTile::kTexels;
constexpr std::uint32_t kChunks = PrefilterTile::kChunks;

// Where a symmetry sends the nodes of a face on a level: index = first + i * alongI + j * alongJ.
class NodeMap
{
public:
    NodeMap(const NodeGrid::Level& level, const CubeSymmetry::Face& face)
    {
        const std::uint32_t last = level.size - 1;
        const std::uint32_t stepI = face.mirrorsI ? 0u - 1u : 1u, stepJ = face.mirrorsJ ? 0u - level.size : level.size;
        m_first = level.index(face.face, face.mirrorsI ? last : 0, face.mirrorsJ ? last : 0);
        m_alongI = face.swaps ? stepJ : stepI;
        m_alongJ = face.swaps ? stepI : stepJ;
    }

    std::uint32_t indexOf(const PrefilterNode& node) const { return m_first + node.i * m_alongI + node.j * m_alongJ; }

private:
    std::uint32_t m_first, m_alongI, m_alongJ; // negative steps wrap around
};

using Lanes = hn::CappedTag<float, kTexels>;
using Vector = hn::Vec<Lanes>;
constexpr std::size_t kLanes = hn::MaxLanes(Lanes());        // texels of a vector
constexpr std::size_t kVectors = kTexels / kLanes;           // of a node's weights
constexpr std::size_t kSumsAtOnce = kVectors == 1 ? 24 : 12; // that registers hold, beside what they are made of

// Images that are summed together, so that a weight is read once for all of them.
constexpr std::size_t kImagesAtOnce = kSumsAtOnce / (3 * kVectors) >= 2 ? 2 : 1;
constexpr std::size_t kChunksAtOnce = std::max<std::size_t>(kSumsAtOnce / (3 * kVectors * kImagesAtOnce), 1);

using Sums = float[kChunks][3][kTexels];

// Where the lights of a tile's nodes lie in the source's, for some images: [image][node].
class NodeOffsets
{
public:
    NodeOffsets(const PrefilterTile& tile) : m_tile(tile), m_offsets(kImagesAtOnce * tile.nodes.size())
    {
        const std::size_t count = tile.nodes.size();
        for (std::size_t begin = 0, end; begin < count; begin = end)
        {
            for (end = begin + 1; end < count && tile.nodes[end].place == tile.nodes[begin].place; ++end)
                ;
            m_runs.push_back({begin, end});
        }
    }

    void set(std::size_t image, const NodeGrid& grid, const CubeSymmetry& symmetry)
    {
        std::uint32_t* const offsets = &m_offsets[image * m_tile.nodes.size()];
        for (const Run& run : m_runs)
        {
            const std::uint32_t place = m_tile.nodes[run.begin].place;
            const NodeMap map(grid.levels[place / 6], symmetry.faces[place % 6]);
            for (std::size_t n = run.begin; n < run.end; ++n)
                offsets[n] = map.indexOf(m_tile.nodes[n]) * PrefilterSource::kFloats;
        }
    }

    const std::uint32_t* of(std::size_t image) const { return &m_offsets[image * m_tile.nodes.size()]; }

private:
    struct Run // of nodes of one level and face
    {
        std::size_t begin, end;
    };

    const PrefilterTile& m_tile;
    std::vector<Run> m_runs;
    std::vector<std::uint32_t> m_offsets;
};

// Each node's weights times each channel of its light, in chunks.
template <std::size_t kImages>
void sumChunks(const PrefilterSumJob& job, const NodeOffsets& offsets, Sums* all)
{
    const float* const lights = job.source.node(0);
    for (std::size_t chunk = 0; chunk < kChunks; chunk += kChunksAtOnce)
    {
        Vector sums[kChunksAtOnce][kImages][3][kVectors];
        for (auto& ofChunk : sums)
            for (auto& ofImage : ofChunk)
                for (auto& ofChannel : ofImage)
                    for (Vector& sum : ofChannel)
                        sum = hn::Zero(Lanes());
        for (std::size_t n = chunk; n < job.tile.nodes.size(); n += kChunks)
        {
#pragma GCC unroll 8
            for (std::size_t i = 0; i < kChunksAtOnce; ++i)
            {
#pragma GCC unroll 16
                for (std::size_t v = 0; v < kVectors; ++v)
                {
                    const Vector weight = hn::LoadU(Lanes(), &job.tile.weights[(n + i) * kTexels + v * kLanes]);
#pragma GCC unroll 2
                    for (std::size_t image = 0; image < kImages; ++image)
                    {
                        const float* const light = lights + offsets.of(image)[n + i];
#pragma GCC unroll 3
                        for (std::size_t c = 0; c < 3; ++c)
                            sums[i][image][c][v] =
                                hn::Add(sums[i][image][c][v], hn::Mul(weight, hn::Set(Lanes(), light[c])));
                    }
                }
            }
        }
        for (std::size_t i = 0; i < kChunksAtOnce; ++i)
            for (std::size_t image = 0; image < kImages; ++image)
                for (std::size_t c = 0; c < 3; ++c)
                    for (std::size_t v = 0; v < kVectors; ++v)
                        hn::StoreU(sums[i][image][c][v], Lanes(), &all[image][chunk + i][c][v * kLanes]);
    }
}

void writeImage(Sums& sums, const std::array<float, 3>& least, TileRgb& rgb)
{
    for (std::size_t step = 1; step < kChunks; step *= 2) // in pairs, as lanes of a device add them
        for (std::size_t chunk = 0; chunk < kChunks; chunk += 2 * step)
            for (std::size_t c = 0; c < 3; ++c)
                for (std::size_t t = 0; t < kTexels; ++t)
                    sums[chunk][c][t] = sums[chunk][c][t] + sums[chunk + step][c][t];
    for (std::size_t t = 0; t < kTexels; ++t)
        for (std::size_t c = 0; c < 3; ++c)
            rgb[t][c] = least[c] + std::max(sums[0][c][t], 0.0f);
}

} // namespace

void prefilterSum(const PrefilterSumJob& job)
{
    NodeOffsets offsets(job.tile);
    const std::array<float, 3> least = job.source.least();
    for (std::size_t first = 0; first < job.symmetries.size(); first += kImagesAtOnce)
    {
        const std::size_t count = std::min(kImagesAtOnce, job.symmetries.size() - first);
        for (std::size_t i = 0; i < count; ++i)
            offsets.set(i, job.grid, *job.symmetries[first + i]);
        Sums sums[kImagesAtOnce];
        if (count == kImagesAtOnce)
            sumChunks<kImagesAtOnce>(job, offsets, sums);
        else
            sumChunks<1>(job, offsets, sums);
        for (std::size_t i = 0; i < count; ++i)
            writeImage(sums[i], least, job.images[first + i]);
    }
}

} // namespace HWY_NAMESPACE
} // namespace pn
HWY_AFTER_NAMESPACE();

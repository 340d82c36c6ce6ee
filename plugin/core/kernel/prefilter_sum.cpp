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

// Multiplications and additions alone, so that a device can have the same bits.
HWY_BEFORE_NAMESPACE();
namespace pn {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
constexpr std::uint32_t kTexels = PrefilterTile::kTexels;
constexpr std::uint32_t kChunks = PrefilterTile::kChunks;

using Sums = float[kChunks][3][kTexels];

// Where a symmetry sends the nodes of a face on a level: index = first + i * alongI + j * alongJ.
struct NodeMap
{
    std::int32_t first, alongI, alongJ;

    NodeMap(const NodeGrid::Level& level, const CubeSymmetry::Face& face)
    {
        const auto size = std::int32_t(level.size), last = size - 1;
        const std::int32_t stepI = face.mirrorsI ? -1 : 1, stepJ = face.mirrorsJ ? -size : size;
        first = std::int32_t(level.index(face.face, face.mirrorsI ? last : 0, face.mirrorsJ ? last : 0));
        alongI = face.swaps ? stepJ : stepI;
        alongJ = face.swaps ? stepI : stepJ;
    }
};

// The nodes of an image of a tile.
class NodeLights
{
public:
    explicit NodeLights(const PrefilterSumJob& job) : m_job(job)
    {
        m_maps.reserve(job.grid.levels.size() * job.symmetry.faces.size());
        for (const NodeGrid::Level& level : job.grid.levels)
            for (const CubeSymmetry::Face& face : job.symmetry.faces)
                m_maps.emplace_back(level, face);
    }

    const float* operator[](std::size_t n) const
    {
        const PrefilterNode& node = m_job.tile.nodes[n];
        const NodeMap& map = m_maps[node.place];
        return m_job.source.node(std::uint32_t(map.first + node.i * map.alongI + node.j * map.alongJ));
    }

private:
    const PrefilterSumJob& m_job;
    std::vector<NodeMap> m_maps;
};

using Lanes = hn::CappedTag<float, kTexels>;
using Vector = hn::Vec<Lanes>;
constexpr std::size_t kLanes = hn::MaxLanes(Lanes());                      // texels of a vector
constexpr std::size_t kVectors = kTexels / kLanes;                         // of a node's weights
constexpr std::size_t kAtOnce = kVectors == 1 ? 8 : kVectors == 2 ? 2 : 1; // chunks whose sums registers hold

// A node's weights times each channel of its light.
void addNode(const float* weights, const float* light, Vector (&sums)[3][kVectors])
{
#pragma GCC unroll 16
    for (std::size_t v = 0; v < kVectors; ++v)
    {
        const Vector weight = hn::LoadU(Lanes(), weights + v * kLanes);
#pragma GCC unroll 3
        for (std::size_t c = 0; c < 3; ++c)
            sums[c][v] = hn::Add(sums[c][v], hn::Mul(weight, hn::Set(Lanes(), light[c])));
    }
}

void sumChunks(const PrefilterSumJob& job, const NodeLights& lights, Sums& all)
{
    for (std::size_t chunk = 0; chunk < kChunks; chunk += kAtOnce)
    {
        Vector sums[kAtOnce][3][kVectors];
        for (auto& ofChunk : sums)
            for (auto& ofChannel : ofChunk)
                for (Vector& sum : ofChannel)
                    sum = hn::Zero(Lanes());
        for (std::size_t n = chunk; n < job.tile.nodes.size(); n += kChunks)
        {
#pragma GCC unroll 8
            for (std::size_t i = 0; i < kAtOnce; ++i)
                addNode(&job.tile.weights[(n + i) * kTexels], lights[n + i], sums[i]);
        }
        for (std::size_t i = 0; i < kAtOnce; ++i)
            for (std::size_t c = 0; c < 3; ++c)
                for (std::size_t v = 0; v < kVectors; ++v)
                    hn::StoreU(sums[i][c][v], Lanes(), &all[chunk + i][c][v * kLanes]);
    }
}

} // namespace

void prefilterSum(const PrefilterSumJob& job)
{
    Sums sums;
    sumChunks(job, NodeLights(job), sums);
    for (std::size_t step = 1; step < kChunks; step *= 2) // in pairs, as lanes of a device add them
        for (std::size_t chunk = 0; chunk < kChunks; chunk += 2 * step)
            for (std::size_t c = 0; c < 3; ++c)
                for (std::size_t t = 0; t < kTexels; ++t)
                    sums[chunk][c][t] = sums[chunk][c][t] + sums[chunk + step][c][t];
    const std::array<float, 3> least = job.source.least();
    for (std::size_t t = 0; t < kTexels; ++t)
        for (std::size_t c = 0; c < 3; ++c)
            job.rgb[t][c] = least[c] + std::max(sums[0][c][t], 0.0f);
}

} // namespace HWY_NAMESPACE
} // namespace pn
HWY_AFTER_NAMESPACE();

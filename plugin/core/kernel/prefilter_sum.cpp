// Highway's foreach_target.h compiles this file once per instruction set, each time in another namespace
// (HWY_NAMESPACE).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernel/prefilter_sum.cpp"
#include "core/kernel/simd_config.h"

#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "core/kernel/prefilter_sum.h"

#include <algorithm>
#include <cstring>

// Multiplications and additions alone, so that a device can have the same bits.
HWY_BEFORE_NAMESPACE();
namespace pn {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
constexpr std::uint32_t kTexels = PrefilterTile::kTexels;
constexpr std::uint32_t kChunks = PrefilterTile::kChunks;
constexpr std::uint32_t kFloats = PrefilterSource::kFloats;

static_assert(kTexels == 4); // sum0 to sum3 below
using Sums = float[kChunks][kTexels][kFloats];

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

#if HWY_TARGET == HWY_SCALAR

void sumChunks(const PrefilterSumJob& job, const NodeLights& lights, Sums& sums)
{
    for (std::size_t n = 0; n < job.tile.nodes.size(); ++n)
        for (std::size_t t = 0; t < kTexels; ++t)
            for (std::size_t c = 0; c < kFloats; ++c)
            {
                float& sum = sums[n % kChunks][t][c];
                sum = sum + job.tile.weights[n * kTexels + t] * lights[n][c];
            }
}

#else

using Lanes = hn::CappedTag<float, kChunks / 2 * kFloats>;
constexpr std::size_t kAtOnce = hn::MaxLanes(Lanes()) / kFloats; // chunks that a vector holds

// The lights of kCount nodes behind one another.
template <std::size_t kCount>
auto loadLights(const NodeLights& lights, std::size_t n)
{
    const hn::FixedTag<float, kCount * kFloats> d;
    if constexpr (kCount == 1)
        return hn::LoadU(d, lights[n]);
    else
        return hn::Combine(d, loadLights<kCount / 2>(lights, n + kCount / 2), loadLights<kCount / 2>(lights, n));
}

// A vector holds r g b 0 of one node of each of some chunks.
void sumChunks(const PrefilterSumJob& job, const NodeLights& lights, Sums& sums)
{
    const hn::FixedTag<float, kAtOnce * kFloats> d;
    for (std::size_t chunk = 0; chunk < kChunks; chunk += kAtOnce)
    {
        auto sum0 = hn::Zero(d), sum1 = hn::Zero(d), sum2 = hn::Zero(d), sum3 = hn::Zero(d);
        for (std::size_t n = chunk; n < job.tile.nodes.size(); n += kChunks)
        {
            const auto light = loadLights<kAtOnce>(lights, n);
            const auto weights = hn::LoadU(d, &job.tile.weights[n * kTexels]);
            sum0 = hn::Add(sum0, hn::Mul(hn::Broadcast<0>(weights), light));
            sum1 = hn::Add(sum1, hn::Mul(hn::Broadcast<1>(weights), light));
            sum2 = hn::Add(sum2, hn::Mul(hn::Broadcast<2>(weights), light));
            sum3 = hn::Add(sum3, hn::Mul(hn::Broadcast<3>(weights), light));
        }
        alignas(64) float stored[kTexels][kAtOnce * kFloats];
        hn::StoreU(sum0, d, stored[0]);
        hn::StoreU(sum1, d, stored[1]);
        hn::StoreU(sum2, d, stored[2]);
        hn::StoreU(sum3, d, stored[3]);
        for (std::size_t t = 0; t < kTexels; ++t)
            for (std::size_t c = 0; c < kAtOnce; ++c)
                std::memcpy(sums[chunk + c][t], &stored[t][c * kFloats], sizeof(sums[chunk + c][t]));
    }
}

#endif

} // namespace

void prefilterSum(const PrefilterSumJob& job)
{
    Sums sums = {};
    sumChunks(job, NodeLights(job), sums);
    for (std::size_t t = 0; t < kTexels; ++t)
        for (std::size_t c = 0; c < 3; ++c)
        {
            // In pairs, as neighbouring lanes of a device add them.
            const auto pair = [&](std::size_t chunk) { return sums[chunk][t][c] + sums[chunk + 1][t][c]; };
            const float sum = (pair(0) + pair(2)) + (pair(4) + pair(6));
            job.rgb[t][c] = job.source.least()[c] + std::max(sum, 0.0f);
        }
}

} // namespace HWY_NAMESPACE
} // namespace pn
HWY_AFTER_NAMESPACE();

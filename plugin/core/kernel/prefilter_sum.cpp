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
                sum = sum + job.tile.weights[PrefilterTile::weightAt(n, t)] * lights[n][c];
            }
}

#else

constexpr std::size_t kQuad = PrefilterTile::kQuad;
using Lanes = hn::CappedTag<float, kQuad * kFloats>;
constexpr std::size_t kAtOnce = hn::MaxLanes(Lanes()) / kFloats;              // chunks that a vector holds
constexpr std::size_t kSumsAtOnce = kAtOnce == kQuad ? kTexels : kTexels / 2; // that registers hold

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

// Adds the light of some nodes to the sums of four texels. A vector holds r g b 0 of each node.
template <typename V>
void addQuad(V* sums, V light, V weights)
{
    sums[0] = hn::Add(sums[0], hn::Mul(hn::Broadcast<0>(weights), light));
    sums[1] = hn::Add(sums[1], hn::Mul(hn::Broadcast<1>(weights), light));
    sums[2] = hn::Add(sums[2], hn::Mul(hn::Broadcast<2>(weights), light));
    sums[3] = hn::Add(sums[3], hn::Mul(hn::Broadcast<3>(weights), light));
}

void sumChunks(const PrefilterSumJob& job, const NodeLights& lights, Sums& all)
{
    const hn::FixedTag<float, kAtOnce * kFloats> d;
    using V = decltype(hn::Zero(d));
    for (std::size_t chunk = 0; chunk < kChunks; chunk += kAtOnce)
        for (std::size_t first = 0; first < kTexels; first += kSumsAtOnce)
        {
            V sums[kSumsAtOnce];
            for (V& sum : sums)
                sum = hn::Zero(d);
            for (std::size_t n = chunk; n < job.tile.nodes.size(); n += kChunks)
            {
                const V light = loadLights<kAtOnce>(lights, n);
                for (std::size_t t = 0; t < kSumsAtOnce; t += kQuad)
                    addQuad(sums + t, light, hn::LoadU(d, &job.tile.weights[PrefilterTile::weightAt(n, first + t)]));
            }
            for (std::size_t t = 0; t < kSumsAtOnce; ++t)
            {
                alignas(64) float stored[kAtOnce * kFloats];
                hn::StoreU(sums[t], d, stored);
                for (std::size_t c = 0; c < kAtOnce; ++c)
                    std::memcpy(all[chunk + c][first + t], &stored[c * kFloats], sizeof(all[chunk + c][first + t]));
            }
        }
}

#endif

} // namespace

void prefilterSum(const PrefilterSumJob& job)
{
    Sums sums = {};
    sumChunks(job, NodeLights(job), sums);
    const std::array<float, 3> least = job.source.least();
    for (std::size_t t = 0; t < kTexels; ++t)
        for (std::size_t c = 0; c < 3; ++c)
        {
            for (std::size_t step = 1; step < kChunks; step *= 2) // in pairs, as lanes of a device add them
                for (std::size_t chunk = 0; chunk < kChunks; chunk += 2 * step)
                    sums[chunk][t][c] = sums[chunk][t][c] + sums[chunk + step][t][c];
            job.rgb[t][c] = least[c] + std::max(sums[0][t][c], 0.0f);
        }
}

} // namespace HWY_NAMESPACE
} // namespace pn
HWY_AFTER_NAMESPACE();

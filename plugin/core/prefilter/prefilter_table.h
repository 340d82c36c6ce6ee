#pragma once

#include "core/aligned_vector.h"
#include "core/parallel.h"
#include "core/prefilter/lobe.h"
#include "core/prefilter/node_grid.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace pn {

// Of PrefilterMip. With 1e-4 the lobe is wrong by some 1.5e-4 per steradian at most, and no texel of a source without
// negative radiance by more than 4 pi times that of the source's mean, .2 %. In real time it is the rms over a mip that
// stays below 1 % of the mean, even where all light is one sun's. A narrow lobe is wrong near its peak alone, a wide
// one all over the sphere.
constexpr double toleranceOf(PnEffort effort, PnLobe lobe, float roughness)
{
    const bool isNarrow = lobe == PN_LOBE_GGX && roughness < 0.4f;
    return effort == PN_EFFORT_BAKED ? 1e-4 : isNarrow ? 3e-3 : 1.8e-3;
}

// How one mip of a prefiltered cubemap is made of its source.
struct PrefilterMip
{
    std::uint32_t sourceSize = 0; // texels per edge of a face
    std::uint32_t size = 0;       // of this mip; at most sourceSize
    PnLobe lobe = PN_LOBE_GGX;
    float roughness = 0;  // perceptual
    double tolerance = 0; // how far the lobe, per steradian, may be off in any direction

    bool operator==(const PrefilterMip&) const = default;
    bool isMirror() const { return roughness == 0 && lobe == PN_LOBE_GGX; } // means of the source's texels
    bool isCopy() const { return isMirror() && size == sourceSize; }
};

struct PrefilterNode
{
    std::uint16_t i = 0, j = 0;
    std::uint32_t place = 0; // level * 6 + face
};

// A tile of 4 x 4 texels of a mip, on face 0. The 48 symmetries of the cube map it to all others that read their nodes
// with the same weights.
struct PrefilterTile
{
    static constexpr std::uint32_t kSize = 4;
    static constexpr std::uint32_t kTexels = kSize * kSize;
    static constexpr std::uint32_t kChunks = 16; // node n is of chunk n % kChunks; each chunk is summed on its own

    std::uint32_t x = 0, y = 0;           // of its first texel
    std::span<const PrefilterNode> nodes; // a multiple of kChunks; those added for that have the weight 0
    std::span<const float> weights;       // [node][texel], texels row by row; they begin with a cache line
    std::shared_ptr<const void> memory;   // in which both lie

    // Keeps copies of nodes and their weights, and adds nodes of no weight until the chunks are equally long.
    void keep(std::span<const PrefilterNode> theNodes, std::span<const float> theWeights);
};

struct LobeScratch;
struct LobeWeightsJob;
using MakeLobeWeights = void (*)(const LobeWeightsJob& job); // one of SimdTarget's

// The tiles of a mip whose images cover it: those of one eighth of face 0.
class PrefilterTiles
{
public:
    // The grid is one of the source's size; it must outlive this.
    PrefilterTiles(const PrefilterMip& mip, const NodeGrid& grid, MakeLobeWeights makeWeights);

    const PrefilterMip& mip() const { return m_mip; }
    const NodeGrid& grid() const { return m_grid; }
    std::uint32_t count() const { return m_count; }

    PrefilterTile place(std::uint32_t index) const; // a tile without nodes

    // Calculates a tile. Threads may call it at the same time, each with memory of its own.
    PrefilterTile make(std::uint32_t index, LobeScratch& scratch) const;

    // Whether a symmetry maps a tile to texels that no symmetry before it does.
    static bool isNeeded(const PrefilterTile& tile, const CubeSymmetry& symmetry);

private:
    PrefilterMip m_mip;
    const NodeGrid& m_grid;
    MakeLobeWeights m_makeWeights;
    LobeDensity m_density;
    std::uint32_t m_tilesPerEdge, m_count;
};

// The tiles of each of some mips, none for copies, by the team's threads. Empty if the caller wants to stop.
std::vector<std::vector<PrefilterTile>> makePrefilterTiles(std::span<const PrefilterMip> mips, const NodeGrid& grid,
                                                           MakeLobeWeights makeWeights, WorkerTeam& team,
                                                           const WorkerTeam::ShouldStop& shouldStop = {});

} // namespace pn

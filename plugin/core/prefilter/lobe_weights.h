#pragma once

#include "core/prefilter/lobe.h"
#include "core/prefilter/node_blocks.h"
#include "core/prefilter/node_grid.h"
#include "core/prefilter/prefilter_table.h"

#include <vector>

namespace pn {

// What a thread works the weights of a tile out in. It is kept from tile to tile, since fresh memory costs a thread
// more than the work in it.
struct LobeScratch
{
    NodeValues values, valuesAbove;
    std::vector<TileValues> window, rows, interpolated;
    std::vector<PrefilterNode> nodes; // of the tile
    std::vector<TileValues> kept;     // per node
    std::vector<float> weights;
};

// Fills in the nodes and weights of a tile of a mip that has a lobe.
struct LobeWeightsJob
{
    const PrefilterMip& mip;
    const NodeGrid& grid;
    const LobeDensity& density;
    LobeScratch& scratch;
    PrefilterTile& tile;
};

} // namespace pn

#pragma once

#include "core/kernel/prefilter_source.h"
#include "core/prefilter/prefilter_table.h"

namespace pn {

using TileRgb = std::array<std::array<float, 3>, PrefilterTile::kTexels>;

// One image of a tile.
struct PrefilterSumJob
{
    const NodeGrid& grid;
    const PrefilterTile& tile;
    const CubeSymmetry& symmetry;
    const PrefilterSource& source;
    TileRgb& rgb; // out
};

} // namespace pn

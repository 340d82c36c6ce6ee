#pragma once

#include "core/kernel/prefilter_source.h"
#include "core/prefilter/prefilter_table.h"

#include <array>
#include <span>

namespace pn {

using TileRgb = std::array<std::array<float, 3>, PrefilterTile::kTexels>;

// Some images of a tile.
struct PrefilterSumJob
{
    const NodeGrid& grid;
    const PrefilterTile& tile;
    std::span<const CubeSymmetry* const> symmetries; // one for each image
    const PrefilterSource& source;
    std::span<TileRgb> images; // out
};

} // namespace pn

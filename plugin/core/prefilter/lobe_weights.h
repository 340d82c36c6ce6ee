#pragma once

#include "core/prefilter/lobe.h"
#include "core/prefilter/node_grid.h"
#include "core/prefilter/prefilter_table.h"

namespace pn {

// Fills in the nodes and weights of a tile of a mip that has a lobe.
void makeLobeWeights(const PrefilterMip& mip, const NodeGrid& grid, const LobeDensity& density, PrefilterTile& tile);

} // namespace pn

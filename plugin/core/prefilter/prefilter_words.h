#pragma once

#include "core/prefilter/node_grid.h"
#include "core/prefilter/prefilter_table.h"

#include <cstdint>
#include <span>
#include <vector>

namespace pn {

// What prefilter_sum.comp reads beside lights, for mips of one source, as shared/prefilter_sum.h has it.
struct PrefilterWords
{
    PrefilterWords(const NodeGrid& grid, std::span<const std::vector<PrefilterTile>> mips); // the tiles of each

    std::vector<std::uint32_t> words; // levels, the images of the faces, tiles, nodes
    std::vector<float> weights;
    std::uint32_t symmetryOffset = 0;
    std::vector<std::uint32_t> tileOffsets; // of each mip, and where the nodes begin

private:
    void addTiles(std::span<const PrefilterTile> tiles);
    void addWeights(const PrefilterTile& tile);
};

} // namespace pn

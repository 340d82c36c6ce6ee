#include "core/prefilter/prefilter_words.h"

#include <algorithm>

namespace pn {

PrefilterWords::PrefilterWords(const NodeGrid& grid, std::span<const std::vector<PrefilterTile>> mips)
{
    for (const NodeGrid::Level& level : grid.levels)
        words.insert(words.end(), {level.first, level.size});
    symmetryOffset = std::uint32_t(words.size());
    for (const CubeSymmetry& symmetry : cubeSymmetries())
        for (const CubeSymmetry::Face& face : symmetry.faces)
            words.push_back(face.face | std::uint32_t(face.swaps) << 3 | std::uint32_t(face.mirrorsI) << 4 |
                            std::uint32_t(face.mirrorsJ) << 5);
    tileOffsets.push_back(std::uint32_t(words.size()));
    for (const std::vector<PrefilterTile>& tiles : mips)
        addTiles(tiles);
    for (const std::vector<PrefilterTile>& tiles : mips)
        for (const PrefilterTile& tile : tiles)
            for (const PrefilterNode& node : tile.nodes)
                words.insert(words.end(), {std::uint32_t(node.i) | std::uint32_t(node.j) << 16, node.place});
}

// [node / 4][texel / 4][node % 4][texel % 4]: a lane reads four weights of a node, and lanes beside it of the next
// ones.
void PrefilterWords::addWeights(const PrefilterTile& tile)
{
    constexpr std::size_t kQuad = 4, kTexels = PrefilterTile::kTexels;
    const std::size_t begin = weights.size();
    weights.resize(begin + tile.weights.size());
    float* to = &weights[begin];
    for (std::size_t node = 0; node < tile.nodes.size(); node += kQuad)
        for (std::size_t texel = 0; texel < kTexels; texel += kQuad)
            for (std::size_t i = 0; i < kQuad; ++i, to += kQuad)
                std::copy_n(&tile.weights[(node + i) * kTexels + texel], kQuad, to);
}

void PrefilterWords::addTiles(std::span<const PrefilterTile> tiles)
{
    for (const PrefilterTile& tile : tiles)
    {
        const auto first = std::uint32_t(weights.size() / PrefilterTile::kTexels);
        addWeights(tile);
        words.insert(words.end(), {tile.x, tile.y, first, first + std::uint32_t(tile.nodes.size())});
    }
    tileOffsets.push_back(std::uint32_t(words.size()));
}

} // namespace pn

#include "lab/algorithms/transpose.h"

#include "lab/shaders/lab_transpose.h"

#include <algorithm>
#include <bit>

namespace pn::lab {
namespace {

using namespace pn::shared;

constexpr std::uint32_t kBound = 0; // the number of the row that shows what bounds the others
constexpr std::uint32_t kMostLanes = 1024;

struct TileKernel
{
    std::string_view name;
    std::vector<std::uint32_t> constants;
    std::uint32_t side; // of a tile
};

TileKernel kernelOf(const Rung& rung, std::uint32_t maxGroupSize)
{
    if (rung.number == 1)
        return {"transpose_naive", {}, kLabTransposeSide};
    if (rung.number == 2 || rung.number == 3)
        return {"transpose_tiled", {rung.number == 3 ? 1u : 0u}, kLabTransposeSide};
    const std::uint32_t lanes = std::bit_floor(std::clamp(maxGroupSize, 32u, kMostLanes));
    return {"transpose_blocks", {lanes, rung.number == kBound ? 1u : 0u}, kLabBlocksSide};
}

} // namespace

Recording planTranspose(const Rung& rung, std::uint32_t rows, std::uint32_t columns, std::uint32_t maxGroupSize)
{
    Recording recording{2, {}, {}};
    const TileKernel kernel = kernelOf(rung, maxGroupSize);
    const std::uint32_t groups = blocksOf(rows, kernel.side) * blocksOf(columns, kernel.side);
    if (groups != 0)
        recording.commands.push_back(Dispatch{kernel.name,
                                              kernel.constants,
                                              {0, 1, kNoBuffer, kNoBuffer},
                                              wordsOf(LabTransposeParams{rows, columns}),
                                              groups});
    return recording;
}

std::vector<std::uint32_t> transposeOnCpu(const Rung& rung, std::span<const std::uint32_t> words, std::uint32_t rows,
                                          std::uint32_t columns)
{
    constexpr std::uint32_t kSide = kLabBlocksSide, kBlock = 4;
    const bool isAligned = rows % kBlock == 0 && columns % kBlock == 0;
    std::vector<std::uint32_t> results(words.size());
    for (std::uint32_t y = 0; y < rows; ++y)
        for (std::uint32_t x = 0; x < columns; ++x)
        {
            const std::uint32_t left = x / kSide * kSide, top = y / kSide * kSide; // of the tile
            const bool stays = rung.number == kBound && isAligned && left + kSide <= columns && top + kSide <= rows;
            const std::uint32_t toX = top + (stays ? (x - left) / kBlock * kBlock + y % kBlock : y - top);
            const std::uint32_t toY = left + (stays ? (y - top) / kBlock * kBlock + x % kBlock : x - left);
            results[std::size_t{toY} * rows + toX] = words[std::size_t{y} * columns + x];
        }
    return results;
}

} // namespace pn::lab

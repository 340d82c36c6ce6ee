#pragma once

#include "lab/algorithms/algorithm.h"
#include "lab/algorithms/recording.h"

#include <vector>

// The transpose of a matrix of words that lies row by row.
namespace pn::lab {

// naive: straight to their places; tiled: through shared memory; padded: without conflicts of its banks; blocks:
// through registers; bound: as blocks, but each block of 4 x 4 words of a whole tile stays at its place in the tile
std::span<const AlgorithmRung> transposeRungs();

// Buffers 0 and 1 are rows * columns words each. maxGroupSize: the device's, in lanes.
Recording planTranspose(const AlgorithmRung& rung, std::uint32_t rows, std::uint32_t columns,
                        std::uint32_t maxGroupSize = 256);

// The rung's twin.
std::vector<std::uint32_t> transposeOnCpu(const AlgorithmRung& rung, std::span<const std::uint32_t> words,
                                          std::uint32_t rows, std::uint32_t columns);

} // namespace pn::lab

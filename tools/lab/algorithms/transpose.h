#pragma once

#include "lab/algorithms/algorithm.h"
#include "lab/algorithms/recording.h"

#include <vector>

// The transpose of a matrix of words that lies row by row.
namespace pn::lab {

// naive: straight to their places; tiled: through shared memory; padded: without conflicts of its banks
std::span<const AlgorithmRung> transposeRungs();

// Buffers 0 and 1 are rows * columns words each.
Recording planTranspose(const AlgorithmRung& rung, std::uint32_t rows, std::uint32_t columns);

// The twin of all rungs.
std::vector<std::uint32_t> transposeOnCpu(std::span<const std::uint32_t> words, std::uint32_t rows,
                                          std::uint32_t columns);

} // namespace pn::lab

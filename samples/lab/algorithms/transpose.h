#pragma once

#include "lab/algorithms/recording.h"

#include <vector>

// The transpose of a matrix of words that lies row by row.
namespace pn::lab {

// Buffers 0 and 1 are rows * columns words each. maxGroupSize: the device's, in lanes.
Recording planTranspose(const Rung& rung, std::uint32_t rows, std::uint32_t columns, std::uint32_t maxGroupSize = 256);

// The rung's twin.
std::vector<std::uint32_t> transposeOnCpu(const Rung& rung, std::span<const std::uint32_t> words, std::uint32_t rows,
                                          std::uint32_t columns);

} // namespace pn::lab

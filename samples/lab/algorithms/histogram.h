#pragma once

#include "lab/algorithms/recording.h"
#include "lab/shaders/lab_histogram.h"

#include <vector>

// Counts of RGBA16F texels by the logarithm of their luminance, in 2^binBits bins over 64 octaves from 2^-32 on;
// binBits is 8 to 16.
namespace pn::lab {

// What the plan needs to know about the device.
struct HistogramLimits
{
    std::uint32_t groupSize = 256;
    std::uint32_t sharedBytes = 16384; // per group; the least that Vulkan allows
};

// Buffers 0 and 1 are count texels, padded to a multiple of 16 bytes, and the bins.
Recording planHistogram(const Rung& rung, std::uint32_t binBits, std::uint32_t count, const HistogramLimits& limits);

// The twin of all rungs: integers have no order. words: two per texel.
std::vector<std::uint32_t> histogramOnCpu(std::uint32_t binBits, std::span<const std::uint32_t> words);

} // namespace pn::lab

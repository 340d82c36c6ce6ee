#pragma once

#include "lab/algorithms/recording.h"
#include "lab/shaders/lab_histogram.h"

#include <vector>

// Counts of elements by bin.
namespace pn::lab {

enum class HistogramSource : std::uint32_t
{
    Words = shared::kLabSourceWords,        // by their highest bits
    Luminance = shared::kLabSourceLuminance // RGBA16F texels, on a logarithmic scale of 64 octaves from 2^-32 on
};

struct HistogramShape
{
    HistogramSource source = HistogramSource::Words;
    std::uint32_t binBits = 8; // log2 of the number of bins, 8 to 16

    std::uint32_t binCount() const { return 1u << binBits; }
    std::uint32_t elementBytes() const { return source == HistogramSource::Words ? 4 : 8; }
};

// What the plan needs to know about the device.
struct HistogramLimits
{
    std::uint32_t groupSize = 256;
    std::uint32_t sharedBytes = 16384; // per group; the least that Vulkan allows
};

// Buffers 0 and 1 are count elements, padded to a multiple of 16 bytes, and the bins.
Recording planHistogram(const Rung& rung, const HistogramShape& shape, std::uint32_t count,
                        const HistogramLimits& limits);

// The twin of all rungs: integers have no order. words: two per texel.
std::vector<std::uint32_t> histogramOnCpu(const HistogramShape& shape, std::span<const std::uint32_t> words);

} // namespace pn::lab

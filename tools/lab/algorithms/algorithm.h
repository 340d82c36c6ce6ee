#pragma once

#include "lab/shaders/lab_histogram.h"

#include <cstdint>
#include <span>
#include <string_view>

// What scan, histogram, compaction, segmented sums and transpose have in common, and what a caller chooses of them. No
// Vulkan: commands of the tool include it.
namespace pn::lab {

// What a device must have for a rung.
struct Needs
{
    bool shuffle = false;
    bool ballot = false; // and votes
    bool arithmetic = false;
    bool memoryModel = false; // Vulkan's, with device scope
};

// One step of an algorithm's ladder.
struct AlgorithmRung
{
    std::string_view name;
    std::uint32_t number;
    Needs needs;
};

enum class ScanKind : std::uint32_t
{
    Inclusive,
    Exclusive // without the element itself; the first result is the identity
};

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

const AlgorithmRung* findRung(std::span<const AlgorithmRung> rungs, std::string_view name); // null for an unknown one

} // namespace pn::lab

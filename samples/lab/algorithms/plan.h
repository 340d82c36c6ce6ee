// What each rung asks of a device, as data.
#pragma once

#include "lab/algorithms/operators.h"
#include "lab/algorithms/recording.h"

namespace pn::lab {

// How the groups of a chained rung wait for each other.
struct ChainTuning
{
    std::uint32_t patience = 64; // polls before a group computes the total that it waits for
    bool isReversed = false;     // tiles are taken from the last to the first: no tile finds the one before it begun
};

// A task for a ladder. Elements lie in buffer 0, and results go to buffer 1.
struct Task
{
    Algorithm algorithm;
    std::uint32_t count = 0;  // elements; of a histogram, texels of two words each
    Operator op{};            // of reductions, scans and segmented sums
    bool isExclusive = false; // of scans: an element is not in its own result
    bool isMasked = false;    // of a compaction: by a mask, else by the threshold
    std::uint32_t threshold = 0;
    std::uint32_t binBits = 8;      // of a histogram: 2^binBits bins
    std::uint32_t columns = 1;      // of a transpose
    std::uint32_t segmentCount = 0; // of segmented sums, whose offsets lie in buffer 2
    std::uint32_t groupSize = 256;  // lanes, a power of two, 16 to 1024; a transpose has its own
    ChainTuning chain{};

    // What the plan needs to know about the device.
    bool hasFloatAtomics = false;
    std::uint32_t sharedBytes = 16384; // per group; the least that Vulkan allows
    std::uint32_t maxGroupSize = 128;

    // A segmented scan has flags, and a masked compaction a mask, of one word per element, from this word of buffer 0
    // on.
    bool hasSecondPlane() const { return algorithm == Algorithm::SegmentedScan || isMasked; }
    std::uint32_t secondPlane() const { return (count + 63) / 64 * 64; }
    std::uint32_t wordsPerElement() const;
    std::uint32_t resultWords() const; // that buffer 1 must hold, partials included
};

// The lanes of a rung's groups.
std::uint32_t groupSizeOf(const Task& task);

// Of a reduction buffer 2 has 16 words, 0 before the first run. Of a compaction its first word is how many are kept.
// Results may not lie over elements.
Recording plan(const Rung& rung, const Task& task);

// The parts of it.
Recording planReduction(const Rung& rung, const Task& task);
Recording planScan(const Rung& rung, const Task& task); // segmented, too
Recording planHistogram(const Rung& rung, const Task& task);
Recording planCompaction(const Rung& rung, const Task& task);
Recording planSegmentedSum(const Rung& rung, const Task& task);
Recording planTranspose(const Rung& rung, const Task& task);

// Adds the scan of rung `subgroups`, in place and exclusive, of unsigned sums.
void addScanOfCounts(Recording& recording, std::uint32_t groupSize, std::uint32_t count, BufferNumber counts);

// Push constants, and the specialization constants of every kernel with an operator.
shared::LabParams paramsOf(const Task& task, std::uint32_t groups, std::uint32_t extra = 0);
Constants operatorConstants(std::uint32_t groupSize, const Operator& op);

// As many lanes as the largest GPU tried runs at once.
inline constexpr std::uint32_t kStridingLanes = 132 * 2048;

} // namespace pn::lab

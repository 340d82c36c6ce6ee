#pragma once

#include "lab/ladder/ladder.h"

#include "lab/algorithms/operators.h"
#include "lab/algorithms/scan.h"

#include <cstdint>
#include <string>
#include <vector>

// Measures reduction and its relatives: scan, histogram, compaction, segmented sums, transpose. Elements lie in the
// device's memory, and its clock counts.
namespace pn::bench {

enum class SegmentLengths
{
    Uniform,   // 1 to 4096
    LogUniform // 1 to 4096, short ones more often
};

// Elements are words; of histogram, texels.
struct AlgorithmSettings : LadderSettings
{
    lab::Operator op = lab::Operator::SumUint;           // of reduce, scan and segmented
    std::uint32_t threads = 0;                           // of reduce on the CPU; 0: one for each processor
    lab::ScanKind kind = lab::ScanKind::Inclusive;       // of scan
    std::uint32_t binBits = 8;                           // of histogram
    std::vector<std::uint32_t> histogramWords;           // what it counts, repeated; empty: random ones
    std::string histogramInput = "random";               // a name for them
    double keptShare = 0.01;                             // of compaction
    SegmentLengths lengths = SegmentLengths::LogUniform; // of segmented
    std::uint32_t columns = 0;                           // of transpose; 0: as many as there are rows, about
};

struct AlgorithmReport
{
    std::string bench; // "scan"
    std::string what;  // "inclusive scan, sum-uint, of 33554432 words (128 MiB)"
    std::string limit; // "copy" or "read"
    std::uint64_t elements = 0;
    std::uint64_t checkedElements = 0; // over which rungs are compared with their twins
    std::uint32_t runs = 0;
    LadderPart device;
};

AlgorithmReport benchAlgorithm(lab::Algorithm algorithm, std::uint32_t deviceIndex, const AlgorithmSettings& settings);

// The ladder of reductions on the CPU, elements in memory, in wall-clock time.
LadderPart reduceOnCpu(const AlgorithmSettings& settings);

} // namespace pn::bench

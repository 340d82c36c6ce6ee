#pragma once

#include "lab/bench/statistics.h"

#include "lab/algorithms/algorithm.h"
#include "lab/algorithms/operators.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

// Measures the relatives of reduction: scan, histogram, compaction, segmented sums, transpose. Elements lie in the
// device's memory, and its clock counts.
namespace pn::bench {

enum class SegmentLengths
{
    Uniform,    // 1 to 4096
    LogUniform, // 1 to 4096, short ones more often
    Single      // one segment
};

struct AlgorithmSettings
{
    std::uint64_t elements = 0; // words, or texels of a luminance histogram; 0: several times a cache of the device
    std::uint32_t runs = 20;    // the median counts
    std::vector<std::string> variants; // names of rungs; empty: all
    std::function<void(const std::string& name)> onRung;

    lab::Operator op = lab::Operator::SumUint;           // of scan and segmented
    lab::ScanKind kind = lab::ScanKind::Inclusive;       // of scan
    lab::HistogramShape histogram{};                     // its bins and what it counts
    std::vector<std::uint32_t> histogramWords;           // what it counts, repeated; empty: random ones
    std::string histogramInput = "random";               // a name for them
    double keptShare = 0.01;                             // of compaction
    SegmentLengths lengths = SegmentLengths::LogUniform; // of segmented
};

enum class Algorithm
{
    Scan,
    Histogram,
    Compact,
    Segmented,
    Transpose
};

struct AlgorithmRow
{
    std::uint32_t number = 0;
    std::string name;
    std::string unsupported;  // why it was not run
    std::uint32_t passes = 0; // dispatches
    Spread seconds{};
    double bytesPerSecond = 0; // of what must be read and written, however often a rung does
    double share = 0;          // of the limit
    bool isRight = true;       // equals the twin, over as many elements as the report says
    bool sameBits = true;      // ten runs out of ten, likewise

    bool isSupported() const { return unsupported.empty(); }
};

struct AlgorithmReport
{
    std::string bench; // "scan"
    std::string what;  // "inclusive scan, sum-uint, of 33554432 words (128 MiB)"
    std::string device, driver;
    std::string limitName; // "copy" or "read"
    double limit = 0;      // bytes a second, measured beside the rows over as many bytes
    std::uint64_t elements = 0;
    std::uint64_t checkedElements = 0;
    std::uint32_t runs = 0;
    std::vector<AlgorithmRow> rows;
};

std::span<const lab::AlgorithmRung> rungsOf(Algorithm algorithm);

AlgorithmReport benchAlgorithm(Algorithm algorithm, std::uint32_t deviceIndex, const AlgorithmSettings& settings);

} // namespace pn::bench

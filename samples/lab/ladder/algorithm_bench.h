#pragma once

#include "bench/statistics.h"

#include "lab/algorithms/operators.h"
#include "lab/algorithms/scan.h"

#include <cstdint>
#include <functional>
#include <optional>
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
struct AlgorithmSettings
{
    std::uint64_t elements = 0;                          // 0: several times a cache of the device
    std::uint32_t runs = 20;                             // the median counts
    std::function<void(const std::string& name)> onRung; // before each
    lab::Operator op = lab::Operator::SumUint;           // of reduce, scan and segmented
    lab::ScanKind kind = lab::ScanKind::Inclusive;       // of scan
    std::uint32_t binBits = 8;                           // of histogram
    std::vector<std::uint32_t> histogramWords;           // what it counts, repeated; empty: random ones
    std::string histogramInput = "random";               // a name for them
    double keptShare = 0.01;                             // of compaction
    SegmentLengths lengths = SegmentLengths::LogUniform; // of segmented
    std::uint32_t columns = 0;                           // of transpose; 0: as many as there are rows, about
};

// What is found out about one rung.
struct RungRow
{
    std::uint32_t number = 0; // 0 of a bound
    std::string name;
    std::string unsupported; // why it was not run
    std::uint32_t passes = 1;
    Speed speed{};
    bool sameBits = true;          // in several runs
    bool isRight = true;           // equals its twin; of a reduction counts the error instead
    std::optional<double> error{}; // of a reduction, relative to the sum in double precision
    std::uint64_t bits = 0;        // the reduction's result
    std::uint32_t words = 1;       // of 32 bits, that the result has

    bool isSupported() const { return unsupported.empty(); }
};

struct AlgorithmReport
{
    std::string bench; // "scan"
    std::string what;  // "inclusive scan, sum-uint, of 33554432 words (128 MiB)"
    std::string limit; // "copy" or "read"
    std::uint64_t elements = 0;
    std::uint64_t checkedElements = 0; // over which rungs are compared with their twins
    std::uint32_t runs = 0;
    std::string device;
    std::string driver;
    std::vector<RungRow> rows;
};

AlgorithmReport benchAlgorithm(lab::Algorithm algorithm, std::uint32_t deviceIndex, const AlgorithmSettings& settings);

} // namespace pn::bench

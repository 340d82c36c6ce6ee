#include "lab/ladder/algorithm_cases.h"

#include "lab/algorithms/compact.h"
#include "lab/algorithms/histogram.h"
#include "lab/algorithms/reduction.h"
#include "lab/algorithms/scan.h"
#include "lab/algorithms/segmented.h"
#include "lab/algorithms/transpose.h"
#include "lab/ladder/inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace pn::bench {
namespace {

using lab::Algorithm;
using lab::Operator;
using lab::Rung;

// "128 MiB"
std::string bytesText(std::uint64_t bytes)
{
    return bytes >= 1u << 20 ? fmt::format("{} MiB", bytes >> 20) : fmt::format("{} KiB", bytes >> 10);
}

std::string sizeText(std::uint64_t words)
{
    return fmt::format("{} words ({})", words, bytesText(4 * words));
}

std::string operatorName(Operator op)
{
    return lab::operatorNames()[std::size_t(op)];
}

AlgorithmCase reduceCase(const AlgorithmSettings& settings, const DeviceFacts& device)
{
    constexpr std::uint32_t kGroupSize = 512;
    const Operator op = settings.op;
    const std::uint32_t groupSize = std::min(kGroupSize, device.maxGroupSize);
    return {.name = "reduce",
            .wordsPerElement = lab::wordsOf(op),
            .block = makeBlock(op),
            .describe =
                [=](std::uint64_t elements) {
                    return fmt::format("{} of {} {} ({}), groups of {}", operatorName(op), elements,
                                       lab::isFloat(op) ? "floats" : "uints",
                                       bytesText(4 * lab::wordsOf(op) * elements), groupSize);
                },
            .movedBytes = [=](std::uint64_t elements) { return 4 * lab::wordsOf(op) * elements; },
            .resultWords = [=](std::uint64_t elements) { return lab::reductionWords(op, std::uint32_t(elements)); },
            .third = [](std::uint64_t) { return Words(1); },
            .plan =
                [=, hasFloatAtomics = device.hasFloatAtomics](const Rung& rung, std::uint64_t elements) {
                    return lab::planReduction(rung, op, groupSize, std::uint32_t(elements), hasFloatAtomics);
                },
            .groupSize = groupSize,
            .valueWords = lab::wordsOf(op),
            .error =
                [=](std::uint64_t bits, std::uint64_t elements) {
                    return lab::relativeError(op, bits, lab::referenceResult(op, makeBlock(op), elements));
                }};
}

AlgorithmCase scanCase(const AlgorithmSettings& settings)
{
    const Operator op = settings.op;
    const lab::ScanKind kind = settings.kind;
    return {.name = "scan",
            .copies = true,
            .block = makeBlock(op),
            .describe =
                [=](std::uint64_t elements) {
                    return std::string(kind == lab::ScanKind::Inclusive ? "inclusive" : "exclusive") + " scan, " +
                           operatorName(op) + ", of " + sizeText(elements);
                },
            .movedBytes = [](std::uint64_t elements) { return 8 * elements; },
            .plan = [=](const Rung& rung,
                        std::uint64_t elements) { return lab::planScan(rung, op, kind, std::uint32_t(elements)); },
            .expected = [=](const Rung& rung, const Words& input) { return lab::scanOnCpu(rung, op, kind, input); }};
}

// Luminances of 12 octaves, each texel on its own.
Words randomTexels()
{
    Words words(std::size_t{1} << 22);
    std::mt19937 random(1);
    for (std::uint32_t& word : words)
        word = (std::uint32_t(random()) & 0x2fff2fffu) + 0x20002000u;
    return words;
}

AlgorithmCase histogramCase(const AlgorithmSettings& settings, const DeviceFacts& device)
{
    const std::uint32_t binBits = settings.binBits, bins = 1u << binBits;
    const lab::HistogramLimits limits{std::min(512u, device.maxGroupSize), device.sharedBytes};
    return {.name = "histogram",
            .wordsPerElement = 2,
            .block = settings.histogramWords.empty() ? randomTexels() : settings.histogramWords,
            .describe =
                [=, input = settings.histogramInput](std::uint64_t elements) {
                    return fmt::format("histogram of {} bins over {} RGBA16F texels by luminance, {}", bins, elements,
                                       input);
                },
            .movedBytes = [](std::uint64_t elements) { return 8 * elements; },
            .roundElements = [](std::uint64_t elements) { return (elements + 3) / 4 * 4; },
            .resultWords = [=](std::uint64_t) { return bins; },
            .plan =
                [=](const Rung& rung, std::uint64_t elements) {
                    return lab::planHistogram(rung, binBits, std::uint32_t(elements), limits);
                },
            .expected = [=](const Rung&, const Words& input) { return lab::histogramOnCpu(binBits, input); }};
}

AlgorithmCase compactCase(const AlgorithmSettings& settings)
{
    const double share = settings.keptShare;
    const auto threshold = std::uint32_t(std::min((1.0 - share) * 0x1p32, 0x1p32 - 1.0));
    return {
        .name = "compact",
        .block = makeBlock(Operator::SumUint),
        .describe =
            [=](std::uint64_t elements) {
                return fmt::format("compaction of {}, of which {:.3g} % are kept", sizeText(elements), share * 100.0);
            },
        .movedBytes =
            [=](std::uint64_t elements) { return 4 * elements + std::uint64_t(4.0 * share * double(elements)); },
        .third = [](std::uint64_t) { return Words(1); },
        .plan = [=](const Rung& rung,
                    std::uint64_t elements) { return lab::planCompact(rung, std::uint32_t(elements), threshold); },
        .expected = [=](const Rung& rung, const Words& input) { return lab::compactOnCpu(rung, input, threshold); }};
}

// Offsets of segments of random lengths.
Words segmentOffsets(SegmentLengths lengths, std::uint64_t elements)
{
    std::mt19937 random(2);
    Words offsets = {0};
    while (offsets.back() < elements)
    {
        const auto word = std::uint32_t(random());
        const std::uint64_t length = lengths == SegmentLengths::Uniform
                                         ? 1 + (word >> 20)
                                         : std::uint64_t(std::exp2(12.0 * double(word) * 0x1p-32));
        offsets.push_back(std::uint32_t(std::min<std::uint64_t>(elements, offsets.back() + length)));
    }
    return offsets;
}

AlgorithmCase segmentedCase(const AlgorithmSettings& settings)
{
    constexpr const char* kNames[] = {"uniform in 1 to 4096", "log-uniform in 1 to 4096"};
    const Operator op = settings.op;
    const std::string name = kNames[std::size_t(settings.lengths)];
    const auto offsets = [lengths = settings.lengths](std::uint64_t elements) {
        return segmentOffsets(lengths, elements);
    };
    const auto segments = [=](std::uint64_t elements) { return std::uint32_t(offsets(elements).size() - 1); };
    return {
        .name = "segmented",
        .block = makeBlock(op),
        .describe =
            [=](std::uint64_t elements) {
                return "segmented " + operatorName(op) + " of " + sizeText(elements) + " in " +
                       std::to_string(segments(elements)) + " segments, lengths " + name;
            },
        .movedBytes = [=](std::uint64_t elements) { return 4 * elements + 8ull * segments(elements); },
        .resultWords = segments,
        .third = offsets,
        .plan =
            [=](const Rung& rung, std::uint64_t elements) {
                return lab::planSegmentedSum(rung, op, std::uint32_t(elements), segments(elements));
            },
        .expected = [=](const Rung& rung,
                        const Words& input) { return lab::segmentedSumOnCpu(rung, op, input, offsets(input.size())); }};
}

// The matrix has the columns that were asked for, or is as near to a square as a multiple of 32 columns allows.
AlgorithmCase transposeCase(const AlgorithmSettings& settings, const DeviceFacts& device)
{
    const auto columns = [asked = settings.columns](std::uint64_t elements) {
        return asked != 0 ? asked : std::max(32u, std::uint32_t(std::sqrt(double(elements))) / 32 * 32);
    };
    const auto rows = [=](std::uint64_t elements) { return std::max(1u, std::uint32_t(elements / columns(elements))); };
    return {.name = "transpose",
            .copies = true,
            .block = makeBlock(Operator::SumUint),
            .describe =
                [=](std::uint64_t elements) {
                    return fmt::format("transpose of {} x {} words", rows(elements), columns(elements));
                },
            .movedBytes = [](std::uint64_t elements) { return 8 * elements; },
            .roundElements = [=](std::uint64_t elements) { return std::uint64_t{rows(elements)} * columns(elements); },
            .plan =
                [=, most = device.maxGroupSize](const Rung& rung, std::uint64_t elements) {
                    return lab::planTranspose(rung, rows(elements), columns(elements), most);
                },
            .expected =
                [=](const Rung& rung, const Words& input) {
                    return lab::transposeOnCpu(rung, input, rows(input.size()), columns(input.size()));
                }};
}

} // namespace

AlgorithmCase makeCase(lab::Algorithm algorithm, const AlgorithmSettings& settings, const DeviceFacts& device)
{
    switch (algorithm)
    {
    case Algorithm::Reduce: return reduceCase(settings, device);
    case Algorithm::Scan: return scanCase(settings);
    case Algorithm::Histogram: return histogramCase(settings, device);
    case Algorithm::Compact: return compactCase(settings);
    case Algorithm::Segmented: return segmentedCase(settings);
    default: return transposeCase(settings, device);
    }
}

} // namespace pn::bench

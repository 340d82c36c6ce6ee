#include "lab/ladder/algorithm_cases.h"

#include "lab/algorithms/compact.h"
#include "lab/algorithms/histogram.h"
#include "lab/algorithms/scan.h"
#include "lab/algorithms/segmented.h"
#include "lab/algorithms/transpose.h"
#include "lab/ladder/reduce.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>

namespace pn::bench {
namespace {

using lab::Algorithm;
using lab::Operator;
using lab::Recording;
using lab::Rung;

std::string sizeText(std::uint64_t words)
{
    const double bytes = 4.0 * double(words);
    const bool isLarge = bytes >= 1 << 20;
    return std::to_string(words) + " words (" + std::to_string(std::uint64_t(bytes / (isLarge ? 1 << 20 : 1 << 10))) +
           (isLarge ? " MiB)" : " KiB)");
}

std::string operatorName(Operator op)
{
    return lab::operatorNames()[std::size_t(op)];
}

class ScanCase : public AlgorithmCase
{
public:
    explicit ScanCase(const AlgorithmSettings& settings) : m_operator(settings.op), m_kind(settings.kind) {}

    std::string name() const override { return "scan"; }
    std::string describe(std::uint64_t elements) const override
    {
        return std::string(m_kind == lab::ScanKind::Inclusive ? "inclusive" : "exclusive") + " scan, " +
               operatorName(m_operator) + ", of " + sizeText(elements);
    }
    bool copies() const override { return true; }
    std::uint64_t movedBytes(std::uint64_t elements) const override { return 8 * elements; }
    Words block() const override { return makeBlock(m_operator); }
    std::uint64_t resultWords(std::uint64_t elements) const override { return elements; }
    Words third(std::uint64_t) const override { return {}; }
    Recording plan(const Rung& rung, std::uint64_t elements) const override
    {
        return lab::planScan(rung, m_operator, m_kind, std::uint32_t(elements));
    }
    Words expected(const Rung& rung, const Words& input) const override
    {
        return lab::scanOnCpu(rung, m_operator, m_kind, input);
    }

private:
    Operator m_operator;
    lab::ScanKind m_kind;
};

class HistogramCase : public AlgorithmCase
{
public:
    HistogramCase(const AlgorithmSettings& settings, const DeviceFacts& device)
        : m_shape(settings.histogram), m_words(settings.histogramWords),
          m_input(settings.histogramInput), m_limits{std::min(512u, device.maxGroupSize), device.sharedBytes}
    {
        if (m_words.empty())
            m_words = m_shape.source == lab::HistogramSource::Words ? makeBlock(Operator::SumUint) : randomTexels();
    }

    std::string name() const override { return "histogram"; }
    std::string describe(std::uint64_t elements) const override
    {
        const bool isWords = m_shape.source == lab::HistogramSource::Words;
        return "histogram of " + std::to_string(m_shape.binCount()) + " bins over " + std::to_string(elements) +
               (isWords ? " words" : " RGBA16F texels by luminance") + ", " + m_input;
    }
    bool copies() const override { return false; }
    std::uint64_t wordsPerElement() const override { return m_shape.elementBytes() / 4; }
    std::uint64_t movedBytes(std::uint64_t elements) const override { return m_shape.elementBytes() * elements; }
    std::uint64_t roundElements(std::uint64_t elements) const override { return (elements + 3) / 4 * 4; }
    Words block() const override { return m_words; }
    std::uint64_t resultWords(std::uint64_t) const override { return m_shape.binCount(); }
    Words third(std::uint64_t) const override { return {}; }
    Recording plan(const Rung& rung, std::uint64_t elements) const override
    {
        return lab::planHistogram(rung, m_shape, std::uint32_t(elements), m_limits);
    }
    Words expected(const Rung&, const Words& input) const override { return lab::histogramOnCpu(m_shape, input); }

private:
    // Luminances of 12 octaves, each texel on its own.
    static Words randomTexels()
    {
        Words words(std::size_t{1} << 22);
        std::mt19937 random(1);
        for (std::uint32_t& word : words)
            word = (std::uint32_t(random()) & 0x2fff2fffu) + 0x20002000u;
        return words;
    }

    lab::HistogramShape m_shape;
    Words m_words;
    std::string m_input;
    lab::HistogramLimits m_limits;
};

class CompactCase : public AlgorithmCase
{
public:
    explicit CompactCase(const AlgorithmSettings& settings)
        : m_share(settings.keptShare), m_threshold(std::uint32_t(std::min((1.0 - m_share) * 0x1p32, 0x1p32 - 1.0)))
    {
    }

    std::string name() const override { return "compact"; }
    std::string describe(std::uint64_t elements) const override
    {
        char percent[32];
        std::snprintf(percent, sizeof(percent), "%.3g %%", m_share * 100.0);
        return "compaction of " + sizeText(elements) + ", of which " + percent + " are kept";
    }
    bool copies() const override { return false; }
    std::uint64_t movedBytes(std::uint64_t elements) const override
    {
        return 4 * elements + std::uint64_t(4.0 * m_share * double(elements));
    }
    Words block() const override { return makeBlock(Operator::SumUint); }
    std::uint64_t resultWords(std::uint64_t elements) const override { return elements; }
    Words third(std::uint64_t) const override { return Words(1); }
    Recording plan(const Rung& rung, std::uint64_t elements) const override
    {
        return lab::planCompact(rung, std::uint32_t(elements), m_threshold);
    }
    Words expected(const Rung& rung, const Words& input) const override
    {
        return lab::compactOnCpu(rung, input, m_threshold);
    }

private:
    double m_share;
    std::uint32_t m_threshold;
};

class SegmentedCase : public AlgorithmCase
{
public:
    explicit SegmentedCase(const AlgorithmSettings& settings) : m_operator(settings.op), m_lengths(settings.lengths) {}

    std::string name() const override { return "segmented"; }
    std::string describe(std::uint64_t elements) const override
    {
        constexpr const char* kNames[] = {"uniform in 1 to 4096", "log-uniform in 1 to 4096", "all"};
        return "segmented " + operatorName(m_operator) + " of " + sizeText(elements) + " in " +
               std::to_string(third(elements).size() - 1) + " segments, lengths " + kNames[std::size_t(m_lengths)];
    }
    bool copies() const override { return false; }
    std::uint64_t movedBytes(std::uint64_t elements) const override
    {
        return 4 * elements + 8 * (third(elements).size() - 1);
    }
    Words block() const override { return makeBlock(m_operator); }
    std::uint64_t resultWords(std::uint64_t elements) const override { return third(elements).size() - 1; }
    Words third(std::uint64_t elements) const override
    {
        std::mt19937 random(2);
        Words offsets = {0};
        while (offsets.back() < elements)
        {
            const auto word = std::uint32_t(random());
            const std::uint64_t length = m_lengths == SegmentLengths::Uniform ? 1 + (word >> 20)
                                         : m_lengths == SegmentLengths::LogUniform
                                             ? std::uint64_t(std::exp2(12.0 * double(word) * 0x1p-32))
                                             : elements;
            offsets.push_back(std::uint32_t(std::min<std::uint64_t>(elements, offsets.back() + length)));
        }
        return offsets;
    }
    Recording plan(const Rung& rung, std::uint64_t elements) const override
    {
        return lab::planSegmentedSum(rung, m_operator, std::uint32_t(elements),
                                     std::uint32_t(third(elements).size() - 1));
    }
    Words expected(const Rung& rung, const Words& input) const override
    {
        return lab::segmentedSumOnCpu(rung, m_operator, input, third(input.size()));
    }

private:
    Operator m_operator;
    SegmentLengths m_lengths;
};

// The matrix has the columns that were asked for, or is as near to a square as a multiple of 32 columns allows.
class TransposeCase : public AlgorithmCase
{
public:
    TransposeCase(const AlgorithmSettings& settings, const DeviceFacts& device)
        : m_columns(settings.columns), m_maxGroupSize(device.maxGroupSize)
    {
    }

    std::string name() const override { return "transpose"; }
    std::string describe(std::uint64_t elements) const override
    {
        return "transpose of " + std::to_string(rowsOf(elements)) + " x " + std::to_string(columnsOf(elements)) +
               " words";
    }
    bool copies() const override { return true; }
    std::uint64_t movedBytes(std::uint64_t elements) const override { return 8 * elements; }
    std::uint64_t roundElements(std::uint64_t elements) const override
    {
        return std::uint64_t{rowsOf(elements)} * columnsOf(elements);
    }
    Words block() const override { return makeBlock(Operator::SumUint); }
    std::uint64_t resultWords(std::uint64_t elements) const override { return elements; }
    Words third(std::uint64_t) const override { return {}; }
    Recording plan(const Rung& rung, std::uint64_t elements) const override
    {
        return lab::planTranspose(rung, rowsOf(elements), columnsOf(elements), m_maxGroupSize);
    }
    Words expected(const Rung& rung, const Words& input) const override
    {
        return lab::transposeOnCpu(rung, input, rowsOf(input.size()), columnsOf(input.size()));
    }

private:
    std::uint32_t columnsOf(std::uint64_t elements) const
    {
        return m_columns != 0 ? m_columns : std::max(32u, std::uint32_t(std::sqrt(double(elements))) / 32 * 32);
    }
    std::uint32_t rowsOf(std::uint64_t elements) const
    {
        return std::max(1u, std::uint32_t(elements / columnsOf(elements)));
    }

    std::uint32_t m_columns;
    std::uint32_t m_maxGroupSize;
};

} // namespace

std::unique_ptr<AlgorithmCase> makeCase(lab::Algorithm algorithm, const AlgorithmSettings& settings,
                                        const DeviceFacts& device)
{
    switch (algorithm)
    {
    case Algorithm::Scan: return std::make_unique<ScanCase>(settings);
    case Algorithm::Histogram: return std::make_unique<HistogramCase>(settings, device);
    case Algorithm::Compact: return std::make_unique<CompactCase>(settings);
    case Algorithm::Segmented: return std::make_unique<SegmentedCase>(settings);
    default: return std::make_unique<TransposeCase>(settings, device);
    }
}

} // namespace pn::bench

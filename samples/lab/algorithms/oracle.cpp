#include "lab/algorithms/oracle.h"

#include <algorithm>
#include <bit>

namespace pn::lab {
namespace {

double scanError(const Task& task, const Inputs& inputs, std::span<const std::uint32_t> results)
{
    double most = 0.0;
    Exact before = exactIdentity(task.op);
    for (std::size_t i = 0; i < task.count; ++i)
    {
        if (task.algorithm == Algorithm::SegmentedScan && inputs.second[i] != 0)
            before = exactIdentity(task.op);
        const Exact own = combine(task.op, before, exactElement(task.op, inputs.elements[i]));
        most = std::max(most, relativeError(task.op, results[i], task.isExclusive ? before : own));
        before = own;
    }
    return most;
}

double segmentError(const Task& task, const Inputs& inputs, std::span<const std::uint32_t> results)
{
    double most = 0.0;
    for (std::size_t s = 0; s < task.segmentCount; ++s)
    {
        const std::uint32_t begin = inputs.third[s], size = inputs.third[s + 1] - begin;
        const Exact exact = reduceExactly(task.op, std::span(inputs.elements).subspan(begin, size), size);
        most = std::max(most, relativeError(task.op, results[s], exact));
    }
    return most;
}

double wrongShare(std::span<const std::uint32_t> expected, std::span<const std::uint32_t> results)
{
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < expected.size(); ++i)
        wrong += expected[i] != results[i] ? 1 : 0;
    return expected.empty() ? 0.0 : double(wrong) / double(expected.size());
}

// A half float by its parts. Negative ones and NaN count as 0, infinity as the largest.
float channelOf(std::uint32_t bits)
{
    const std::uint32_t magnitude = bits & 0x7fffu, exponent = magnitude >> 10, mantissa = magnitude & 0x3ffu;
    if ((bits & 0x8000u) != 0 || magnitude > 0x7c00u)
        return 0.0f;
    if (magnitude == 0x7c00u)
        return 65504.0f;
    return exponent == 0 ? float(mantissa) * 0x1p-24f : std::bit_cast<float>((exponent + 112u) << 23 | mantissa << 13);
}

std::uint32_t luminanceBin(std::uint32_t redGreen, std::uint32_t blueAlpha, std::uint32_t binBits)
{
    const float red = channelOf(redGreen & 0xffffu) * 0.2126f, green = channelOf(redGreen >> 16) * 0.7152f;
    const float blue = channelOf(blueAlpha & 0xffffu) * 0.0722f;
    const auto bits = std::bit_cast<std::uint32_t>((red + green) + blue);
    if (bits < shared::kLabScaleFirstBits)
        return 0;
    const std::uint32_t shift = 23 + shared::kLabScaleOctaveBits - binBits;
    return std::min((bits - shared::kLabScaleFirstBits) >> shift, (1u << binBits) - 1);
}

Words histogramOf(const Task& task, const Words& texels)
{
    Words bins(std::size_t{1} << task.binBits);
    for (std::size_t i = 0; i < task.count; ++i)
        ++bins[luminanceBin(texels[2 * i], texels[2 * i + 1], task.binBits)];
    return bins;
}

Words keptOf(const Task& task, const Inputs& inputs)
{
    Words kept;
    for (std::size_t i = 0; i < task.count; ++i)
        if (task.isMasked ? inputs.second[i] != 0 : inputs.elements[i] >= task.threshold)
            kept.push_back(inputs.elements[i]);
    return kept;
}

Words transposeOf(const Task& task, const Words& elements)
{
    const std::size_t columns = task.columns, rows = task.count / columns;
    Words results(rows * columns);
    for (std::size_t y = 0; y < rows; ++y)
        for (std::size_t x = 0; x < columns; ++x)
            results[x * rows + y] = elements[y * columns + x];
    return results;
}

// A tree over elements first to first + size - 1; size is a power of two.
class PairwiseTree
{
public:
    PairwiseTree(const Operator& op, std::span<const std::uint32_t> words, std::uint64_t count)
        : m_op(op), m_words(words), m_elements(words.size() / op.words()), m_count(count)
    {
        if (count >= m_elements)
            m_block = reduceHalves(0, m_elements);
    }

    std::uint64_t reduce(std::uint64_t first, std::uint64_t size) const
    {
        if (first >= m_count)
            return identity(m_op);
        return size == m_elements && first + size <= m_count ? m_block : reduceHalves(first, size);
    }

private:
    std::uint64_t reduceHalves(std::uint64_t first, std::uint64_t size) const
    {
        if (size == 1)
            return elementAt(m_op, m_words, first % m_elements);
        return combine(m_op, reduce(first, size / 2), reduce(first + size / 2, size / 2));
    }

    Operator m_op;
    std::span<const std::uint32_t> m_words;
    std::uint64_t m_elements, m_count, m_block = 0;
};

} // namespace

Exact reduceExactly(const Operator& op, std::span<const std::uint32_t> words, std::uint64_t count)
{
    const auto reduceFirst = [&](std::uint64_t elements) {
        Exact result = exactIdentity(op);
        for (std::uint64_t i = 0; i < elements; ++i)
            result = combine(op, result, exactElement(op, elementAt(op, words, i)));
        return result;
    };
    const std::uint64_t elements = words.size() / op.words();
    if (elements == 0)
        return exactIdentity(op);
    const Exact whole = count >= elements ? reduceFirst(elements) : Exact{};
    Exact result = reduceFirst(count % elements);
    for (std::uint64_t i = 0; i < count / elements; ++i)
        result = combine(op, result, whole);
    return result;
}

std::uint64_t reduceSerially(const Operator& op, std::span<const std::uint32_t> words, std::uint64_t count)
{
    std::uint64_t result = identity(op);
    for (std::uint64_t i = 0; i < count; ++i)
        result = combine(op, result, elementAt(op, words, i % (words.size() / op.words())));
    return result;
}

std::uint64_t reducePairwise(const Operator& op, std::span<const std::uint32_t> words, std::uint64_t count)
{
    return PairwiseTree(op, words, count).reduce(0, std::bit_ceil(std::max<std::uint64_t>(1, count)));
}

double errorOf(const Task& task, const Inputs& inputs, std::span<const std::uint32_t> results, std::uint32_t kept)
{
    switch (task.algorithm)
    {
    case Algorithm::Histogram: return wrongShare(histogramOf(task, inputs.elements), results);
    case Algorithm::SegmentedSum: return segmentError(task, inputs, results);
    case Algorithm::Transpose: return wrongShare(transposeOf(task, inputs.elements), results);
    case Algorithm::Compact: {
        const Words expected = keptOf(task, inputs);
        return kept == expected.size() ? wrongShare(expected, results) : 1.0;
    }
    default: return scanError(task, inputs, results);
    }
}

} // namespace pn::lab

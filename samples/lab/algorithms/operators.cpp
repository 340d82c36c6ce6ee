#include "lab/algorithms/operators.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>

namespace pn::lab {
namespace {

Reference combine(Operator op, const Reference& a, const Reference& b)
{
    const std::uint64_t sum = a.word + b.word;
    return {.number = a.number + b.number, .word = op == Operator::SumUint ? std::uint32_t(sum) : sum};
}

Reference reduceElements(Operator op, std::span<const std::uint32_t> words)
{
    Reference result;
    for (std::size_t i = 0; i < words.size(); i += wordsOf(op))
    {
        const std::uint64_t word = words[i] | (wordsOf(op) == 2 ? std::uint64_t{words[i + 1]} << 32 : 0);
        result = combine(op, result,
                         isFloat(op) ? Reference{.number = double(std::bit_cast<float>(words[i]))}
                                     : Reference{.word = word});
    }
    return result;
}

} // namespace

std::vector<std::string> operatorNames()
{
    return {"sum", "sum-uint", "sum-uint64"};
}

bool isFloat(Operator op)
{
    return op == Operator::SumFloat;
}

std::uint32_t wordsOf(Operator op)
{
    return op == Operator::SumUint64 ? 2 : 1;
}

void fillRandom(std::span<std::uint32_t> words, Operator op)
{
    std::mt19937 random(1);
    for (std::uint32_t& word : words)
    {
        word = std::uint32_t(random());
        if (op == Operator::SumFloat)
            word = std::bit_cast<std::uint32_t>(float(word >> 8) * 0x1p-24f);
    }
}

Reference referenceResult(Operator op, std::span<const std::uint32_t> words, std::uint64_t count)
{
    const std::uint64_t elements = words.size() / wordsOf(op), rest = count % elements;
    const Reference whole = reduceElements(op, words);
    Reference result = reduceElements(op, words.first(rest * wordsOf(op)));
    for (std::uint64_t i = 0; i < count / elements; ++i)
        result = combine(op, result, whole);
    return result;
}

double relativeError(Operator op, std::uint64_t result, const Reference& reference)
{
    if (!isFloat(op))
    {
        const auto [least, most] = std::minmax(result, reference.word);
        return double(most - least) / double(std::max<std::uint64_t>(reference.word, 1));
    }
    const double value = std::bit_cast<float>(std::uint32_t(result));
    if (value == reference.number) // infinities, too
        return 0.0;
    return std::abs(value - reference.number) /
           std::max(std::abs(reference.number), std::numeric_limits<double>::min());
}

} // namespace pn::lab

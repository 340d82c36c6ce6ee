#include "lab/algorithms/operators.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>

namespace pn::lab {
namespace {

constexpr std::uint32_t kInfinityBits = 0x7f800000u;
constexpr std::uint32_t kSignBit = 0x80000000u;
constexpr std::uint32_t kOneBits = 0x3f800000u;

double combineNumbers(Operator op, double a, double b)
{
    switch (op)
    {
    case Operator::MinFloat: return std::min(a, b);
    case Operator::MaxFloat: return std::max(a, b);
    case Operator::ProductFloat: return a * b;
    default: return a + b;
    }
}

std::uint64_t combineWords(Operator op, std::uint64_t a, std::uint64_t b)
{
    switch (op)
    {
    case Operator::MinUint: return std::min(a, b);
    case Operator::MaxUint: return std::max(a, b);
    case Operator::And: return a & b;
    case Operator::Or: return a | b;
    case Operator::Xor: return a ^ b;
    case Operator::SumUint: return std::uint32_t(a + b);
    default: return a + b;
    }
}

Reference combine(Operator op, const Reference& a, const Reference& b)
{
    return isFloat(op) ? Reference{.number = combineNumbers(op, a.number, b.number)}
                       : Reference{.word = combineWords(op, a.word, b.word)};
}

Reference reduceElements(Operator op, std::span<const std::uint32_t> words)
{
    const auto load = [op](std::uint32_t low, std::uint32_t high) {
        return isFloat(op) ? Reference{.number = double(std::bit_cast<float>(low))}
                           : Reference{.word = std::uint64_t{high} << 32 | low};
    };
    Reference result = load(identity(op), 0);
    for (std::size_t i = 0; i < words.size(); i += wordsOf(op))
        result = combine(op, result, load(words[i], wordsOf(op) == 2 ? words[i + 1] : 0));
    return result;
}

} // namespace

std::vector<std::string> operatorNames()
{
    std::vector<std::string> names = wordOperatorNames();
    names.emplace_back("sum-uint64");
    return names;
}

std::vector<std::string> wordOperatorNames()
{
    return {"sum", "min", "max", "product", "sum-uint", "min-uint", "max-uint", "and", "or", "xor"};
}

bool isFloat(Operator op)
{
    return op <= Operator::ProductFloat;
}

std::uint32_t wordsOf(Operator op)
{
    return op == Operator::SumUint64 ? 2 : 1;
}

std::uint32_t identity(Operator op)
{
    switch (op)
    {
    case Operator::MinFloat: return kInfinityBits;
    case Operator::MaxFloat: return kSignBit | kInfinityBits;
    case Operator::ProductFloat: return kOneBits;
    case Operator::MinUint:
    case Operator::And: return ~0u;
    default: return 0;
    }
}

void fillRandom(std::span<std::uint32_t> words, Operator op)
{
    std::mt19937 random(1);
    for (std::size_t i = 0; i < words.size(); ++i)
    {
        const auto word = std::uint32_t(random());
        switch (op)
        {
        case Operator::SumFloat: words[i] = std::bit_cast<std::uint32_t>(float(word >> 8) * 0x1p-24f); break;
        case Operator::MinFloat:
        case Operator::MaxFloat: words[i] = (word & (kSignBit | 0x03ffffffu)) + 0x3e000000u; break; // 2^-3 to 2^5
        case Operator::ProductFloat: words[i] = kOneBits | (word & kSignBit); break;
        case Operator::And: words[i] = word | 0x0f0f0f0fu; break; // else nothing is left to compare
        case Operator::Or: words[i] = word & 0x0f0f0f0fu; break;
        default: words[i] = word; break;
        }
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

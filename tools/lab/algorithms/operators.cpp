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

double asNumber(Operator op, std::uint32_t word)
{
    return isFloat(op) ? double(std::bit_cast<float>(word)) : double(word);
}

std::uint32_t combineBits(Operator op, std::uint32_t a, std::uint32_t b)
{
    switch (op)
    {
    case Operator::And: return a & b;
    case Operator::Or: return a | b;
    case Operator::Xor: return a ^ b;
    default: return a + b;
    }
}

double combineNumbers(Operator op, double a, double b)
{
    switch (op)
    {
    case Operator::SumFloat: return a + b;
    case Operator::ProductFloat: return a * b;
    case Operator::MinFloat:
    case Operator::MinUint: return std::min(a, b);
    case Operator::MaxFloat:
    case Operator::MaxUint: return std::max(a, b);
    default: return double(combineBits(op, std::uint32_t(a), std::uint32_t(b)));
    }
}

double reduceNumbers(Operator op, std::span<const std::uint32_t> words)
{
    double result = asNumber(op, identity(op));
    for (const std::uint32_t word : words)
        result = combineNumbers(op, result, asNumber(op, word));
    return result;
}

} // namespace

std::vector<std::string> operatorNames()
{
    return {"sum", "min", "max", "product", "sum-uint", "min-uint", "max-uint", "and", "or", "xor"};
}

bool isFloat(Operator op)
{
    return op <= Operator::ProductFloat;
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

double referenceResult(Operator op, std::span<const std::uint32_t> words, std::uint64_t count)
{
    const std::uint64_t repeats = count / words.size();
    const double whole = reduceNumbers(op, words);
    double result = reduceNumbers(op, words.first(count % words.size()));
    for (std::uint64_t i = 0; i < repeats; ++i)
        result = combineNumbers(op, result, whole);
    return result;
}

double relativeError(Operator op, std::uint32_t result, double reference)
{
    const double value = asNumber(op, result);
    if (value == reference)
        return 0.0;
    return std::abs(value - reference) / std::max(std::abs(reference), std::numeric_limits<double>::min());
}

} // namespace pn::lab

#pragma once

#include "lab/shaders/lab_reduce.h"

#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace pn::lab {

// What a vector is reduced with. Values travel as 32-bit words: the bits of floats for the first four, pairs of words
// for the last one.
enum class Operator : std::uint32_t
{
    SumFloat = shared::kLabSumFloat,
    MinFloat = shared::kLabMinFloat,
    MaxFloat = shared::kLabMaxFloat,
    ProductFloat = shared::kLabProductFloat,
    SumUint = shared::kLabSumUint,
    MinUint = shared::kLabMinUint,
    MaxUint = shared::kLabMaxUint,
    And = shared::kLabAnd,
    Or = shared::kLabOr,
    Xor = shared::kLabXor,
    SumUint64 = shared::kLabSumUint64 // modulo 2^64; an element is two words, the lower one first
};

// In the order of the enum: "sum", "min", "max", "product", then "sum-uint" and so on.
std::vector<std::string> operatorNames();

// The same without the last one: those whose values are single words.
std::vector<std::string> wordOperatorNames();

bool isFloat(Operator op);

// 32-bit words of an element, and of a result.
std::uint32_t wordsOf(Operator op);

// The bits of the value that the operator leaves as it is, and so the result over no elements. For a pair
// it is each of the two words.
std::uint32_t identity(Operator op);

// One step of an operator of single words, as samples/lab/shaders/operators.glsl has it: values as bits, rounded once.
inline std::uint32_t combine(Operator op, std::uint32_t a, std::uint32_t b)
{
    const auto x = std::bit_cast<float>(a), y = std::bit_cast<float>(b);
    switch (op)
    {
    case Operator::SumFloat: return std::bit_cast<std::uint32_t>(x + y);
    case Operator::MinFloat: return y < x ? b : a;
    case Operator::MaxFloat: return x < y ? b : a;
    case Operator::ProductFloat: return std::bit_cast<std::uint32_t>(x * y);
    case Operator::SumUint: return a + b;
    case Operator::MinUint: return b < a ? b : a;
    case Operator::MaxUint: return a < b ? b : a;
    case Operator::And: return a & b;
    case Operator::Or: return a | b;
    default: return a ^ b;
    }
}

// What to measure with: random and ordinary, so that no sum overflows and no product leaves the range.
void fillRandom(std::span<std::uint32_t> words, Operator op);

// What results are compared with.
struct Reference
{
    double number = 0.0;    // of floats, in double precision
    std::uint64_t word = 0; // of all others, exact
};

// The result over the elements in words, repeated up to count elements. There is no part of an element in words.
Reference referenceResult(Operator op, std::span<const std::uint32_t> words, std::uint64_t count);

// How far a result is from the reference, relative to it. The bits of a result of 32 bits are the lower ones.
double relativeError(Operator op, std::uint64_t result, const Reference& reference);

} // namespace pn::lab

#pragma once

#include "lab/shaders/lab_reduce.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace pn::lab {

// What a vector is reduced with. Values travel as 32-bit words, floats as their bits. 0 is the sum of nothing.
enum class Operator : std::uint32_t
{
    SumFloat = shared::kLabSumFloat,
    SumUint = shared::kLabSumUint,
    SumUint64 = shared::kLabSumUint64 // modulo 2^64; an element is two words, the lower one first
};

// In the order of the enum: "sum", "sum-uint", "sum-uint64".
std::vector<std::string> operatorNames();

bool isFloat(Operator op);

// 32-bit words of an element, and of a result.
std::uint32_t wordsOf(Operator op);

// What to measure with: random floats from 0 to 1, or any words.
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

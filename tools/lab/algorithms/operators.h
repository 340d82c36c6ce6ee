#pragma once

#include "lab/shaders/lab_reduce.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace pn::lab {

// What a vector is reduced with. Values travel as 32-bit words: the bits of floats for the first four.
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
    Xor = shared::kLabXor
};

// In the order of the enum: "sum", "min", "max", "product", then "sum-uint" and so on.
std::vector<std::string> operatorNames();

bool isFloat(Operator op);

// The bits of the value that the operator leaves as it is, and so the result over no elements.
std::uint32_t identity(Operator op);

// What to measure with: random and ordinary, so that no sum overflows and no product leaves the range.
void fillRandom(std::span<std::uint32_t> words, Operator op);

// The result over words repeated up to count, in double precision for floats: what results are compared with.
double referenceResult(Operator op, std::span<const std::uint32_t> words, std::uint64_t count);

// How far a result is from the reference, relative to it.
double relativeError(Operator op, std::uint32_t result, double reference);

} // namespace pn::lab

#pragma once

#include "lab/algorithms/operators.h"

#include <bit>

namespace pn::lab {

// One step of an operator, as tools/lab/shaders/operators.glsl has it: values as bits, rounded once.
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

} // namespace pn::lab

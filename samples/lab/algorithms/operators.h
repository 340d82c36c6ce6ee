// What elements are combined with: an associative operator on a type. Values travel as bits.
#pragma once

#include "lab/shaders/lab.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace pn::lab {

enum class Type : std::uint32_t
{
    Float = shared::kLabFloat,
    Int = shared::kLabInt,
    Uint = shared::kLabUint,
    Uint64 = shared::kLabUint64 // an element is two words, the lower one first; it has the sum alone, modulo 2^64
};

enum class Function : std::uint32_t
{
    Sum = shared::kLabSum,
    Product = shared::kLabProduct,
    Min = shared::kLabMin,
    Max = shared::kLabMax,
    And = shared::kLabAnd, // of integers, like the next two
    Or = shared::kLabOr,
    Xor = shared::kLabXor
};

struct Operator
{
    Type type = Type::Float;
    Function function = Function::Sum;

    std::uint32_t words() const { return type == Type::Uint64 ? 2 : 1; } // of 32 bits, per element
    bool exists() const;
    bool rounds() const; // so its result depends on the order
};

std::vector<std::string> typeNames();     // in the order of the enum
std::vector<std::string> functionNames(); // likewise
std::string nameOf(const Operator& op);   // "sum of floats"

std::uint64_t identity(const Operator& op);
std::uint64_t combine(const Operator& op, std::uint64_t a, std::uint64_t b);

// The element of an array, as bits.
std::uint64_t elementAt(const Operator& op, std::span<const std::uint32_t> words, std::size_t i);

// A result that nothing was rounded for.
struct Exact
{
    double number = 0.0;    // of floats, in double precision
    std::uint64_t bits = 0; // of integers
};

Exact exactIdentity(const Operator& op);
Exact combine(const Operator& op, const Exact& a, const Exact& b);
Exact exactElement(const Operator& op, std::uint64_t bits);

// How far a result is from the exact one, relative to it.
double relativeError(const Operator& op, std::uint64_t bits, const Exact& exact);

} // namespace pn::lab

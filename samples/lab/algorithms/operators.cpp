#include "lab/algorithms/operators.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace pn::lab {
namespace {

template <typename Number>
Number apply(Function function, Number a, Number b)
{
    switch (function)
    {
    case Function::Sum: return a + b;
    case Function::Product: return a * b;
    case Function::Min: return std::min(a, b);
    default: return std::max(a, b);
    }
}

std::uint32_t applyToWords(const Operator& op, std::uint32_t a, std::uint32_t b)
{
    const bool isOrder = op.function == Function::Min || op.function == Function::Max;
    switch (op.function)
    {
    case Function::And: return a & b;
    case Function::Or: return a | b;
    case Function::Xor: return a ^ b;
    default: break;
    }
    return isOrder && op.type == Type::Int
               ? std::uint32_t(apply(op.function, std::int32_t(a), std::int32_t(b)))
               : apply(op.function, a, b); // sums and products of signed integers have the same bits
}

// The number that the bits of an integer stand for.
double numberOf(Type type, std::uint64_t bits)
{
    return type == Type::Int ? double(std::int32_t(bits)) : double(bits);
}

float asFloat(std::uint64_t bits)
{
    return std::bit_cast<float>(std::uint32_t(bits));
}

} // namespace

bool Operator::exists() const
{
    return type == Type::Float ? function <= Function::Max : type != Type::Uint64 || function == Function::Sum;
}

bool Operator::rounds() const
{
    return type == Type::Float && function <= Function::Product;
}

std::vector<std::string> typeNames()
{
    return {"float", "int", "uint", "uint64"};
}

std::vector<std::string> functionNames()
{
    return {"sum", "product", "min", "max", "and", "or", "xor"};
}

std::string nameOf(const Operator& op)
{
    return functionNames()[std::size_t(op.function)] + " of " + typeNames()[std::size_t(op.type)] + "s";
}

std::uint64_t identity(const Operator& op)
{
    const bool isFloat = op.type == Type::Float, isInt = op.type == Type::Int;
    switch (op.function)
    {
    case Function::Product: return isFloat ? std::bit_cast<std::uint32_t>(1.0f) : 1u;
    case Function::Min: return isFloat ? 0x7f800000u : isInt ? 0x7fffffffu : ~0u; // infinity for floats
    case Function::Max: return isFloat ? 0xff800000u : isInt ? 0x80000000u : 0u;
    case Function::And: return ~0u;
    default: return 0u;
    }
}

std::uint64_t combine(const Operator& op, std::uint64_t a, std::uint64_t b)
{
    if (op.type == Type::Uint64)
        return a + b;
    if (op.type == Type::Float)
        return std::bit_cast<std::uint32_t>(apply(op.function, asFloat(a), asFloat(b)));
    return applyToWords(op, std::uint32_t(a), std::uint32_t(b));
}

std::uint64_t elementAt(const Operator& op, std::span<const std::uint32_t> words, std::size_t i)
{
    return op.type == Type::Uint64 ? words[2 * i] | std::uint64_t{words[2 * i + 1]} << 32 : words[i];
}

Exact exactIdentity(const Operator& op)
{
    return exactElement(op, identity(op));
}

Exact exactElement(const Operator& op, std::uint64_t bits)
{
    return op.type == Type::Float ? Exact{.number = double(asFloat(bits))} : Exact{.bits = bits};
}

Exact combine(const Operator& op, const Exact& a, const Exact& b)
{
    if (op.type == Type::Float)
        return {.number = apply(op.function, a.number, b.number)};
    return {.bits = combine(op, a.bits, b.bits)};
}

double relativeError(const Operator& op, std::uint64_t bits, const Exact& exact)
{
    const bool isFloat = op.type == Type::Float;
    const double value = isFloat ? double(asFloat(bits)) : numberOf(op.type, bits);
    const double expected = isFloat ? exact.number : numberOf(op.type, exact.bits);
    if (isFloat ? value == expected : bits == exact.bits) // infinities, too
        return 0.0;
    return std::max(std::abs(value - expected), std::numeric_limits<double>::min()) /
           std::max(std::abs(expected), isFloat ? std::numeric_limits<double>::min() : 1.0);
}

} // namespace pn::lab

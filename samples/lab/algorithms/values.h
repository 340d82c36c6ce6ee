// Elements to measure and to test with.
#pragma once

#include "lab/algorithms/oracle.h"

namespace pn::lab {

enum class Values
{
    Random,         // of an order of magnitude
    SmallAmongLarge // one in 1024 is a million times as large as the others
};

enum class Lengths
{
    Uniform,   // 1 to 4096
    LogUniform // 1 to 4096, short ones more often
};

inline constexpr std::size_t kBlockWords = std::size_t{1} << 22; // that inputs repeat

// Words that neither make a product overflow nor leave nothing of an And or an Or.
Words makeElements(const Operator& op, Values values = Values::Random, std::size_t words = kBlockWords);

// 1 with this probability, else 0.
Words makeMarks(double probability, std::size_t words = kBlockWords);

// RGBA16F with luminances of 12 octaves, each texel on its own.
Words makeTexels(std::size_t words = kBlockWords);

// Of so many elements in segments; the last one may be shorter.
Words makeOffsets(Lengths lengths, std::uint64_t elements);

// What a device gets of a repeated block.
Words repeated(std::span<const std::uint32_t> block, std::uint64_t words);

} // namespace pn::lab

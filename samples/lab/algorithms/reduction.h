#pragma once

#include "lab/algorithms/operators.h"
#include "lab/algorithms/recording.h"

// What a vector comes to.
namespace pn::lab {

// Buffers 0 to 2 are count elements; reductionWords() words, of which the first are the result; and one word, which is
// 0 before the first run and after each. groupSize is a power of two, 32 to 1024. hasFloatAtomics: the device adds
// floats atomically.
Recording planReduction(const Rung& rung, Operator op, std::uint32_t groupSize, std::uint32_t count,
                        bool hasFloatAtomics = false);

// Room for the partials of any pass.
std::uint64_t reductionWords(Operator op, std::uint32_t count);

} // namespace pn::lab

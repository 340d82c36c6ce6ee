// What results must be: serial loops, in double precision or exact integers.
#pragma once

#include "lab/algorithms/plan.h"

#include <span>
#include <vector>

namespace pn::lab {

using Words = std::vector<std::uint32_t>;

// What a task reads: its elements, the flags or the mask beside them, and the offsets of segments.
struct Inputs
{
    Words elements, second, third;
};

// Reduces count elements: those in words, again and again.
Exact reduceExactly(const Operator& op, std::span<const std::uint32_t> words, std::uint64_t count);

// The same with every operation rounded to a float, from the first element to the last, or as a tree: neighbours, then
// neighbours' neighbours, with identities behind the last element. words are a power of two.
std::uint64_t reduceSerially(const Operator& op, std::span<const std::uint32_t> words, std::uint64_t count);
std::uint64_t reducePairwise(const Operator& op, std::span<const std::uint32_t> words, std::uint64_t count);

// Of a scan or segmented sums the largest relative error of a result; of everything else the share of wrong results.
// kept is what a compaction says it kept.
double errorOf(const Task& task, const Inputs& inputs, std::span<const std::uint32_t> results, std::uint32_t kept);

} // namespace pn::lab

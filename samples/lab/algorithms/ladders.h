// The ladders: every rung of an algorithm, from the kernel that everybody writes first to the fastest.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace pn::lab {

enum class Algorithm
{
    Reduce,
    Scan,
    SegmentedScan,
    Histogram,
    Compact,
    SegmentedSum,
    Transpose
};

// What a device must have for a rung.
struct Needs
{
    bool basic = false; // subgroups at all; the next four imply it
    bool shuffleRelative = false;
    bool shuffle = false;
    bool ballot = false; // and votes
    bool arithmetic = false;
};

// How the partials of a reduction's groups become one value.
enum class Ending
{
    Recursive, // the same kernel again on the partials, two buffers in turn
    Atomic,    // each group combines its own with the result
    LastGroup, // the group that ends last combines them all
    Cpu        // the host combines them
};

// One step of a ladder. Its kernels are in the algorithm's folder of shaders, in a file of its name.
struct Rung
{
    std::string_view name;
    std::uint32_t number; // from 1
    Needs needs{};

    // Only a reduction has these.
    std::uint32_t laneElements = 0; // that one lane takes; 0: any, for a fixed number of groups strides over the vector
    Ending ending = Ending::Recursive;
};

std::span<const Rung> rungsOf(Algorithm algorithm);

} // namespace pn::lab

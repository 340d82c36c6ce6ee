// The ladders: every kernel that an algorithm of the lab may run, from the naive one to the fastest.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace pn::lab {

enum class Algorithm
{
    Reduce,
    Scan,
    Histogram,
    Compact,
    Segmented,
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
    bool memoryModel = false; // Vulkan's, with device scope
};

// How the partials of a reduction's groups become one value.
enum class Ending
{
    Recursive, // the same kernel again on the partials, two buffers in turn
    Atomic,    // each group adds its own to the result
    LastGroup  // the group that ends last adds them all
};

// One step of a ladder.
struct Rung
{
    std::string_view name;
    std::uint32_t number; // 0: not a step, but a row that shows what bounds the others
    Needs needs{};

    // Only a reduction has these.
    std::uint32_t laneElements = 0; // that one lane takes; 0: any, for a fixed number of groups strides over the vector
    Ending ending = Ending::Recursive;
};

std::span<const Rung> rungsOf(Algorithm algorithm);

const Rung* findRung(Algorithm algorithm, std::string_view name); // null for an unknown one

} // namespace pn::lab

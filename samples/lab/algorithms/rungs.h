// The ladder: every kernel that a reduction may run, from the naive one to the fastest.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace pn::lab {

// What a device must have for a rung.
struct Needs
{
    bool basic = false; // subgroups at all; the next three imply it
    bool shuffleRelative = false;
    bool shuffle = false;
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

// One step of the ladder.
struct Rung
{
    std::string_view name;
    std::uint32_t number;
    Needs needs{};
    std::uint32_t laneElements = 0; // that one lane takes; 0: any, for a fixed number of groups strides over the vector
    Ending ending = Ending::Recursive;
};

std::span<const Rung> allRungs();

const Rung* findRung(std::string_view name); // null for an unknown one

} // namespace pn::lab

#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace pn::lab {

// How the partials of the groups become one value.
enum class Ending
{
    Recursive, // the same kernel again on the partials, two buffers in turn
    Atomic,    // each group adds its own to the result
    LastGroup  // the group that ends last adds them all
};

// Parts of Vulkan's subgroups that a kernel needs.
enum class Subgroups
{
    None,
    Basic,
    ShuffleRelative,
    Arithmetic,
    Shuffle
};

// One step of the ladder: a kernel of tools/lab/shaders and what its host does for it.
struct Rung
{
    std::string_view name;
    std::uint32_t number;
    std::uint32_t laneElements; // that one lane takes; 0: any, for a fixed number of groups strides over the vector
    Subgroups subgroups = Subgroups::None;
    Ending ending = Ending::Recursive;

    bool isOneDispatch() const { return ending != Ending::Recursive; }
};

std::span<const Rung> rungs();

const Rung* findRung(std::string_view name); // null for an unknown one

// One dispatch.
struct Pass
{
    std::uint32_t count;      // elements of each vector
    std::uint32_t groupCount; // for each vector; each group leaves one partial

    bool operator==(const Pass&) const = default;
};

// The dispatches that reduce a vector of count elements. groupSize is a power of two.
std::vector<Pass> planPasses(const Rung& rung, std::uint32_t count, std::uint32_t groupSize);

} // namespace pn::lab

#pragma once

#include <cstdint>

namespace pn::image {

// What a file may claim before memory is given to it.
struct Limits
{
    std::uint64_t maxBytes = std::uint64_t{1} << 30; // of decoded texels
};

inline constexpr std::uint64_t kMaxExpansion = 1000;                   // decoded bytes for each byte of the file
inline constexpr std::uint64_t kFreeBytes = std::uint64_t{1} << 20;    // smaller claims need no proof
inline constexpr std::uint64_t kMaxFileBytes = std::uint64_t{1} << 33; // of a file on disk

} // namespace pn::image

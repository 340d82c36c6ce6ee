#pragma once

#include <cstddef>
#include <cstdint>

namespace pn::image {

// Converts count half floats (fp16), little-endian and at any address, to floats. Every value is exact.
void halvesToFloats(const std::byte* halves, std::size_t count, float* floats);

// Rounds count floats to the nearest half float, ties to even. NaN becomes 0, larger values become the largest half
// float with their sign.
void floatsToHalves(const float* floats, std::size_t count, std::byte* halves);

} // namespace pn::image

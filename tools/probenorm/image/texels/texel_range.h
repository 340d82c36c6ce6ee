#pragma once

#include "image/texels/image.h"

namespace pn::image {

// What `info` and the JSON result say of an input. Counts are of texels, limits are over finite channels.
struct TexelRange
{
    std::uint64_t nonFinite = 0; // with a NaN or an infinity in a channel
    std::uint64_t negative = 0;  // with a finite channel below zero
    float min = 0.0f;            // both 0 when no channel is finite
    float max = 0.0f;
};

// By so many threads; 0: one for each processor.
TexelRange measureRange(const Image& image, unsigned threadCount = 1);

} // namespace pn::image

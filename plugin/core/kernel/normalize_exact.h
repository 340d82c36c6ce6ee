#pragma once

#include "core/kernel/normalize.h"

#include <array>

namespace pn {

// What the texels of a row are multiplied by, for each channel; the three may be the same row.
using ChannelFactors = std::array<const float*, 3>;

// Texels of one row, one after the other.
struct TexelRun
{
    std::uint32_t y, xBegin, xEnd;
};

// Whatever their values. to: the first one's place.
void normalizeExact(const NormalizeRowsJob& job, const TexelRun& run, const ChannelFactors& rowFactors, std::byte* to);

} // namespace pn

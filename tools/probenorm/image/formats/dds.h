#pragma once

#include "image/formats/container.h"

#include <vector>

namespace pn::image {

// DDS with or without the DX10 header: a cubemap or one 2D texture of half, float, R9G9B9E5, R11G11B10 or 8-bit texels.
Container readDds(std::span<const std::byte> file, std::uint32_t mip = 0, const Limits& limits = {});

// A cubemap or a 2D texture as DDS with a DX10 header, as requireMips() takes it; mips[0] is the largest.
std::vector<std::byte> encodeDds(std::span<const Image* const> mips);

} // namespace pn::image

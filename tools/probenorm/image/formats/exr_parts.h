#pragma once

#include "image/texels/limits.h"

#include <OpenEXR/ImfHeader.h>

#include <cstddef>
#include <span>
#include <vector>

namespace pn::image {

struct ExrSize
{
    std::uint64_t width = 0;
    std::uint64_t height = 0;
};

ExrSize sizeOf(const Imath::Box2i& window);

// The headers of all parts of a file, after the checks that keep OpenEXR from giving memory to false claims.
std::vector<Imf::Header> readExrParts(std::span<const std::byte> file, const Limits& limits);

} // namespace pn::image

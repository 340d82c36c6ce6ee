#pragma once

#include "image/texels/image.h"
#include "image/texels/limits.h"

#include <vector>

namespace pn::image {

// Radiance .hdr (RGBE) to RGB32F: value = mantissa * 2^(exponent - 136) / product of EXPOSURE.
Image readRadiance(std::span<const std::byte> file, const Limits& limits = {});

// Any format to a run-length encoded .hdr, -Y +X. Negative and NaN channels become 0.
std::vector<std::byte> encodeRadiance(const Image& image);

} // namespace pn::image

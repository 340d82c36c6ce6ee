#include "core/kernel/pack_luminance.h"

#include "core/kernel/encode.h"

#include <bit>
#include <cmath>

namespace pn {
namespace {

std::uint16_t luminanceOf(const RgbBits& rgb)
{
    const auto channel = [&](std::size_t c) { return double(std::bit_cast<float>(rgb[c])); };
    const double luminance = 0.2126 * channel(0) + 0.7152 * channel(1) + 0.0722 * channel(2);
    if (std::isnan(luminance)) // also of infinities of both signs
        return 0;
    return std::uint16_t(halfBits(std::bit_cast<std::uint32_t>(float(luminance))));
}

} // namespace

void packLuminance(const FaceTexels& face, std::uint32_t faceSize, std::uint16_t* halves)
{
    for (std::uint32_t y = 0; y < faceSize; ++y)
        for (std::uint32_t x = 0; x < faceSize; ++x)
            *halves++ = luminanceOf(decodeTexel(face.format, face.texel(x, y)));
}

} // namespace pn

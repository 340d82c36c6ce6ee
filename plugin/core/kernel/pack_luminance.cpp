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

void packLuminance(const ProbeView& cubemap, std::uint16_t* halves)
{
    const std::uint32_t size = cubemap.shape.width;
    for (const std::byte* face : cubemap.faces)
    {
        const FaceTexels texels{cubemap.format, cubemap.rowPitch, face};
        for (std::uint32_t y = 0; y < size; ++y)
            for (std::uint32_t x = 0; x < size; ++x)
                *halves++ = luminanceOf(decodeTexel(cubemap.format, texels.texel(x, y)));
    }
}

} // namespace pn

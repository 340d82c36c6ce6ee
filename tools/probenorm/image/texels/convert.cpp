#include "image/texels/convert.h"

#include "image/files/cancel.h"
#include "image/texels/bc6h.h"
#include "image/texels/half_rows.h"
#include "image/texels/texel.h"

#include <vector>

namespace pn::image {

Image toHalf(const Image& image)
{
    Image result = makeImage(PN_FORMAT_RGBA16F, image.width, image.height);
    std::vector<float> row(std::size_t{4} * image.width);
    for (std::uint32_t y = 0; y < image.height; ++y)
    {
        throwIfCancelled();
        decodeRgbaRow(image.format, image.row(y), image.width, row.data());
        floatsToHalves(row.data(), row.size(), result.row(y));
    }
    return result;
}

Image toFloat(const Image& image)
{
    Image result = makeImage(PN_FORMAT_RGBA32F, image.width, image.height);
    for (std::uint32_t y = 0; y < image.height; ++y)
    {
        throwIfCancelled();
        decodeRgbaRow(image.format, image.row(y), image.width, reinterpret_cast<float*>(result.row(y)));
    }
    return result;
}

std::uint32_t fileTexelBytes(PnFormat format) noexcept
{
    constexpr std::uint32_t kBlock = 16;
    return format == kOneHalf ? 2 : isBc6h(format) ? kBlock : texelBytes(format);
}

Image toOneChannel(const Image& image)
{
    const std::size_t width = image.width;
    Image result{kOneHalf, image.width, image.height, Buffer(2 * width * image.height)};
    std::vector<Rgb> row(width);
    std::vector<float> luminances(width);
    for (std::uint32_t y = 0; y < image.height; ++y)
    {
        decodeRow(image.format, image.row(y), image.width, row.data());
        for (std::size_t x = 0; x < width; ++x)
            luminances[x] = 0.2126f * row[x].r + 0.7152f * row[x].g + 0.0722f * row[x].b;
        floatsToHalves(luminances.data(), width, result.texels.data() + 2 * width * y);
    }
    return result;
}

} // namespace pn::image

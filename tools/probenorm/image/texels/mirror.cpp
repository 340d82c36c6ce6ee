#include "image/texels/mirror.h"

#include "image/files/cancel.h"

#include <algorithm>

namespace pn::image {

void mirrorRows(Image& image)
{
    const std::size_t size = texelBytes(image.format);
    for (std::uint32_t y = 0; y < image.height; ++y)
    {
        throwIfCancelled();
        for (std::uint32_t x = 0; x < image.width / 2; ++x)
        {
            std::byte* left = image.row(y) + x * size;
            std::swap_ranges(left, left + size, image.row(y) + (image.width - 1 - x) * size);
        }
    }
}

} // namespace pn::image

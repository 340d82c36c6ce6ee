#include "image.h"

namespace pn::image {

std::uint32_t texelBytes(PnFormat format) noexcept
{
    switch (format)
    {
    case PN_FORMAT_RGBA32F: return 16;
    case PN_FORMAT_RGB32F: return 12;
    case PN_FORMAT_RGBA16F: return 8;
    case PN_FORMAT_RGB9E5:
    case PN_FORMAT_R11G11B10F:
    case PN_FORMAT_RGBA8:
    case PN_FORMAT_RGBA8_SRGB: return 4;
    default: return 0;
    }
}

} // namespace pn::image

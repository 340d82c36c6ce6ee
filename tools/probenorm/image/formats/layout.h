#pragma once

#include "image/texels/image.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace pn::image {

// How a picture holds an environment (docs/formats.md). CubemapFile is a container with real cube faces (DDS, KTX).
enum class Layout
{
    Auto,
    Equirect,
    HorizontalCross,
    VerticalCross,
    HorizontalStrip,
    VerticalStrip,
    Faces,
    CubemapFile,
};

// "auto", "equirect", "hcross", "vcross", "hstrip", "vstrip", "faces", "cubemap".
std::string_view layoutName(Layout layout) noexcept;

// The layout of a --layout argument; nothing for an unknown name and for "cubemap", which cannot be asked for.
std::optional<Layout> findLayout(std::string_view name) noexcept;

// The layout a picture of this shape has: 2:1 equirect, 4:3 and 3:4 crosses, 6:1 and 1:6 strips; Auto for any other.
Layout detectLayout(std::uint32_t width, std::uint32_t height) noexcept;

// Faces +X -X +Y -Y +Z -Z one below the other, from a cross or a strip. Throws when the shape is not the layout's.
Image unfold(Image picture, Layout layout);

} // namespace pn::image

#pragma once

#include "image/texels/image.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
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

// Names of the faces +X -X +Y -Y +Z -Z, as tools write them into file names.
using FaceNames = std::array<const char*, 6>;

// A path with one face's name in it, as a pattern with % in its place.
struct FacePattern
{
    std::string pattern;
    const FaceNames* names;
};

// Every set of names, in the order in which they are tried.
std::span<const FaceNames> allFaceNames() noexcept;

// The paths a pattern with one % stands for.
std::array<std::string, 6> facePaths(const std::string& pattern, const FaceNames& names);

// The pattern of a path whose file name ends in a face's name; nothing when it does not.
std::optional<FacePattern> findFacePattern(const std::string& path);

} // namespace pn::image

#pragma once

#include "image/texels/image.h"
#include "image/texels/limits.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pn::image {

// How a picture holds an environment (docs/formats.md). CubemapFile is a container with real cube faces (DDS, KTX); the
// two of OpenEXR are what its attribute envmap means.
enum class Layout
{
    Auto,
    Equirect,
    HorizontalCross,
    VerticalCross,
    HorizontalStrip,
    VerticalStrip,
    Faces,
    FacesOpenExr, // six files as OpenEXR's exrenvmap writes them
    CubemapFile,
    Octahedral,      // without a border
    OctahedralGodot, // with Godot's, a tenth of the edge
    OctahedralHdrp,  // with HDRP's, 8 texels
    ExrLatLong,
    ExrCube,
    PlayCanvasAtlas, // latitude-longitude maps for rising roughness in one picture (playcanvas_atlas.h)
};

std::string_view layoutName(Layout layout) noexcept;

std::vector<std::string> layoutNames(); // of all that a picture may be said to have

std::optional<Layout> findLayout(std::string_view name) noexcept; // of layoutName()

// The layout a picture of this shape has: 2:1 equirect, 4:3 and 3:4 crosses, 6:1 and 1:6 strips; Auto for any other.
Layout detectLayout(std::uint32_t width, std::uint32_t height) noexcept;

// Faces +X -X +Y -Y +Z -Z one below the other, from a cross or a strip. Throws when the shape is not the layout's.
Image unfold(Image picture, Layout layout);

// The other way round, black where there is no face.
Image fold(Image faces, Layout layout);

bool isFaceFiles(Layout layout) noexcept; // six of them

// Octahedral maps. The edge of the first mip where a cubemap has faces of that size, and how many mips have a border.
bool isOctahedral(Layout layout) noexcept;
std::uint32_t octahedralEdge(Layout layout, std::uint32_t faceSize);
std::uint32_t octahedralMips(Layout layout, std::uint32_t faceSize);

// The share of a mip's edge that is border at each of its ends; edge is the mip's own.
double octahedralBorder(Layout layout, std::uint32_t edge, std::uint32_t mip);

// The faces of a cubemap whose texels are about as large, interpolated in the map.
Image unfoldOctahedral(const Image& picture, Layout layout, std::uint32_t mip, const Limits& limits = {});

// Names of the faces +X -X +Y -Y +Z -Z, as tools write them into file names.
using FaceNames = std::array<const char*, 6>;

// A path with one face's name in it, as a pattern with % in its place.
struct FacePattern
{
    std::string pattern;
    const FaceNames* names;
};

// The set of names that exrenvmap writes.
extern const FaceNames kOpenExrNames;

// Every set of names, in the order in which they are tried.
std::span<const FaceNames> allFaceNames() noexcept;

// The paths a pattern with one % stands for.
std::array<std::string, 6> facePaths(const std::string& pattern, const FaceNames& names);

// The pattern of a path whose file name ends in a face's name; nothing when it does not.
std::optional<FacePattern> findFacePattern(const std::string& path);

} // namespace pn::image

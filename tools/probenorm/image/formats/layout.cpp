#include "image/formats/layout.h"

#include "image/files/error.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

namespace pn::image {

namespace {

constexpr std::array<std::pair<Layout, std::string_view>, 15> kNames{{
    {Layout::Auto, "auto"},
    {Layout::Equirect, "equirect"},
    {Layout::HorizontalCross, "hcross"},
    {Layout::VerticalCross, "vcross"},
    {Layout::HorizontalStrip, "hstrip"},
    {Layout::VerticalStrip, "vstrip"},
    {Layout::Faces, "faces"},
    {Layout::FacesOpenExr, "faces-openexr"},
    {Layout::Octahedral, "octahedral"},
    {Layout::OctahedralGodot, "octahedral-godot"},
    {Layout::OctahedralHdrp, "octahedral-hdrp"},
    {Layout::PlayCanvasAtlas, "playcanvas-atlas"},
    {Layout::CubemapFile, "cubemap"},
    {Layout::ExrLatLong, "openexr-latlong"},
    {Layout::ExrCube, "openexr-cube"},
}};
constexpr std::size_t kFileLayouts = 3; // the last ones, which a file itself says

struct Cell
{
    std::uint32_t column;
    std::uint32_t row;
};

// Where the faces +X -X +Y -Y +Z -Z are, in a grid of square cells.
struct Grid
{
    Layout layout;
    std::uint32_t columns;
    std::uint32_t rows;
    std::array<Cell, 6> cells;
    bool isBackTurned; // the vertical cross is folded over its long arm, so -Z hangs upside down
};

constexpr std::array<Grid, 4> kGrids{{
    {Layout::HorizontalCross, 4, 3, {{{2, 1}, {0, 1}, {1, 0}, {1, 2}, {1, 1}, {3, 1}}}, false},
    {Layout::VerticalCross, 3, 4, {{{2, 1}, {0, 1}, {1, 0}, {1, 2}, {1, 1}, {1, 3}}}, true},
    {Layout::HorizontalStrip, 6, 1, {{{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}, {5, 0}}}, false},
    {Layout::VerticalStrip, 1, 6, {{{0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}}}, false},
}};

bool fits(const Grid& grid, std::uint32_t width, std::uint32_t height)
{
    return width % grid.columns == 0 && height % grid.rows == 0 && width / grid.columns == height / grid.rows;
}

// Turns a square of texels by 180 degrees.
void turn(std::byte* texels, std::size_t texelCount, std::size_t texelSize)
{
    for (std::size_t i = 0; i < texelCount / 2; ++i)
        std::swap_ranges(texels + i * texelSize, texels + (i + 1) * texelSize,
                         texels + (texelCount - 1 - i) * texelSize);
}

// Calls copy(row of a face, the same in the picture) for all of them.
template <typename Copy>
void forEachRow(Image& faces, Image& picture, const Grid& grid, Copy&& copy)
{
    for (std::uint32_t row = 0; row < faces.height; ++row)
    {
        const Cell cell = grid.cells[row / faces.width];
        copy(faces.row(row), picture.row(cell.row * faces.width + row % faces.width) + cell.column * faces.rowBytes());
    }
}

void turnBack(Image& faces, const Grid& grid)
{
    if (grid.isBackTurned)
        turn(faces.row(5 * faces.width), std::size_t{faces.width} * faces.width, texelBytes(faces.format));
}

Image cut(Image& picture, const Grid& grid)
{
    const std::uint32_t faceSize = picture.width / grid.columns;
    Image faces = makeImage(picture.format, faceSize, 6 * faceSize);
    forEachRow(faces, picture, grid,
               [&](std::byte* face, const std::byte* cell) { std::memcpy(face, cell, faces.rowBytes()); });
    turnBack(faces, grid);
    return faces;
}

const Grid& gridOf(Layout layout)
{
    for (const Grid& grid : kGrids)
        if (grid.layout == layout)
            return grid;
    reject("layout {} is not one of six faces in a picture", layoutName(layout));
}

constexpr std::array<FaceNames, 8> kAllNames{{
    {"px", "nx", "py", "ny", "pz", "nz"},
    {"posx", "negx", "posy", "negy", "posz", "negz"},
    {"+X", "-X", "+Y", "-Y", "+Z", "-Z"},
    {"+x", "-x", "+y", "-y", "+z", "-z"},
    {"rt", "lf", "up", "dn", "ft", "bk"},
    {"PX", "NX", "PY", "NY", "PZ", "NZ"},
    {"right", "left", "top", "bottom", "front", "back"},
    {"c00", "c01", "c02", "c03", "c04", "c05"},
}};

// Letters name a face only if they are a word of their own: "sky_px" does, "apx" does not. Signs may stand anywhere.
bool endsInName(std::string_view stem, std::string_view name)
{
    if (!stem.ends_with(name))
        return false;
    const bool isWord = std::isalpha(static_cast<unsigned char>(name.front())) != 0;
    const bool isUnmistakable = name.starts_with("pos") || name.starts_with("neg");
    if (stem.size() == name.size() || !isWord || isUnmistakable)
        return true;
    const auto before = static_cast<unsigned char>(stem[stem.size() - name.size() - 1]);
    return std::isalnum(before) == 0;
}

} // namespace

std::string_view layoutName(Layout layout) noexcept
{
    for (const auto& [value, name] : kNames)
        if (value == layout)
            return name;
    return "";
}

std::vector<std::string> layoutNames()
{
    std::vector<std::string> names;
    for (std::size_t i = 0; i < kNames.size() - kFileLayouts; ++i)
        names.emplace_back(kNames[i].second);
    return names;
}

std::optional<Layout> findLayout(std::string_view name) noexcept
{
    for (const auto& [value, known] : kNames)
        if (known == name)
            return value;
    return std::nullopt;
}

bool isFaceFiles(Layout layout) noexcept
{
    return layout == Layout::Faces || layout == Layout::FacesOpenExr;
}

Layout detectLayout(std::uint32_t width, std::uint32_t height) noexcept
{
    if (std::uint64_t{width} == std::uint64_t{height} * 2)
        return Layout::Equirect;
    for (const Grid& grid : kGrids)
        if (fits(grid, width, height))
            return grid.layout;
    return Layout::Auto;
}

Image unfold(Image picture, Layout layout)
{
    const Grid& grid = gridOf(layout);
    if (!fits(grid, picture.width, picture.height))
        reject("layout {} needs {} x {} square faces, found {} x {} texels", layoutName(layout), grid.columns,
               grid.rows, picture.width, picture.height);
    if (picture.width / grid.columns > PN_MAX_FACE_SIZE)
        reject("face size must be in 1..{}, found {}", PN_MAX_FACE_SIZE, picture.width / grid.columns);
    return layout == Layout::VerticalStrip ? std::move(picture) : cut(picture, grid);
}

Image fold(Image faces, Layout layout)
{
    const Grid& grid = gridOf(layout);
    Image picture = makeImage(faces.format, grid.columns * faces.width, grid.rows * faces.width);
    std::memset(picture.texels.data(), 0, picture.texels.size());
    turnBack(faces, grid);
    forEachRow(faces, picture, grid,
               [&](const std::byte* face, std::byte* cell) { std::memcpy(cell, face, faces.rowBytes()); });
    return picture;
}

constexpr FaceNames kOpenExrNames = kAllNames[2];

std::span<const FaceNames> allFaceNames() noexcept
{
    return kAllNames;
}

std::array<std::string, 6> facePaths(const std::string& pattern, const FaceNames& names)
{
    const std::size_t mark = pattern.rfind('%');
    std::array<std::string, 6> paths;
    std::transform(names.begin(), names.end(), paths.begin(),
                   [&](const char* name) { return pattern.substr(0, mark) + name + pattern.substr(mark + 1); });
    return paths;
}

std::optional<FacePattern> findFacePattern(const std::string& path)
{
    const std::filesystem::path file = path;
    const std::string stem = file.stem().string();
    for (const FaceNames& names : kAllNames)
        for (const std::string_view name : names)
            if (endsInName(stem, name))
            {
                const std::string start = stem.substr(0, stem.size() - name.size());
                const auto pattern = file.parent_path() / (start + "%" + file.extension().string());
                return FacePattern{pattern.generic_string(), &names};
            }
    return std::nullopt;
}

} // namespace pn::image

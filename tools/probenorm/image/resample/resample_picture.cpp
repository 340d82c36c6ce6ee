// Pictures that are drawn point by point: latitude-longitude maps, octahedral ones, those of OpenEXR, PlayCanvas'
// atlas.
#include "image/files/cancel.h"
#include "image/files/parallel.h"
#include "image/formats/playcanvas_atlas.h"
#include "image/resample/directed_texels.h"
#include "image/resample/resample.h"
#include "image/texels/octahedral.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <numbers>
#include <utility>

namespace pn::image {

namespace {

constexpr std::uint32_t kMostPoints = 16; // along one edge of a texel

// What a point of a picture shows, and the solid angle there, but for a factor that is the same everywhere.
struct Sight
{
    glm::dvec3 direction;
    double solidAngle;
};

struct Picture
{
    std::uint32_t width;
    std::uint32_t height;
    std::uint32_t aroundEquator;                                       // texels
    std::function<Sight(std::uint32_t row, double x, double y)> sight; // x in texels from the left edge, y in the row
};

Sight sightOnPlanes(const glm::dvec3& d)
{
    const double square = glm::dot(d, d);
    return {d, 1.0 / (square * std::sqrt(square))};
}

Picture octahedralPicture(Layout layout, std::uint32_t faceSize, std::uint32_t mip)
{
    const std::uint32_t edge = octahedralEdge(layout, faceSize) >> mip;
    const double inside = 1.0 - 2.0 * octahedralBorder(layout, edge, mip);
    return {edge, edge, 2 * edge, [edge, inside](std::uint32_t row, double x, double y) {
                const auto place = [&](double i) { return (2.0 * i / edge - 1.0) / inside; };
                return sightOnPlanes(octahedralDirection(place(x), place(row + y)));
            }};
}

// A latitude-longitude map with +Z in the middle, which begins and ends inset texels within the picture; toRight: where
// +X is, 1 or -1.
Picture latLong(std::uint32_t width, std::uint32_t height, double inset, double toRight)
{
    return {width, height, width, [=](std::uint32_t row, double x, double y) {
                const double latitude = std::numbers::pi * (0.5 - (row + y - inset) / (height - 2.0 * inset));
                const double longitude = toRight * std::numbers::pi * (2.0 * (x - inset) / (width - 2.0 * inset) - 1.0);
                const double cosine = std::cos(latitude);
                return Sight{{std::sin(longitude) * cosine, std::sin(latitude), std::cos(longitude) * cosine},
                             std::abs(cosine)};
            }};
}

// ImfEnvmap.h: our faces seen in a mirror at z = 0, the outermost texels on the edges.
Picture exrCube(std::uint32_t size)
{
    return {size, 6 * size, 4 * size, [size](std::uint32_t row, double x, double y) {
                const auto place = [&](double i) { return 2.0 * (i - 0.5) / (size - 1) - 1.0; };
                const double u = place(x), v = place(row % size + y);
                const std::uint32_t face = row / size;
                const glm::dvec3 d = cubeDirection(face >= 4 ? face ^ 1u : face, float(u), float(v));
                return sightOnPlanes({d.x, d.y, -d.z});
            }};
}

Picture exrPicture(Layout layout, std::uint32_t size)
{
    if (size < 2)
        reject("{} needs two rows at least", layoutName(layout));
    // ImfEnvmap.h: the middles of the outermost texels are the poles and -Z, +X is on the left.
    return layout == Layout::ExrCube ? exrCube(size) : latLong(2 * size, size, 0.5, -1.0);
}

DRgb meanOf(const DirectedTexels& source, const Picture& picture, const Matrix& matrix, std::uint32_t row,
            std::uint32_t x, std::uint32_t points)
{
    DRgb sum(0.0);
    double weights = 0.0;
    for (std::uint32_t j = 0; j < points; ++j)
        for (std::uint32_t i = 0; i < points; ++i)
        {
            const Sight sight = picture.sight(row, x + (i + 0.5) / points, (j + 0.5) / points);
            sum += source.at(glm::normalize(turned(matrix, sight.direction))) * sight.solidAngle;
            weights += sight.solidAngle;
        }
    return sum / weights;
}

// The mean over a square that stands across d.
DRgb meanAround(const DirectedTexels& source, const glm::dvec3& d, double edge)
{
    const glm::dvec3 helper = std::abs(d.y) < 0.9 ? glm::dvec3(0.0, 1.0, 0.0) : glm::dvec3(1.0, 0.0, 0.0);
    const glm::dvec3 right = glm::normalize(glm::cross(helper, d)), up = glm::cross(d, right);
    DRgb sum(0.0);
    for (std::uint32_t i = 0; i < kMostPoints * kMostPoints; ++i)
    {
        const auto place = [edge](std::uint32_t k) { return edge * ((k + 0.5) / kMostPoints - 0.5); };
        sum += source.at(glm::normalize(d + right * place(i % kMostPoints) + up * place(i / kMostPoints))) *
               1.0; // as doubles
    }
    return sum / double(kMostPoints * kMostPoints);
}

// What a cubemap of smooth light shows along d. A mean over a square as large as a texel in a face's middle is too
// blurred by f'' / 24 of the square's edge squared and of the texel's, whose area falls with the cube of its distance;
// a square of twice the edge gives f''.
DRgb smoothAlong(const DirectedTexels& cube, const glm::dvec3& d)
{
    const double edge = 8.0 / cube.aroundEquator(), nearness = std::max({std::abs(d.x), std::abs(d.y), std::abs(d.z)});
    const DRgb near = meanAround(cube, d, edge), wide = meanAround(cube, d, 2.0 * edge);
    return glm::max(near - (wide - near) * ((1.0 + nearness * nearness * nearness) / 3.0), DRgb(0.0));
}

// colorOf(row, x) is the texel there.
template <typename ColorOf>
Image draw(const Picture& picture, unsigned threadCount, const ColorOf& colorOf)
{
    Image image = makeImage(PN_FORMAT_RGBA32F, picture.width, picture.height);
    parallelRanges(picture.height, threadCount, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t row = begin; row < end; ++row)
        {
            throwIfCancelled();
            for (std::uint32_t x = 0; x < picture.width; ++x)
                storeRgba(colorOf(row, x), reinterpret_cast<float*>(image.row(row)) + std::size_t{4} * x);
        }
    });
    return image;
}

Image drawMeans(const DirectedTexels& texels, const Picture& picture, unsigned threadCount,
                const Matrix& matrix = kIdentity)
{
    const std::uint32_t ratio = (texels.aroundEquator() + picture.aroundEquator - 1) / picture.aroundEquator;
    const std::uint32_t points = std::clamp(2 * ratio, 2u, kMostPoints);
    return draw(picture, threadCount,
                [&](std::uint32_t row, std::uint32_t x) { return meanOf(texels, picture, matrix, row, x, points); });
}

DirectedTexels texelsOf(Image& faces)
{
    Environment cube;
    cube.kind = Kind::Cubemap;
    cube.image = std::move(faces);
    return DirectedTexels(cube);
}

} // namespace

Image resampleToMap(const Environment& source, std::uint32_t height, unsigned threadCount, const Matrix& matrix)
{
    if (height < 1 || height > PN_MAX_EQUIRECT_HEIGHT)
        reject("height must be in 1..{}", PN_MAX_EQUIRECT_HEIGHT);
    return drawMeans(DirectedTexels(source), latLong(2 * height, height, 0.0, 1.0), threadCount, matrix);
}

Image resampleToExr(const Environment& source, Layout layout, std::uint32_t size, unsigned threadCount)
{
    return drawMeans(DirectedTexels(source), exrPicture(layout, size), threadCount);
}

void foldMips(std::vector<Image>& mips, Layout layout, unsigned threadCount)
{
    const std::uint32_t size = mips.front().width;
    for (std::uint32_t mip = 0; mip < mips.size() && layout != Layout::CubemapFile; ++mip)
        mips[mip] = isOctahedral(layout)
                        ? drawMeans(texelsOf(mips[mip]), octahedralPicture(layout, size, mip), threadCount)
                        : fold(std::move(mips[mip]), layout);
}

Image makeAtlas(std::vector<Image> mips, Image irradiance, unsigned threadCount)
{
    Image atlas = makeImage(PN_FORMAT_RGBA32F, kAtlasEdge, kAtlasEdge);
    std::memset(atlas.texels.data(), 0, atlas.texels.size());
    const auto place = [&atlas](const Image& part, std::uint32_t x, std::uint32_t y) {
        for (std::uint32_t row = 0; row < part.height; ++row)
            std::memcpy(atlas.row(y + row) + std::size_t{x} * texelBytes(atlas.format), part.row(row), part.rowBytes());
    };
    const auto drawSmooth = [&](const DirectedTexels& texels, std::uint32_t width) {
        const Picture map = latLong(width, width / 2, 1.0, 1.0);
        return draw(map, threadCount, [&](std::uint32_t row, std::uint32_t x) {
            return smoothAlong(texels, map.sight(row, x + 0.5, 0.5).direction);
        });
    };
    const DirectedTexels sharp = texelsOf(mips.front());
    for (std::uint32_t level = 0; level < kAtlasMips; ++level)
    {
        const std::uint32_t width = kAtlasEdge >> level, begin = kAtlasEdge - width;
        place(drawMeans(sharp, latLong(width, width / 2, 1.0, 1.0), threadCount), begin, begin);
        if (level > 0)
            place(drawSmooth(texelsOf(mips[level]), width), 0, begin);
    }
    place(drawSmooth(texelsOf(irradiance), 64), 128, 384);
    return atlas;
}

} // namespace pn::image

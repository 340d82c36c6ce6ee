// Pictures whose texels are no texels of a cube or a map of ours: octahedral maps, and those of OpenEXR.
#include "image/files/cancel.h"
#include "image/files/parallel.h"
#include "image/resample/directed_texels.h"
#include "image/resample/resample.h"
#include "image/texels/octahedral.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
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
    std::uint32_t aroundEquator; // texels
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

// ImfEnvmap.h: the first and the last row are the poles, the first and the last column are -Z, +X is on the left.
Picture exrLatLong(std::uint32_t height)
{
    const std::uint32_t width = 2 * height;
    return {width, height, width, [width, height](std::uint32_t row, double x, double y) {
                const double latitude = std::numbers::pi * (0.5 - (row + y - 0.5) / (height - 1));
                const double longitude = std::numbers::pi * (1.0 - 2.0 * (x - 0.5) / (width - 1));
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

Picture pictureOf(Layout layout, std::uint32_t size, std::uint32_t mip)
{
    if (isOctahedral(layout))
        return octahedralPicture(layout, size, mip);
    if (size < 2)
        reject("{} needs two rows at least", layoutName(layout));
    return layout == Layout::ExrCube ? exrCube(size) : exrLatLong(size);
}

DRgb meanOf(const DirectedTexels& source, const Picture& picture, std::uint32_t row, std::uint32_t x,
            std::uint32_t points)
{
    DRgb sum(0.0);
    double weights = 0.0;
    for (std::uint32_t j = 0; j < points; ++j)
        for (std::uint32_t i = 0; i < points; ++i)
        {
            const Sight sight = picture.sight(row, x + (i + 0.5) / points, (j + 0.5) / points);
            sum += source.at(glm::normalize(sight.direction)) * sight.solidAngle;
            weights += sight.solidAngle;
        }
    return sum / weights;
}

} // namespace

Image resampleToPicture(const Environment& source, Layout layout, std::uint32_t size, std::uint32_t mip,
                        unsigned threadCount)
{
    const Picture picture = pictureOf(layout, size, mip);
    const DirectedTexels texels(source);
    const std::uint32_t ratio = (texels.aroundEquator() + picture.aroundEquator - 1) / picture.aroundEquator;
    const std::uint32_t points = std::clamp(2 * ratio, 2u, kMostPoints);
    Image image = makeImage(PN_FORMAT_RGBA32F, picture.width, picture.height);
    parallelRanges(picture.height, threadCount, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t row = begin; row < end; ++row)
        {
            throwIfCancelled();
            for (std::uint32_t x = 0; x < picture.width; ++x)
                storeRgba(meanOf(texels, picture, row, x, points),
                          reinterpret_cast<float*>(image.row(row)) + std::size_t{4} * x);
        }
    });
    return image;
}

void foldMips(std::vector<Image>& mips, Layout layout, unsigned threadCount)
{
    const std::uint32_t size = mips.front().width;
    for (std::uint32_t mip = 0; mip < mips.size() && layout != Layout::CubemapFile; ++mip)
        if (isOctahedral(layout))
        {
            Environment cube;
            cube.kind = Kind::Cubemap;
            cube.image = std::move(mips[mip]);
            mips[mip] = resampleToPicture(cube, layout, size, mip, threadCount);
        }
        else
            mips[mip] = fold(std::move(mips[mip]), layout);
}

} // namespace pn::image

#include "image/formats/exr_envmap.h"

#include "image/files/error.h"
#include "image/texels/cube_face.h"
#include "image/texels/interpolated.h"

#include <OpenEXR/ImfEnvmap.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

namespace pn::image {
namespace {

constexpr double kEqualEdges = 0.01;    // mean step between texels of one direction: RGBE or 8 bits make less
constexpr double kBetterEdges = 4;      // so many times smaller than at the edges as GPUs sample them,
constexpr double kLeastEdgeStep = 4e-3; // where these have steps that say something

double stepOf(const Rgb& a, const Rgb& b)
{
    const double sum = std::abs(a.r) + std::abs(a.g) + std::abs(a.b) + std::abs(b.r) + std::abs(b.g) + std::abs(b.b);
    const double difference = std::abs(a.r - b.r) + std::abs(a.g - b.g) + std::abs(a.b - b.b);
    return sum > 0 && std::isfinite(sum) ? 2 * difference / sum : 0;
}

// The place of a texel of face's border, on the cube from -1 to 1, as whole numbers that two faces have in common.
template <typename DirectionOf>
std::array<long, 3> placeOf(const DirectionOf& directionOf, std::uint32_t face, std::uint32_t x, std::uint32_t y)
{
    const auto [dx, dy, dz] = directionOf(face, x, y);
    const float most = std::max({std::abs(dx), std::abs(dy), std::abs(dz)});
    const auto whole = [most](float value) { return std::lround(double(value) / double(most) * (1 << 18)); };
    return {whole(dx), whole(dy), whole(dz)};
}

// The mean step between the two faces at the edges of the cube, but for its corners. directionOf(face, x, y): where a
// texel of a border touches the edge.
template <typename DirectionOf>
double meanEdgeStep(const Image& faces, const DirectionOf& directionOf)
{
    const std::uint32_t size = faces.width, last = size - 1;
    std::map<std::array<long, 3>, Rgb> firsts;
    std::vector<Rgb> row(size);
    double sum = 0;
    std::size_t count = 0;
    for (std::uint32_t y = 0; y < faces.height; ++y)
    {
        decodeRow(faces.format, faces.row(y), size, row.data());
        const std::uint32_t face = y / size, inFace = y % size;
        const bool isBorder = inFace == 0 || inFace == last;
        for (std::uint32_t x = isBorder ? 1 : 0; x < size - (isBorder ? 1 : 0); x += isBorder ? 1 : last)
        {
            const auto [found, isNew] = firsts.try_emplace(placeOf(directionOf, face, x, inFace), row[x]);
            if (isNew)
                continue;
            sum += stepOf(found->second, row[x]);
            ++count;
        }
    }
    return count != 0 ? sum / double(count) : 0;
}

Imath::Box2i windowOf(std::uint32_t size)
{
    return {{0, 0}, {static_cast<int>(size) - 1, static_cast<int>(6 * size) - 1}};
}

// OpenEXR's direction of a pixel, whose position in its face runs along other axes than the picture's, or against them.
std::array<float, 3> exrDirection(std::uint32_t size, std::uint32_t face, std::uint32_t x, std::uint32_t y)
{
    const auto which = Imf::CubeMapFace(face);
    const auto last = static_cast<float>(size - 1);
    Imath::V2f place{static_cast<float>(x), static_cast<float>(y)};
    const Imath::V2f pixel{place.x, static_cast<float>(face * size + y)};
    for (int i = 0; i < 8 && Imf::CubeMap::pixelPosition(which, windowOf(size), place) != pixel; ++i)
    {
        place = Imath::V2f(place.y, last - place.x); // a quarter turn,
        if (i == 3)
            std::swap(place.x, place.y); // or a mirror image
    }
    const Imath::V3f d = Imf::CubeMap::direction(which, windowOf(size), place);
    return {d.x, d.y, d.z};
}

} // namespace

bool areExrFaces(const Image& faces)
{
    const std::uint32_t size = faces.width;
    if (size < 3)
        return false;
    const double given = meanEdgeStep(faces, [size](std::uint32_t face, std::uint32_t x, std::uint32_t y) {
        const auto place = [size](std::uint32_t i) {
            return i == 0 ? -1.0f : i + 1 == size ? 1.0f : middleOf(i, size);
        };
        const glm::vec3 d = cubeDirection(face, place(x), place(y));
        return std::array{d.x, d.y, d.z};
    });
    const double exr = meanEdgeStep(
        faces, [size](std::uint32_t face, std::uint32_t x, std::uint32_t y) { return exrDirection(size, face, x, y); });
    return exr <= kEqualEdges && given >= kLeastEdgeStep && given >= kBetterEdges * exr;
}

// Texels are found by direction with OpenEXR's own functions.
Image unfoldExrCube(const Image& picture, const Limits& limits)
{
    if (picture.height != 6 * picture.width || picture.width > PN_MAX_FACE_SIZE)
        reject("an OpenEXR cube map must be six square faces one below the other, found {} x {}", picture.width,
               picture.height);
    const std::uint32_t size = picture.width;
    const Imath::Box2i window = windowOf(size);
    const Interpolated texels(picture);
    Image faces = drawRgb(size, picture.height, picture, limits, [&](std::uint32_t x, std::uint32_t y) {
        const glm::vec3 d = cubeDirection(y / size, middleOf(x, size), middleOf(y % size, size));
        Imf::CubeMapFace face{};
        Imath::V2f position;
        Imf::CubeMap::faceAndPixelPosition({d.x, d.y, d.z}, window, face, position);
        const auto inside = [size](float along) { return std::clamp(along, 0.0f, static_cast<float>(size - 1)); };
        const Imath::V2f place = Imf::CubeMap::pixelPosition(face, window, {inside(position.x), inside(position.y)});
        return texels.at(place.x, place.y);
    });
    faces.warnings.emplace_back("an OpenEXR cube map has texels on the edges of faces: they were interpolated");
    return faces;
}

Image unfoldExrLatLong(const Image& picture, const Limits& limits)
{
    const std::uint32_t width = picture.width, height = picture.height;
    if (width < 2 || height < 2)
        reject("an OpenEXR latitude-longitude map must have two columns and two rows at least");
    const Interpolated texels(picture);
    // The outermost texels lie on the edges, and columns run to the left.
    const auto place = [](std::uint32_t i, std::uint32_t size) { return (i + 0.5) / size * (size - 1); };
    Image map = drawRgb(width, height, picture, limits, [&](std::uint32_t x, std::uint32_t y) {
        return texels.at(place(width - 1 - x, width), place(y, height));
    });
    map.warnings.emplace_back("an OpenEXR latitude-longitude map has texels on its edges: they were interpolated");
    return map;
}

} // namespace pn::image

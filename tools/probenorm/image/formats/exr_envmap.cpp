#include "image/formats/exr_parts.h"

#include "image/files/error.h"
#include "image/texels/cube_face.h"
#include "image/texels/interpolated.h"

#include <OpenEXR/ImfEnvmap.h>

#include <algorithm>

namespace pn::image {

// Texels are found by direction with OpenEXR's own functions.
Image unfoldExrCube(const Image& picture, const Limits& limits)
{
    if (picture.height != 6 * picture.width || picture.width > PN_MAX_FACE_SIZE)
        reject("an OpenEXR cube map must be six square faces one below the other, found {} x {}", picture.width,
               picture.height);
    const std::uint32_t size = picture.width;
    const Imath::Box2i window({0, 0}, {static_cast<int>(size) - 1, static_cast<int>(picture.height) - 1});
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

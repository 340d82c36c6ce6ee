#include "image/exr_envmap.h"

#include "image/error.h"
#include "image/texel.h"

#include <OpenEXR/ImfEnvmap.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

namespace pn::image {

namespace {

// From -1 to 1 across a face, at the middle of texel i.
float middle(std::uint32_t i, std::uint32_t size)
{
    return (2.0f * static_cast<float>(i) + 1.0f) / static_cast<float>(size) - 1.0f;
}

// The table of D3D, OpenGL and Vulkan: u to the right, v down.
Imath::V3f cubeDirection(std::uint32_t face, float u, float v)
{
    switch (face)
    {
    case 0: return {1.0f, -v, -u};
    case 1: return {-1.0f, -v, u};
    case 2: return {u, 1.0f, v};
    case 3: return {u, -1.0f, -v};
    case 4: return {u, -v, 1.0f};
    default: return {-u, -v, -1.0f};
    }
}

// The picture's texels, found by direction with OpenEXR's own functions.
class ExrCube
{
public:
    explicit ExrCube(const Image& picture)
        : m_width(picture.width), m_texels(std::size_t{picture.width} * picture.height),
          m_window({0, 0}, {static_cast<int>(picture.width) - 1, static_cast<int>(picture.height) - 1})
    {
        for (std::uint32_t y = 0; y < picture.height; ++y)
            decodeRow(picture.format, picture.row(y), m_width, m_texels.data() + std::size_t{y} * m_width);
    }

    Rgb at(const Imath::V3f& direction) const
    {
        Imf::CubeMapFace face{};
        Imath::V2f position;
        Imf::CubeMap::faceAndPixelPosition(direction, m_window, face, position);
        const float last = static_cast<float>(m_width - 1);
        const float x = std::clamp(std::floor(position.x), 0.0f, last);
        const float y = std::clamp(std::floor(position.y), 0.0f, last);
        const float right = std::clamp(position.x - x, 0.0f, 1.0f);
        const float down = std::clamp(position.y - y, 0.0f, 1.0f);
        Rgb sum;
        add(texel(face, x, y), (1.0f - right) * (1.0f - down), sum);
        add(texel(face, std::min(x + 1.0f, last), y), right * (1.0f - down), sum);
        add(texel(face, x, std::min(y + 1.0f, last)), (1.0f - right) * down, sum);
        add(texel(face, std::min(x + 1.0f, last), std::min(y + 1.0f, last)), right * down, sum);
        return sum;
    }

private:
    const Rgb& texel(Imf::CubeMapFace face, float x, float y) const
    {
        const Imath::V2f place = Imf::CubeMap::pixelPosition(face, m_window, {x, y});
        return m_texels[static_cast<std::size_t>(place.y) * m_width + static_cast<std::size_t>(place.x)];
    }

    static void add(const Rgb& texel, float weight, Rgb& sum)
    {
        if (weight == 0.0f) // an infinite neighbour adds nothing
            return;
        sum.r += weight * texel.r;
        sum.g += weight * texel.g;
        sum.b += weight * texel.b;
    }

    std::uint32_t m_width;
    std::vector<Rgb> m_texels;
    Imath::Box2i m_window;
};

} // namespace

Image unfoldExrCube(const Image& picture, const Limits& limits)
{
    if (picture.height != 6 * picture.width || picture.width > PN_MAX_FACE_SIZE)
        throw Error(ErrorKind::InvalidInput,
                    "an OpenEXR cube map must be six square faces one below the other, found " +
                        std::to_string(picture.width) + " x " + std::to_string(picture.height));
    const std::uint32_t size = picture.width;
    Image faces = makeImage(PN_FORMAT_RGB32F, size, picture.height, limits);
    const ExrCube cube(picture);
    for (std::uint32_t y = 0; y < faces.height; ++y)
        for (std::uint32_t x = 0; x < size; ++x)
        {
            const Rgb color = cube.at(cubeDirection(y / size, middle(x, size), middle(y % size, size)));
            std::memcpy(faces.row(y) + x * sizeof(color), &color, sizeof(color));
        }
    faces.warnings = picture.warnings;
    faces.warnings.emplace_back("an OpenEXR cube map has texels on the edges of faces: they were interpolated");
    return faces;
}

} // namespace pn::image

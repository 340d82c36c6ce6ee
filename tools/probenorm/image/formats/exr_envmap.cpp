#include "image/formats/exr_parts.h"

#include "image/files/error.h"
#include "image/texels/cube_face.h"
#include "image/texels/texel.h"

#include <OpenEXR/ImfEnvmap.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace pn::image {

namespace {

void addWeighted(const Rgb& texel, float weight, Rgb& sum)
{
    if (weight == 0.0f) // an infinite neighbour adds nothing
        return;
    sum.r += weight * texel.r;
    sum.g += weight * texel.g;
    sum.b += weight * texel.b;
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
        addWeighted(texel(face, x, y), (1.0f - right) * (1.0f - down), sum);
        addWeighted(texel(face, std::min(x + 1.0f, last), y), right * (1.0f - down), sum);
        addWeighted(texel(face, x, std::min(y + 1.0f, last)), (1.0f - right) * down, sum);
        addWeighted(texel(face, std::min(x + 1.0f, last), std::min(y + 1.0f, last)), right * down, sum);
        return sum;
    }

private:
    const Rgb& texel(Imf::CubeMapFace face, float x, float y) const
    {
        const Imath::V2f place = Imf::CubeMap::pixelPosition(face, m_window, {x, y});
        return m_texels[static_cast<std::size_t>(place.y) * m_width + static_cast<std::size_t>(place.x)];
    }

    std::uint32_t m_width;
    std::vector<Rgb> m_texels;
    Imath::Box2i m_window;
};

// Where the middle of texel i of size lies between the outermost samples, which are on the edges.
struct Place
{
    std::uint32_t before;
    float share; // of the next one

    Place(std::uint32_t i, std::uint32_t size)
    {
        const float at = (static_cast<float>(i) + 0.5f) / static_cast<float>(size) * static_cast<float>(size - 1);
        before = std::min(static_cast<std::uint32_t>(at), size - 2);
        share = at - static_cast<float>(before);
    }
};

// down: the share of the lower row. The columns are taken from the right.
void interpolateRow(std::span<const Rgb> upper, std::span<const Rgb> lower, float down, std::span<Rgb> out)
{
    const auto width = static_cast<std::uint32_t>(upper.size());
    for (std::uint32_t x = 0; x < width; ++x)
    {
        const Place column(width - 1 - x, width);
        Rgb sum;
        for (const auto& [row, weight] : {std::pair{upper, 1.0f - down}, std::pair{lower, down}})
        {
            addWeighted(row[column.before], weight * (1.0f - column.share), sum);
            addWeighted(row[column.before + 1], weight * column.share, sum);
        }
        out[x] = sum;
    }
}

} // namespace

Image unfoldExrCube(const Image& picture, const Limits& limits)
{
    if (picture.height != 6 * picture.width || picture.width > PN_MAX_FACE_SIZE)
        reject("an OpenEXR cube map must be six square faces one below the other, found {} x {}", picture.width,
               picture.height);
    const std::uint32_t size = picture.width;
    Image faces = makeImage(PN_FORMAT_RGB32F, size, picture.height, limits);
    const ExrCube cube(picture);
    for (std::uint32_t y = 0; y < faces.height; ++y)
        for (std::uint32_t x = 0; x < size; ++x)
        {
            const glm::vec3 d = cubeDirection(y / size, middleOf(x, size), middleOf(y % size, size));
            const Rgb color = cube.at({d.x, d.y, d.z});
            std::memcpy(faces.row(y) + x * sizeof(color), &color, sizeof(color));
        }
    faces.warnings = picture.warnings;
    faces.warnings.emplace_back("an OpenEXR cube map has texels on the edges of faces: they were interpolated");
    return faces;
}

Image unfoldExrLatLong(const Image& picture, const Limits& limits)
{
    const std::uint32_t width = picture.width, height = picture.height;
    if (width < 2 || height < 2)
        reject("an OpenEXR latitude-longitude map must have two columns and two rows at least");
    Image map = makeImage(PN_FORMAT_RGB32F, width, height, limits);
    std::vector<Rgb> upper(width), lower(width), out(width);
    for (std::uint32_t y = 0; y < height; ++y)
    {
        const Place row(y, height);
        decodeRow(picture.format, picture.row(row.before), width, upper.data());
        decodeRow(picture.format, picture.row(row.before + 1), width, lower.data());
        interpolateRow(upper, lower, row.share, out);
        std::memcpy(map.row(y), out.data(), width * sizeof(Rgb));
    }
    map.warnings = picture.warnings;
    map.warnings.emplace_back("an OpenEXR latitude-longitude map has texels on its edges: they were interpolated");
    return map;
}

} // namespace pn::image

#include "picture/metal_balls.h"

#include "image/files/parallel.h"
#include "image/texels/cube_face.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <span>

namespace pn::cli {
namespace {

// The lobe that GGX has around a mirrored direction.
class GgxLobe
{
public:
    explicit GgxLobe(float roughness) : m_alpha2(std::pow(roughness, 4.0f)) {}

    float at(float c) const // cosine of the angle to the direction
    {
        const float d = 0.5f * (1.0f + c) * (m_alpha2 - 1.0f) + 1.0f;
        return std::max(c, 0.0f) / (d * d);
    }

private:
    float m_alpha2;
};

// A cube's radiance, to be summed under lobes.
class Cube
{
public:
    Cube(const Texels& radiance, std::uint32_t faceSize)
        : m_radiance(radiance), m_faceSize(faceSize), m_middles(cubeDirections(faceSize)),
          m_nearest(std::cos(std::min(8.0f / static_cast<float>(faceSize), 1.5f))) // four texels away
    {
        for (std::uint32_t y = 0; y < faceSize; ++y)
            for (std::uint32_t x = 0; x < faceSize; ++x)
                m_angles.push_back(static_cast<float>(image::texelSolidAngle(x, y, faceSize)));
    }

    // For a few directions at a time, which fill the processor's vectors.
    static constexpr std::size_t kAtOnce = 16;
    void integrate(const GgxLobe& lobe, std::span<const glm::vec3> directions, glm::vec3* found) const
    {
        std::array<float, kAtOnce> x{}, y{}, z{}, c, weight, r{}, g{}, b{}, whole{};
        for (std::size_t i = 0; i < directions.size(); ++i)
            x[i] = directions[i].x, y[i] = directions[i].y, z[i] = directions[i].z;
        std::size_t texel = 0;
        for (std::uint32_t face = 0; face < 6; ++face)
            for (const float angle : m_angles)
            {
                const glm::vec3 middle = m_middles[texel], light = m_radiance[texel];
                for (std::size_t i = 0; i < kAtOnce; ++i)
                    c[i] = x[i] * middle.x + y[i] * middle.y + z[i] * middle.z;
                for (std::size_t i = 0; i < kAtOnce; ++i)
                    weight[i] = angle * lobe.at(c[i]);
                if (*std::max_element(c.begin(), c.end()) > m_nearest)
                    for (std::size_t i = 0; i < directions.size(); ++i)
                        if (c[i] > m_nearest)
                            weight[i] = angle * meanOver(texel, lobe, directions[i]);
                for (std::size_t i = 0; i < kAtOnce; ++i)
                {
                    r[i] += weight[i] * light.r;
                    g[i] += weight[i] * light.g;
                    b[i] += weight[i] * light.b;
                    whole[i] += weight[i];
                }
                ++texel;
            }
        for (std::size_t i = 0; i < directions.size(); ++i)
            found[i] = glm::vec3(r[i], g[i], b[i]) / whole[i];
    }

private:
    float meanOver(std::size_t texel, const GgxLobe& lobe, const glm::vec3& direction) const
    {
        constexpr std::uint32_t kParts = 4; // along an edge
        const auto face = static_cast<std::uint32_t>(texel / m_angles.size());
        const auto x = static_cast<std::uint32_t>(texel % m_faceSize), parts = kParts * m_faceSize;
        const auto y = static_cast<std::uint32_t>(texel / m_faceSize % m_faceSize);
        float sum = 0.0f;
        for (std::uint32_t i = 0; i < kParts * kParts; ++i)
        {
            const float u = image::middleOf(kParts * x + i % kParts, parts);
            const float v = image::middleOf(kParts * y + i / kParts, parts);
            sum += lobe.at(glm::dot(direction, glm::normalize(image::cubeDirection(face, u, v))));
        }
        return sum / (kParts * kParts);
    }

    const Texels& m_radiance;
    std::uint32_t m_faceSize;
    const Texels& m_middles;
    float m_nearest;             // cosine of the angle within which a texel is taken in parts
    std::vector<float> m_angles; // solid angles of a face's texels
};

struct FacePlace
{
    std::uint32_t face;
    float u, v;
};

FacePlace placeOf(const glm::vec3& d)
{
    const glm::vec3 size = glm::abs(d);
    if (size.x >= size.y && size.x >= size.z)
        return {d.x > 0 ? 0u : 1u, (d.x > 0 ? -d.z : d.z) / size.x, -d.y / size.x};
    if (size.y >= size.z)
        return {d.y > 0 ? 2u : 3u, d.x / size.y, (d.y > 0 ? d.z : -d.z) / size.y};
    return {d.z > 0 ? 4u : 5u, (d.z > 0 ? d.x : -d.x) / size.z, -d.y / size.z};
}

glm::vec3 texelAt(const image::Image& mip, const FacePlace& place)
{
    const auto index = [&](float along) {
        const auto i = static_cast<std::uint32_t>(0.5f * (along + 1.0f) * static_cast<float>(mip.width));
        return std::min(i, mip.width - 1);
    };
    const std::size_t texel = (std::size_t{place.face} * mip.width + index(place.v)) * mip.width + index(place.u);
    glm::vec3 rgb;
    std::memcpy(&rgb, mip.texels.data() + 16 * texel, sizeof(rgb));
    return rgb;
}

} // namespace

Texels mirrored(BallSide side, const Texels& normals)
{
    const glm::vec3 view(0.0f, 0.0f, side == BallSide::AlongPlusZ ? 1.0f : -1.0f);
    Texels directions;
    for (const glm::vec3& n : normals)
        directions.push_back(view - 2.0f * glm::dot(view, n) * n);
    return directions;
}

Texels mipAlong(const image::Image& mip, const Texels& directions)
{
    const auto size = static_cast<float>(mip.width);
    Texels found;
    for (const glm::vec3& direction : directions)
    {
        const FacePlace place = placeOf(direction);
        const float x = 0.5f * (place.u + 1.0f) * size - 0.5f, y = 0.5f * (place.v + 1.0f) * size - 0.5f;
        const float left = std::floor(x), above = std::floor(y);
        const auto texel = [&](float i, float j) {
            const float u = (2.0f * i + 1.0f) / size - 1.0f, v = (2.0f * j + 1.0f) / size - 1.0f;
            return texelAt(mip, placeOf(image::cubeDirection(place.face, u, v)));
        };
        found.push_back(glm::mix(glm::mix(texel(left, above), texel(left + 1.0f, above), x - left),
                                 glm::mix(texel(left, above + 1.0f), texel(left + 1.0f, above + 1.0f), x - left),
                                 y - above));
    }
    return found;
}

Texels ggxAlong(const Texels& radiance, std::uint32_t faceSize, float roughness, const Texels& directions)
{
    const Cube cube(radiance, faceSize);
    const GgxLobe lobe(roughness);
    Texels found(directions.size());
    image::parallelRanges(static_cast<std::uint32_t>(directions.size()), 0,
                          [&](std::uint32_t begin, std::uint32_t end) {
                              for (std::size_t i = begin; i < end; i += Cube::kAtOnce)
                              {
                                  const std::size_t count = std::min<std::size_t>(Cube::kAtOnce, end - i);
                                  cube.integrate(lobe, std::span(directions).subspan(i, count), &found[i]);
                              }
                          });
    return found;
}

} // namespace pn::cli

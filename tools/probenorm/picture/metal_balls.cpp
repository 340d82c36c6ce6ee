#include "picture/metal_balls.h"

#include "image/files/parallel.h"
#include "image/texels/cube_face.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
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

} // namespace

Texels mirrored(BallSide side, const Texels& normals)
{
    const glm::vec3 view(0.0f, 0.0f, side == BallSide::AlongPlusZ ? 1.0f : -1.0f);
    Texels directions;
    for (const glm::vec3& n : normals)
        directions.push_back(view - 2.0f * glm::dot(view, n) * n);
    return directions;
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

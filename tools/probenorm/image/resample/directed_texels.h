// The texels of an environment, decoded once and found by direction.
#pragma once

#include "image/files/cancel.h"
#include "image/formats/environment.h"
#include "image/resample/turn.h"
#include "image/texels/cube_face.h"
#include "image/texels/texel.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace pn::image {

template <typename Vector>
Vector turned(const Matrix& m, const Vector& d)
{
    return {m[0] * d.x + m[1] * d.y + m[2] * d.z, m[3] * d.x + m[4] * d.y + m[5] * d.z,
            m[6] * d.x + m[7] * d.y + m[8] * d.z};
}

inline std::uint32_t cellOf(double unit, std::uint32_t size)
{
    return std::min(static_cast<std::uint32_t>(std::max(unit, 0.0) * size), size - 1);
}

// The index of the texel that a direction meets, in six faces one below the other (the cubemap table of Vulkan).
inline std::size_t texelAlong(const glm::dvec3& d, std::uint32_t faceSize)
{
    const glm::dvec3 a = {std::abs(d.x), std::abs(d.y), std::abs(d.z)};
    const int axis = a.x >= a.y && a.x >= a.z ? 0 : a.y >= a.z ? 1 : 2;
    const double sign = d[axis] < 0.0 ? -1.0 : 1.0;
    const double s = axis == 0 ? -sign * d.z : axis == 1 ? d.x : sign * d.x;
    const double t = axis == 1 ? sign * d.z : -d.y;
    const std::size_t face = 2 * static_cast<std::size_t>(axis) + (sign < 0.0 ? 1 : 0);
    const std::uint32_t x = cellOf(0.5 * (s / a[axis] + 1.0), faceSize);
    const std::uint32_t y = cellOf(0.5 * (t / a[axis] + 1.0), faceSize);
    return (face * faceSize + y) * faceSize + x;
}

class DirectedTexels
{
public:
    explicit DirectedTexels(const Environment& environment)
        : m_isCube(environment.kind == Kind::Cubemap), m_width(environment.image.width),
          m_height(environment.image.height), m_texels(std::size_t{m_width} * m_height)
    {
        for (std::uint32_t y = 0; y < m_height; ++y)
        {
            throwIfCancelled();
            decodeCleanTexels(environment.image, 0, y, m_width, m_texels.data() + std::size_t{y} * m_width);
        }
    }

    // Texels around the equator.
    std::uint32_t aroundEquator() const { return m_isCube ? 4 * m_width : m_width; }

    const Rgb& at(const glm::dvec3& d) const { return m_texels[m_isCube ? texelAlong(d, m_width) : placeOf(d)]; }

private:
    std::size_t placeOf(const glm::dvec3& d) const
    {
        const double u = 0.5 + std::atan2(d.x, d.z) / (2.0 * std::numbers::pi);
        const double v = std::acos(std::clamp(d.y, -1.0, 1.0)) / std::numbers::pi;
        return std::size_t{cellOf(v, m_height)} * m_width + cellOf(u, m_width);
    }

    bool m_isCube;
    std::uint32_t m_width;
    std::uint32_t m_height;
    std::vector<Rgb> m_texels;
};

} // namespace pn::image

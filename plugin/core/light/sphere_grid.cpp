#include "core/light/sphere_grid.h"

#include "core/cube_faces.h"
#include "core/sh/trigonometry.h"

#include <algorithm>
#include <cmath>

namespace pn {
namespace {

using Point = std::array<std::int64_t, 3>;

// In units of half a texel, from the centre of the cube, whose faces lie size half texels away.
Point pointOn(std::uint32_t face, std::int64_t right, std::int64_t down, std::int64_t outward)
{
    const FaceFrame& frame = kFaceFrames[face];
    Point point{};
    for (std::size_t axis = 0; axis < 3; ++axis)
        point[axis] = right * frame.right[axis] + down * frame.down[axis] + outward * frame.outward[axis];
    return point;
}

double sinOfLongitude(double halfTurns) // -1 to 1
{
    return halfTurns < 0.0 ? -sinPi(-halfTurns) : sinPi(halfTurns);
}

} // namespace

SphereGrid::Place SphereGrid::placeOf(std::uint32_t index) const
{
    return {index / m_shape.width / m_shape.height, index % m_shape.width, index / m_shape.width % m_shape.height};
}

Vec3 SphereGrid::direction(std::uint32_t index) const
{
    const auto [face, x, y] = placeOf(index);
    if (!m_shape.isCubemap())
    {
        const double longitude = (2.0 * x + 1.0) / m_shape.width - 1.0; // in half turns; the same of the latitude:
        const double fromTop = (2.0 * y + 1.0) / (2.0 * m_shape.height);
        const double cosine = sinPi(fromTop);
        return {cosine * sinOfLongitude(longitude), cosPi(fromTop), cosine * cosPi(std::abs(longitude))};
    }
    const std::int64_t size = m_shape.width;
    const Point p = pointOn(face, 2 * std::int64_t(x) + 1 - size, 2 * std::int64_t(y) + 1 - size, size);
    return normalized({double(p[0]), double(p[1]), double(p[2])});
}

double SphereGrid::solidAngle(std::uint32_t index) const
{
    const auto [face, x, y] = placeOf(index);
    const std::uint32_t column = x >= m_shape.right(0) ? x - m_shape.right(0) : m_shape.left(0) - x;
    const std::uint32_t row = y >= m_shape.bottom(0) ? y - m_shape.bottom(0) : m_shape.top(0) - y;
    const double weight = m_geometry.weightRow(row)[m_shape.isCubemap() ? column : 0];
    const double whole = m_shape.isCentreRow(row) ? 2.0 * weight : weight; // whose weight is halved
    return whole / Geometry::kMeanWeight * 4.0 * kPi / double(m_shape.texelCount());
}

std::uint32_t SphereGrid::equirectIndex(std::int64_t x, std::int64_t y) const
{
    const std::int64_t width = m_shape.width, height = m_shape.height;
    if (y < 0 || y >= height) // over the pole
    {
        if (width % 2 != 0)
            return kNone; // no texel lies opposite
        y = y < 0 ? 0 : height - 1;
        x += width / 2;
    }
    return std::uint32_t(y * width + (x + width) % width);
}

std::uint32_t SphereGrid::cubemapIndex(std::uint32_t face, std::int64_t x, std::int64_t y) const
{
    const std::int64_t size = m_shape.width;
    const bool isBesideX = x < 0 || x >= size, isBesideY = y < 0 || y >= size;
    if (isBesideX && isBesideY)
        return kNone; // three faces meet at a corner
    if (!isBesideX && !isBesideY)
        return std::uint32_t((std::int64_t(face) * size + y) * size + x);
    // Around the edge: the coordinate that left the face becomes the distance of the next one, and the distance of this
    // face the place of its outermost row of texels.
    const std::int64_t right = std::clamp(2 * x + 1 - size, -size, size),
                       down = std::clamp(2 * y + 1 - size, -size, size);
    const Point p = pointOn(face, right, down, size - 1);
    for (std::uint32_t other = 0; other < 6; ++other)
    {
        const FaceFrame& frame = kFaceFrames[other];
        if (along(p, frame.outward) != size)
            continue;
        const std::int64_t column = (along(p, frame.right) + size - 1) / 2;
        const std::int64_t row = (along(p, frame.down) + size - 1) / 2;
        return std::uint32_t((std::int64_t(other) * size + row) * size + column);
    }
    return kNone;
}

std::uint32_t SphereGrid::indexOf(std::uint32_t face, std::int64_t x, std::int64_t y) const
{
    return m_shape.isCubemap() ? cubemapIndex(face, x, y) : equirectIndex(x, y);
}

SphereGrid::Neighbours SphereGrid::neighbours(std::uint32_t index) const
{
    const Place at = placeOf(index);
    Neighbours result;
    if (at.x > 0 && at.x + 1 < m_shape.width && at.y > 0 && at.y + 1 < m_shape.height)
    {
        const std::uint32_t above = index - m_shape.width, below = index + m_shape.width;
        result = {{above - 1, above, above + 1, index - 1, index + 1, below - 1, below, below + 1}, 8};
        return result;
    }
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
        {
            if (dx == 0 && dy == 0)
                continue;
            const std::uint32_t other = indexOf(at.face, std::int64_t(at.x) + dx, std::int64_t(at.y) + dy);
            if (other != kNone && other != index && std::find(result.begin(), result.end(), other) == result.end())
                result.index[result.count++] = other;
        }
    return result;
}

} // namespace pn

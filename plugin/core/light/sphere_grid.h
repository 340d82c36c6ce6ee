#pragma once

#include "core/kernel/geometry.h"
#include "core/sh/vec3.h"

#include <array>
#include <cstdint>
#include <numbers>

namespace pn {

inline constexpr double kPi = std::numbers::pi;

// The texels of a cubemap or an equirectangular map as a grid on the sphere: where each one lies, how large it is, and
// which ones it touches, across the edges of faces, the seam of a map and its poles. A texel's index is
// (face * height + y) * width + x.
class SphereGrid
{
public:
    explicit SphereGrid(const Shape& shape) : m_shape(shape), m_geometry(shape) {}
    SphereGrid(const SphereGrid&) = delete; // its tables are large
    SphereGrid& operator=(const SphereGrid&) = delete;

    const Shape& shape() const { return m_shape; }
    std::uint32_t texelCount() const { return std::uint32_t(m_shape.texelCount()); }

    Vec3 direction(std::uint32_t index) const; // of its centre, of unit length
    double solidAngle(std::uint32_t index) const;

    // The texels at its sides and corners: at most 8. Whoever is a neighbour of a texel has it as a neighbour.
    struct Neighbours
    {
        std::array<std::uint32_t, 8> index;
        std::uint32_t count = 0;

        const std::uint32_t* begin() const { return index.data(); }
        const std::uint32_t* end() const { return index.data() + count; }
    };
    Neighbours neighbours(std::uint32_t index) const;

private:
    struct Place
    {
        std::uint32_t face, x, y;
    };

    static constexpr std::uint32_t kNone = ~0u;

    Place placeOf(std::uint32_t index) const;
    std::uint32_t indexOf(std::uint32_t face, std::int64_t x, std::int64_t y) const;
    std::uint32_t cubemapIndex(std::uint32_t face, std::int64_t x, std::int64_t y) const;
    std::uint32_t equirectIndex(std::int64_t x, std::int64_t y) const;

    Shape m_shape;
    Geometry m_geometry;
};

} // namespace pn

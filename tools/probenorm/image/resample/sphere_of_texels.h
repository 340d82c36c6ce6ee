// The texels of six faces or of a map on the sphere.
#pragma once

#include "image/resample/directed_texels.h"
#include "image/resample/spread_light.h"
#include "image/texels/cube_face.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>

namespace pn::image {

// Texels by their index, row by row.
class SphereOfTexels
{
public:
    SphereOfTexels(Sphere sphere, std::uint32_t width, std::uint32_t height)
        : m_sphere(sphere), m_width(width), m_height(height)
    {
    }

    glm::dvec3 direction(std::size_t texel) const { return directionAt(faceOf(texel), xOf(texel), yOf(texel)); }

    double solidAngle(std::size_t texel) const
    {
        if (m_sphere == Sphere::Cube)
            return texelSolidAngle(std::uint32_t(xOf(texel)), std::uint32_t(yOf(texel)), m_width);
        const auto sine = [this](double y) { return std::cos(std::numbers::pi * y / m_height); };
        return 2 * std::numbers::pi / m_width * (sine(yOf(texel)) - sine(yOf(texel) + 1));
    }

    // Some may be there twice, at the corners of a cube and around the poles of a map.
    std::array<std::size_t, 8> neighbours(std::size_t texel) const
    {
        std::array<std::size_t, 8> found;
        for (std::size_t i = 0; i < found.size(); ++i)
        {
            const int cell = int(i < 4 ? i : i + 1); // of 3 x 3, without the middle
            found[i] = beside(texel, cell % 3 - 1, cell / 3 - 1);
        }
        return found;
    }

private:
    int xOf(std::size_t texel) const { return int(texel % m_width); }
    int yOf(std::size_t texel) const { return int(texel / m_width % (isCube() ? m_width : m_height)); }
    std::uint32_t faceOf(std::size_t texel) const { return std::uint32_t(texel / m_width / m_width); }
    bool isCube() const { return m_sphere == Sphere::Cube; }

    // x and y may lie beyond the face.
    glm::dvec3 directionAt(std::uint32_t face, int x, int y) const
    {
        if (isCube())
        {
            const auto middle = [this](int i) { return float((2 * i + 1) / double(m_width) - 1); };
            return glm::normalize(glm::dvec3(cubeDirection(face, middle(x), middle(y))));
        }
        const double latitude = std::numbers::pi * (0.5 - (y + 0.5) / m_height);
        const double longitude = std::numbers::pi * ((2 * x + 1) / double(m_width) - 1);
        return {std::sin(longitude) * std::cos(latitude), std::sin(latitude), std::cos(longitude) * std::cos(latitude)};
    }

    std::size_t beside(std::size_t texel, int right, int down) const
    {
        const int width = int(m_width), height = isCube() ? width : int(m_height);
        int x = xOf(texel) + right, y = yOf(texel) + down;
        const bool isBeyond = y < 0 || y >= height;
        if (isCube() && (isBeyond || x < 0 || x >= width))
            return texelAlong(directionAt(faceOf(texel), x, y), m_width);
        if (isBeyond) // across the pole
        {
            y = std::clamp(y, 0, height - 1);
            x += width / 2;
        }
        x = (x + width) % width;
        return (std::size_t{faceOf(texel)} * isCube() * m_width + std::size_t(y)) * m_width + std::size_t(x);
    }

    Sphere m_sphere;
    std::uint32_t m_width, m_height;
};

} // namespace pn::image

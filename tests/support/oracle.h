#pragma once

#include "probenorm/probenorm.h"

#include <array>
#include <cstdint>
#include <vector>

// The independent judge of the coefficients: slow, direct, double precision, written from the definitions and sharing
// no code with the library.
namespace pn::oracle {

struct Direction
{
    double x, y, z;
};

// The 25 real orthonormal basis functions at a unit direction, typed out one by one.
std::array<double, 25> basis(const Direction& d);

// Through texel (x, y) of a face, by the table of cube faces in the Vulkan specification.
Direction cubeDirection(std::uint32_t face, std::uint32_t x, std::uint32_t y, std::uint32_t faceSize);

// Solid angle of a texel, by the antiderivative atan2(u v, sqrt(u^2 + v^2 + 1)) in long double.
double cubeSolidAngle(std::uint32_t x, std::uint32_t y, std::uint32_t faceSize);

Direction equirectDirection(std::uint32_t x, std::uint32_t y, std::uint32_t width, std::uint32_t height);
double equirectSolidAngle(std::uint32_t y, std::uint32_t width, std::uint32_t height);

struct Projection
{
    std::array<std::array<double, 3>, 25> rgb{};
    std::array<double, 3> absolute{}; // coefficient 0 of |radiance|, the measure of errors
};

// texels: rgb of all faces, row by row, after the policy on special values.
Projection projectCubemap(std::uint32_t faceSize, const std::vector<std::array<float, 3>>& texels);
Projection projectEquirect(std::uint32_t width, std::uint32_t height, const std::vector<std::array<float, 3>>& texels);

} // namespace pn::oracle

#include "oracle.h"

#include <cmath>

namespace pn::oracle {
namespace {

constexpr double kPi = 3.14159265358979323846;

void add(Projection& sum, const Direction& d, double solidAngle, const std::array<float, 3>& rgb)
{
    const auto y = basis(d);
    for (std::size_t i = 0; i < 25; ++i)
        for (std::size_t c = 0; c < 3; ++c)
            sum.rgb[i][c] += y[i] * solidAngle * double(rgb[c]);
    for (std::size_t c = 0; c < 3; ++c)
        sum.absolute[c] += y[0] * solidAngle * std::abs(double(rgb[c]));
}

} // namespace

std::array<double, 25> basis(const Direction& d)
{
    const double x = d.x, y = d.y, z = d.z, x2 = x * x, y2 = y * y, z2 = z * z;
    const auto k = [](double a, double b) { return std::sqrt(a / (b * kPi)); };
    return {k(1, 4),
            k(3, 4) * y,
            k(3, 4) * z,
            k(3, 4) * x,
            k(15, 4) * x * y,
            k(15, 4) * y * z,
            k(5, 16) * (3 * z2 - 1),
            k(15, 4) * x * z,
            k(15, 16) * (x2 - y2),
            k(35, 32) * y * (3 * x2 - y2),
            k(105, 4) * x * y * z,
            k(21, 32) * y * (5 * z2 - 1),
            k(7, 16) * z * (5 * z2 - 3),
            k(21, 32) * x * (5 * z2 - 1),
            k(105, 16) * z * (x2 - y2),
            k(35, 32) * x * (x2 - 3 * y2),
            3 * k(35, 16) * x * y * (x2 - y2),
            3 * k(35, 32) * y * z * (3 * x2 - y2),
            3 * k(5, 16) * x * y * (7 * z2 - 1),
            3 * k(5, 32) * y * z * (7 * z2 - 3),
            3 * k(1, 256) * (35 * z2 * z2 - 30 * z2 + 3),
            3 * k(5, 32) * x * z * (7 * z2 - 3),
            3 * k(5, 64) * (x2 - y2) * (7 * z2 - 1),
            3 * k(35, 32) * x * z * (x2 - 3 * y2),
            3 * k(35, 256) * (x2 * (x2 - 3 * y2) - y2 * (3 * x2 - y2))};
}

Direction cubeDirection(std::uint32_t face, std::uint32_t x, std::uint32_t y, std::uint32_t faceSize)
{
    const double u = (2.0 * x + 1.0) / faceSize - 1.0, v = (2.0 * y + 1.0) / faceSize - 1.0;
    const double r = std::sqrt(1.0 + u * u + v * v);
    switch (face)
    {
    case 0: return {1 / r, -v / r, -u / r};
    case 1: return {-1 / r, -v / r, u / r};
    case 2: return {u / r, 1 / r, v / r};
    case 3: return {u / r, -1 / r, -v / r};
    case 4: return {u / r, -v / r, 1 / r};
    default: return {-u / r, -v / r, -1 / r};
    }
}

double cubeSolidAngle(std::uint32_t x, std::uint32_t y, std::uint32_t faceSize)
{
    const auto area = [](long double u, long double v) { return std::atan2(u * v, std::sqrt(u * u + v * v + 1)); };
    const long double step = 2.0L / faceSize;
    const long double u0 = x * step - 1, u1 = u0 + step, v0 = y * step - 1, v1 = v0 + step;
    return double(area(u0, v0) - area(u0, v1) - area(u1, v0) + area(u1, v1));
}

Direction equirectDirection(std::uint32_t x, std::uint32_t y, std::uint32_t width, std::uint32_t height)
{
    const double longitude = 2.0 * kPi * ((x + 0.5) / width - 0.5), polar = kPi * (y + 0.5) / height;
    return {std::sin(polar) * std::sin(longitude), std::cos(polar), std::sin(polar) * std::cos(longitude)};
}

double equirectSolidAngle(std::uint32_t y, std::uint32_t width, std::uint32_t height)
{
    return 2.0 * kPi / width * (std::cos(kPi * y / height) - std::cos(kPi * (y + 1.0) / height));
}

Projection projectCubemap(std::uint32_t faceSize, const std::vector<std::array<float, 3>>& texels)
{
    Projection sum;
    std::size_t next = 0;
    for (std::uint32_t face = 0; face < 6; ++face)
        for (std::uint32_t y = 0; y < faceSize; ++y)
            for (std::uint32_t x = 0; x < faceSize; ++x)
                add(sum, cubeDirection(face, x, y, faceSize), cubeSolidAngle(x, y, faceSize), texels.at(next++));
    return sum;
}

Projection projectEquirect(std::uint32_t width, std::uint32_t height, const std::vector<std::array<float, 3>>& texels)
{
    Projection sum;
    std::size_t next = 0;
    for (std::uint32_t y = 0; y < height; ++y)
        for (std::uint32_t x = 0; x < width; ++x)
            add(sum, equirectDirection(x, y, width, height), equirectSolidAngle(y, width, height), texels.at(next++));
    return sum;
}

} // namespace pn::oracle

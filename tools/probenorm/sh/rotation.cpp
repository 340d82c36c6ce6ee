#include "sh/rotation.h"

#include "support/failure.h"
#include "support/text.h"

#include <fmt/format.h>
#include <glm/mat3x3.hpp>

#include <cmath>
#include <numbers>
#include <vector>

namespace pn::cli {
namespace {

struct SinCos
{
    double sin;
    double cos;
};

SinCos sinCosDegrees(double degrees)
{
    const double turns = std::fmod(degrees, 360.0);
    if (std::fmod(turns, 90.0) != 0.0)
        return {std::sin(turns * std::numbers::pi / 180.0), std::cos(turns * std::numbers::pi / 180.0)};
    const int quarter = (static_cast<int>(turns / 90.0) + 4) % 4;
    constexpr std::array<double, 4> kSines = {0.0, 1.0, 0.0, -1.0};
    return {kSines.at(quarter), kSines.at((quarter + 1) % 4)};
}

// Takes axis + 1 to axis + 2 for 90 degrees. glm's matrices are arrays of columns.
glm::dmat3 rotationAbout(int axis, double degrees)
{
    const auto [sin, cos] = sinCosDegrees(degrees);
    const int a = (axis + 1) % 3;
    const int b = (axis + 2) % 3;
    glm::dmat3 matrix(1.0);
    matrix[a][a] = cos;
    matrix[a][b] = sin;
    matrix[b][a] = -sin;
    matrix[b][b] = cos;
    return matrix;
}

} // namespace

Degrees parseDegrees(std::string_view text)
{
    const std::vector<std::string_view> parts = split(text, ',');
    Degrees degrees{};
    bool isValid = parts.size() == 3;
    for (std::size_t axis = 0; isValid && axis < 3; ++axis)
        isValid = parseFloat(parts[axis], degrees[axis]);
    if (!isValid)
        throw Failure(Exit::CommandLine, fmt::format("--rotate must be X,Y,Z in degrees, found {}", text));
    return degrees;
}

Rotation rotationBy(const Degrees& degrees)
{
    const glm::dmat3 matrix = rotationAbout(2, double{degrees[2]}) * rotationAbout(1, double{degrees[1]}) *
                              rotationAbout(0, double{degrees[0]});
    Rotation rows{};
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 3; ++column)
            rows[static_cast<std::size_t>(row * 3 + column)] = static_cast<float>(matrix[column][row]);
    return rows;
}

Rotation product(const Rotation& second, const Rotation& first)
{
    Rotation rows{};
    for (std::size_t i = 0; i < 9; ++i)
        for (std::size_t k = 0; k < 3; ++k)
            rows[i] += second[i / 3 * 3 + k] * first[k * 3 + i % 3];
    return rows;
}

Rotation inverseOf(const Rotation& rotation)
{
    return {rotation[0], rotation[3], rotation[6], rotation[1], rotation[4],
            rotation[7], rotation[2], rotation[5], rotation[8]};
}

void rotateSh(PnSh& sh, const Rotation& rotation, const std::string& about)
{
    if (const PnResult result = pnRotateSh(&sh, rotation.data(), &sh); result != PN_SUCCESS)
        throwResult(result, about);
}

} // namespace pn::cli

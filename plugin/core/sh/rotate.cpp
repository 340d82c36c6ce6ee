#include "core/sh/rotate.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pn {
namespace {

struct QuadratureNode
{
    Vec3 direction;
    double weight = 0.0; // of a mean over the sphere
};

constexpr std::size_t kNodeCount = 38;

// Lebedev's rule of degree 9: the mean of a polynomial up to that degree is exact, so a product of two harmonics of
// bands 0 to 4 integrates exactly. Its nodes are whole orbits of the cube's symmetries (docs/math.md, section 3).
std::array<QuadratureNode, kNodeCount> makeLebedev9()
{
    constexpr double kCorner = 0.5773502691896257; // sqrt(1 / 3)
    constexpr double kShort = 0.45970084338098305; // sqrt((3 - sqrt(3)) / 6)
    constexpr double kLong = 0.8880738339771153;   // sqrt((3 + sqrt(3)) / 6)
    std::array<QuadratureNode, kNodeCount> nodes;
    auto node = nodes.begin();
    for (const double s : {1.0, -1.0})
    {
        for (const Vec3& axis : {Vec3{s, 0, 0}, Vec3{0, s, 0}, Vec3{0, 0, s}})
            *node++ = {axis, 1.0 / 105.0};
        for (const double t : {1.0, -1.0})
        {
            for (const double u : {1.0, -1.0})
                *node++ = {{s * kCorner, t * kCorner, u * kCorner}, 9.0 / 280.0};
            const double a = s * kShort, b = t * kLong;
            for (const Vec3& edge :
                 {Vec3{a, b, 0}, Vec3{b, a, 0}, Vec3{0, a, b}, Vec3{0, b, a}, Vec3{a, 0, b}, Vec3{b, 0, a}})
                *node++ = {edge, 1.0 / 35.0};
        }
    }
    return nodes;
}

// The nearest orthogonal matrix, by Newton's iteration for the polar factor, because a matrix of floats is orthogonal
// to 1e-7 only. An error e becomes about e^2 each time, so three iterations bring 1e-4 below the resolution of a
// double. Exactly orthogonal matrices are not changed.
Mat3 orthogonalized(Mat3 m)
{
    for (int i = 0; i < 3; ++i)
    {
        Mat3 next;
        for (std::size_t r = 0; r < 3; ++r)
        {
            const Vec3& row = m.rows[r];
            const Vec3 along = {dot(row, m.rows[0]), dot(row, m.rows[1]), dot(row, m.rows[2])};
            const Vec3 image = transposed(m) * along; // this row of M M^T M
            next.rows[r] = {1.5 * row.x - 0.5 * image.x, 1.5 * row.y - 0.5 * image.y, 1.5 * row.z - 0.5 * image.z};
        }
        m = next;
    }
    return m;
}

// Rotations of whole quarter turns have elements such as 0, 1 and 1/2. Rounding to a grid of 2^-46 (1.4e-14, far below
// a float's resolution and far above the sum's error) gives these exactly, so that the identity changes no bit.
double snapped(double x)
{
    constexpr double kGrid = 0x1p46;
    return std::nearbyint(x * kGrid) / kGrid;
}

} // namespace

Vec3 operator*(const Mat3& m, const Vec3& v)
{
    return {dot(m.rows[0], v), dot(m.rows[1], v), dot(m.rows[2], v)};
}

Mat3 transposed(const Mat3& m)
{
    const auto& [a, b, c] = m.rows;
    return {{{{a.x, b.x, c.x}, {a.y, b.y, c.y}, {a.z, b.z, c.z}}}};
}

double orthogonalityError(const Mat3& m)
{
    const auto& [a, b, c] = transposed(m).rows;
    double error = 0.0;
    for (const double e : {dot(a, a) - 1.0, dot(b, b) - 1.0, dot(c, c) - 1.0, dot(a, b), dot(b, c), dot(c, a)})
    {
        if (std::isnan(e))
            return std::numeric_limits<double>::quiet_NaN();
        error = std::max(error, std::abs(e));
    }
    return error;
}

// Elements are integrals of Y_i(d) Y_j(M^T d).
ShMatrix rotationMatrix(const Mat3& m)
{
    constexpr double kSphereArea = 12.566370614359172; // 4 pi
    static const std::array<QuadratureNode, kNodeCount> kNodes = makeLebedev9();
    const Mat3 inverse = transposed(orthogonalized(m));
    ShMatrix matrix{};
    for (const QuadratureNode& node : kNodes)
    {
        const ShBasis to = evaluateBasis(node.direction);
        const ShBasis from = evaluateBasis(inverse * node.direction);
        for (std::size_t i = 0; i < kShCount; ++i)
            for (std::size_t j = 0; j < kShCount; ++j)
                matrix[i][j] += node.weight * kSphereArea * to[i] * from[j];
    }
    for (auto& row : matrix)
        std::transform(row.begin(), row.end(), row.begin(), snapped);
    return matrix;
}

ShSet rotateSh(const ShSet& set, const Mat3& m)
{
    const ShMatrix matrix = rotationMatrix(m);
    ShSet result{set.bands, {}};
    for (std::size_t i = 0; i < set.count(); ++i)
        for (std::size_t j = 0; j < set.count(); ++j)
            if (kBandOf[i] == kBandOf[j]) // bands never mix
                for (std::size_t c = 0; c < 3; ++c)
                    result.rgb[i][c] += matrix[i][j] * set.rgb[j][c];
    return result;
}

} // namespace pn

#include "core/sh/quadratic.h"

#include <algorithm>
#include <cmath>

namespace pn {
namespace {

using Matrix = std::array<std::array<double, 3>, 3>;

// A quadratic in the frame of its matrix: sum of eigenvalue y^2 + slope y.
struct Diagonal
{
    std::array<double, 3> eigenvalues{};
    std::array<double, 3> slopes{};
};

// One Jacobi rotation: makes m[p][q] zero and rotates v in the same way.
void rotate(Matrix& m, std::array<double, 3>& v, std::size_t p, std::size_t q)
{
    if (m[p][q] == 0.0)
        return;
    const double theta = (m[q][q] - m[p][p]) / (2.0 * m[p][q]);
    const double t = (theta >= 0.0 ? 1.0 : -1.0) / (std::abs(theta) + std::sqrt(theta * theta + 1.0));
    const double c = 1.0 / std::sqrt(t * t + 1.0), s = t * c;
    const std::size_t r = 3 - p - q;
    const double mpq = m[p][q], mrp = m[r][p], mrq = m[r][q];
    m[p][p] -= t * mpq;
    m[q][q] += t * mpq;
    m[p][q] = m[q][p] = 0.0;
    m[r][p] = m[p][r] = c * mrp - s * mrq;
    m[r][q] = m[q][r] = s * mrp + c * mrq;
    const double vp = v[p], vq = v[q];
    v[p] = c * vp - s * vq;
    v[q] = s * vp + c * vq;
}

Diagonal diagonalize(const Quadratic& q)
{
    constexpr int kSweeps = 12; // convergence is quadratic; five are enough
    Matrix m = {{{q.xx, q.xy, q.xz}, {q.xy, q.yy, q.yz}, {q.xz, q.yz, q.zz}}};
    std::array<double, 3> slopes = {q.linear.x, q.linear.y, q.linear.z};
    for (int sweep = 0; sweep < kSweeps; ++sweep)
    {
        rotate(m, slopes, 0, 1);
        rotate(m, slopes, 0, 2);
        rotate(m, slopes, 1, 2);
    }
    return {{m[0][0], m[1][1], m[2][2]}, slopes};
}

// The length, squared, of the point where the gradient of the Lagrange function vanishes.
double squaredLength(const Diagonal& d, double multiplier)
{
    double sum = 0.0;
    for (std::size_t i = 0; i < 3; ++i)
    {
        const double y = d.slopes[i] == 0.0 ? 0.0 : d.slopes[i] / (2.0 * (d.eigenvalues[i] + multiplier));
        sum += y * y;
    }
    return sum;
}

// The least value of the Lagrange function: a lower bound of the minimum on the sphere for every multiplier, and equal
// to it at the right one, around which it is flat.
double dual(const Diagonal& d, double multiplier)
{
    double sum = -multiplier;
    for (std::size_t i = 0; i < 3; ++i)
        if (d.slopes[i] != 0.0)
            sum -= d.slopes[i] * d.slopes[i] / (4.0 * (d.eigenvalues[i] + multiplier));
    return sum;
}

} // namespace

Quadratic toQuadratic(const ScalarSh& f)
{
    using namespace norm;
    const auto& c = f.coefficients; // coefficients beyond the bands are zero
    const double p6 = kL2M0 * c[6], p8 = kL2M2 * c[8];
    return {kL0 * c[0],
            {kL1 * c[3], kL1 * c[1], kL1 * c[2]},
            p8 - p6,
            -p6 - p8,
            2.0 * p6,
            0.5 * kL2M1 * c[4],
            0.5 * kL2M1 * c[5],
            0.5 * kL2M1 * c[7]};
}

double minimumOnSphere(const Quadratic& q)
{
    const Diagonal d = diagonalize(q);
    const double lambda = *std::min_element(d.eigenvalues.begin(), d.eigenvalues.end());
    const double slope = std::sqrt(d.slopes[0] * d.slopes[0] + d.slopes[1] * d.slopes[1] + d.slopes[2] * d.slopes[2]);
    // The multiplier is -lambda where no slope leads out of the least eigenvalue's space, else above it.
    double low = -lambda, high = -lambda + 0.5 * slope;
    if (low == high) // the slope is nothing beside lambda, and dual() may not divide by zero
        return q.constant - low;
    constexpr int kHalvings = 60;
    for (int i = 0; i < kHalvings; ++i)
    {
        const double middle = 0.5 * (low + high);
        (squaredLength(d, middle) > 1.0 ? low : high) = middle;
    }
    return q.constant + dual(d, high);
}

} // namespace pn

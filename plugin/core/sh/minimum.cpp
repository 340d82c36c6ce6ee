#include "core/sh/minimum.h"

#include "core/sh/basis.h"

#include <algorithm>
#include <cmath>
#include <vector>

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

constexpr int kGridSide = 20;       // directions along a cube face's edge; a harmonic of degree 4 spans several
constexpr std::size_t kStarts = 24; // more than a function of degree 4 has minima
constexpr int kSteps = 20;
constexpr double kDifference = 1e-3; // of the difference quotients, in radians
constexpr double kLongestStep = 0.1;
constexpr double kShortestStep = 1e-7;

struct Sample
{
    double value = 0.0;
    Vec3 direction;
};

// Directions to the centres of cells on a cube's faces, and the harmonics along them. A vector has one harmonic along
// several directions, so that they are summed at the same time, each with the bits of evaluate().
class Grid
{
public:
    Grid()
    {
        std::size_t at = 0;
        for (int i = 0; i < kGridSide; ++i)
            for (int j = 0; j < kGridSide; ++j)
            {
                const double u = (2.0 * i + 1.0) / kGridSide - 1.0, v = (2.0 * j + 1.0) / kGridSide - 1.0;
                for (const Vec3& d :
                     {Vec3{1, u, v}, Vec3{-1, u, v}, Vec3{u, 1, v}, Vec3{u, -1, v}, Vec3{u, v, 1}, Vec3{u, v, -1}})
                    set(at++, normalized(d));
            }
    }

    std::vector<Sample> evaluate(const ScalarSh& f) const
    {
        std::vector<Sample> samples;
        samples.reserve(kCount);
        for (const Basis& basis : m_basis)
        {
            Lanes sum{};
            for (std::size_t i = 0; i < f.count(); ++i)
                sum += f.coefficients[i] * basis[i];
            for (std::size_t lane = 0; lane < kLanes; ++lane)
                samples.push_back({sum[lane], m_directions[samples.size()]});
        }
        return samples;
    }

private:
    static constexpr std::size_t kCount = std::size_t{6} * kGridSide * kGridSide;
    static_assert(kCount % kLanes == 0);
    using Basis = std::array<Lanes, kShCount>;

    void set(std::size_t index, const Vec3& direction)
    {
        m_directions[index] = direction;
        const ShBasis basis = evaluateBasis(direction);
        for (std::size_t i = 0; i < basis.size(); ++i)
            m_basis[index / kLanes][i][index % kLanes] = basis[i];
    }

    std::array<Vec3, kCount> m_directions;
    std::array<Basis, kCount / kLanes> m_basis;
};

// The grid's least values first.
std::vector<Sample> bestOfGrid(const ScalarSh& f)
{
    static const Grid grid;
    std::vector<Sample> samples = grid.evaluate(f);
    const auto end = samples.begin() + kStarts;
    std::partial_sort(samples.begin(), end, samples.end(),
                      [](const Sample& a, const Sample& b) { return a.value < b.value; });
    return {samples.begin(), end};
}

// The tangent plane at a direction: moves there, and the function's first and second derivatives by differences.
class Tangent
{
public:
    Tangent(const ScalarSh& f, const Sample& at) : m_f(f), m_at(at)
    {
        const Vec3& d = at.direction;
        const Vec3 other = std::abs(d.x) < 0.5 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
        m_first = normalized(cross(d, other));
        m_second = cross(d, m_first);
    }

    Sample move(double p, double q) const
    {
        const Vec3& d = m_at.direction;
        const Vec3 moved = normalized({d.x + p * m_first.x + q * m_second.x, d.y + p * m_first.y + q * m_second.y,
                                       d.z + p * m_first.z + q * m_second.z});
        return {evaluate(m_f, moved), moved};
    }

    // A step of Newton's method, or a step downhill where the function is not convex. It is never longer than
    // kLongestStep.
    std::array<double, 2> step() const
    {
        const double h = kDifference;
        const auto at = [&](double p, double q) { return move(p * h, q * h).value; };
        const double left = at(-1, 0), right = at(1, 0), below = at(0, -1), above = at(0, 1), centre = m_at.value;
        const double gp = (right - left) / (2 * h), gq = (above - below) / (2 * h);
        const double hpp = (right - 2 * centre + left) / (h * h), hqq = (above - 2 * centre + below) / (h * h);
        const double hpq = (at(1, 1) - at(1, -1) - at(-1, 1) + at(-1, -1)) / (4 * h * h);
        const double determinant = hpp * hqq - hpq * hpq;
        const bool isConvex = hpp > 0.0 && determinant > 0.0;
        double p = isConvex ? (hpq * gq - hqq * gp) / determinant : -gp;
        double q = isConvex ? (hpq * gp - hpp * gq) / determinant : -gq;
        const double length = std::sqrt(p * p + q * q);
        const double shrink = length > kLongestStep || (!isConvex && length > 0.0) ? kLongestStep / length : 1.0;
        return {p * shrink, q * shrink};
    }

private:
    const ScalarSh& m_f;
    Sample m_at;
    Vec3 m_first, m_second;
};

double descend(const ScalarSh& f, Sample at)
{
    for (int i = 0; i < kSteps; ++i)
    {
        const Tangent tangent(f, at);
        auto [p, q] = tangent.step();
        Sample next = tangent.move(p, q);
        while (next.value >= at.value && p * p + q * q > kShortestStep * kShortestStep)
        {
            p *= 0.25;
            q *= 0.25;
            next = tangent.move(p, q);
        }
        if (next.value >= at.value)
            return at.value;
        at = next;
    }
    return at.value;
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

double findMinimum(const ScalarSh& f)
{
    if (f.bands <= 3)
        return minimumOnSphere(toQuadratic(f));
    double least = evaluate(f, {0, 0, 1});
    for (const Sample& start : bestOfGrid(f))
        least = std::min(least, descend(f, start));
    return least;
}

} // namespace pn

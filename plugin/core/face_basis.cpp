#include "core/face_basis.h"

#include <cmath>
#include <map>
#include <numbers>

namespace pn {
namespace {

using Exponents = std::array<std::uint32_t, 3>; // of x, y, z or of a, b, c

// A polynomial in three variables; as small as the ones here are, a map says it best.
class Polynomial
{
public:
    Polynomial() = default;
    Polynomial(const Exponents& exponents, double factor) { m_terms[exponents] = factor; }

    const std::map<Exponents, double>& terms() const { return m_terms; }
    void add(const Exponents& exponents, double factor) { m_terms[exponents] += factor; }

    friend Polynomial operator*(const Polynomial& p, const Polynomial& q)
    {
        Polynomial product;
        for (const auto& [e, factor] : p.m_terms)
            for (const auto& [f, other] : q.m_terms)
                product.add({e[0] + f[0], e[1] + f[1], e[2] + f[2]}, factor * other);
        return product;
    }

private:
    std::map<Exponents, double> m_terms;
};

double factorial(std::uint32_t n)
{
    return n < 2 ? 1.0 : n * factorial(n - 1);
}

// The m-th derivative of the Legendre polynomial P_l, in z.
Polynomial legendreDerivative(std::uint32_t l, std::uint32_t m)
{
    Polynomial result;
    for (std::uint32_t s = 0; 2 * s + m <= l; ++s)
    {
        const double sign = s % 2 == 0 ? 1.0 : -1.0;
        const double factor = sign * factorial(2 * l - 2 * s) /
                              (std::exp2(l) * factorial(s) * factorial(l - s) * factorial(l - 2 * s - m));
        result.add({0, 0, l - 2 * s - m}, factor);
    }
    return result;
}

// Real (m >= 0) or imaginary (m < 0) part of (x + i y)^|m|.
Polynomial azimuthal(std::int32_t m)
{
    const std::uint32_t power = std::uint32_t(std::abs(m));
    Polynomial result;
    for (std::uint32_t k = m < 0 ? 1 : 0; k <= power; k += 2) // k factors of i y
    {
        const double binomial = factorial(power) / (factorial(k) * factorial(power - k));
        result.add({power - k, k, 0}, k / 2 % 2 == 0 ? binomial : -binomial);
    }
    return result;
}

// The canonical basis function in x, y, z; see docs/math.md, section 1.
Polynomial basisPolynomial(std::uint32_t coefficient)
{
    const std::uint32_t l = std::uint32_t(std::sqrt(double(coefficient)));
    const std::int32_t m = std::int32_t(coefficient) - std::int32_t(l * (l + 1));
    const std::uint32_t am = std::uint32_t(std::abs(m));
    const double norm = std::sqrt((m == 0 ? 1.0 : 2.0) * (2.0 * l + 1.0) / (4.0 * std::numbers::pi) *
                                  factorial(l - am) / factorial(l + am));
    return Polynomial({0, 0, 0}, norm) * azimuthal(m) * legendreDerivative(l, am);
}

struct Axis
{
    std::uint32_t of; // 0 a, 1 b, 2 c
    double sign;
};

// x, y, z of a direction in each face's frame; a to the right, b down, c outwards (the table of cube faces in the
// Vulkan specification, 16.5.4, with u = a / c and v = b / c).
constexpr Axis kFaceAxes[6][3] = {
    {{2, +1}, {1, -1}, {0, -1}}, // +X
    {{2, -1}, {1, -1}, {0, +1}}, // -X
    {{0, +1}, {2, +1}, {1, +1}}, // +Y
    {{0, +1}, {2, -1}, {1, -1}}, // -Y
    {{0, +1}, {1, -1}, {2, +1}}, // +Z
    {{0, -1}, {1, -1}, {2, -1}}, // -Z
};

Polynomial inFaceFrame(const Polynomial& p, std::uint32_t face)
{
    Polynomial result;
    for (const auto& [exponents, factor] : p.terms())
    {
        Exponents turned{};
        double sign = 1.0;
        for (std::uint32_t axis = 0; axis < 3; ++axis)
        {
            turned[kFaceAxes[face][axis].of] += exponents[axis];
            if (exponents[axis] % 2 == 1)
                sign *= kFaceAxes[face][axis].sign;
        }
        result.add(turned, sign * factor);
    }
    return result;
}

// Replaces b^2 by 1 - a^2 - c^2 until b occurs at most once.
Polynomial withoutSquaresOfB(const Polynomial& p)
{
    Polynomial result;
    for (const auto& [e, factor] : p.terms())
    {
        Polynomial term({e[0], e[1] % 2, e[2]}, factor);
        Polynomial square({0, 0, 0}, 1.0);
        square.add({2, 0, 0}, -1.0);
        square.add({0, 0, 2}, -1.0);
        for (std::uint32_t i = 0; i < e[1] / 2; ++i)
            term = term * square;
        for (const auto& [f, reduced] : term.terms())
            result.add(f, reduced);
    }
    return result;
}

} // namespace

MomentFactors momentFactors(std::uint32_t coefficient, std::uint32_t face)
{
    constexpr double kRounding = 1e-12; // what is left where terms cancel
    const Polynomial polynomial = withoutSquaresOfB(inFaceFrame(basisPolynomial(coefficient), face));
    MomentFactors factors{};
    for (std::uint32_t m = 0; m < kMaxMoments; ++m)
    {
        const auto found = polynomial.terms().find({kMoments[m].i, kMoments[m].j, kMoments[m].k});
        if (found != polynomial.terms().end() && std::abs(found->second) > kRounding)
            factors[m] = found->second;
    }
    return factors;
}

} // namespace pn

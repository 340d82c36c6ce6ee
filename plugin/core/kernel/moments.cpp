#include "core/kernel/moments.h"

#include "core/sh/sh.h"

namespace pn {
namespace {

// c0 + c1 q + c2 q^2; no product here has a higher degree.
struct Quadratic
{
    double c0 = 0, c1 = 0, c2 = 0;
};

constexpr Quadratic operator+(const Quadratic& p, const Quadratic& r)
{
    return {p.c0 + r.c0, p.c1 + r.c1, p.c2 + r.c2};
}

constexpr Quadratic operator*(const Quadratic& p, const Quadratic& r)
{
    return {p.c0 * r.c0, p.c0 * r.c1 + p.c1 * r.c0, p.c0 * r.c2 + p.c1 * r.c1 + p.c2 * r.c0};
}

constexpr Quadratic operator*(double factor, const Quadratic& p)
{
    return {factor * p.c0, factor * p.c1, factor * p.c2};
}

constexpr Quadratic constant(double value)
{
    return {value, 0, 0};
}

// Each harmonic divided by the powers of s and b that the weight of its lowest sum contains: section 1 of docs/math.md
// with x = a, y = b, z = c.
std::array<Quadratic, kMaxMoments> harmonics(double alpha, double gamma)
{
    using namespace norm;
    const Quadratic one = constant(1);
    const Quadratic b2 = {kCentre, 1, 0};
    const Quadratic s2 = 1 / (alpha * alpha + gamma * gamma) * (one + -1.0 * b2); // s alpha, b, s gamma has length 1
    const Quadratic a2 = alpha * alpha * s2, c2 = gamma * gamma * s2;
    const double a = alpha, c = gamma, ac = alpha * gamma;
    return {{constant(kL0),

             constant(kL1),     // b
             constant(kL1 * c), // c
             constant(kL1 * a), // a

             constant(kL2M1 * a),         // a b
             constant(kL2M1 * c),         // b c
             kL2M0 * (3 * c2 + -1 * one), //
             constant(kL2M1 * ac),        // a c
             kL2M2 * (a2 + -1 * b2),      //

             kL3M3 * (3 * a2 + -1 * b2),      // b (3 a^2 - b^2)
             constant(2 * kL3M2 * ac),        // a b c
             kL3M1 * (5 * c2 + -1 * one),     // b (5 c^2 - 1)
             kL3M0 * c * (5 * c2 + -3 * one), // c (5 c^2 - 3)
             kL3M1 * a * (5 * c2 + -1 * one), // a (5 c^2 - 1)
             kL3M2 * c * (a2 + -1 * b2),      // c (a^2 - b^2)
             kL3M3 * a * (a2 + -3 * b2),      // a (a^2 - 3 b^2)

             4 * kL4M4 * a * (a2 + -1 * b2),      // a b (a^2 - b^2)
             kL4M3 * c * (3 * a2 + -1 * b2),      // b c (3 a^2 - b^2)
             2 * kL4M2 * a * (7 * c2 + -1 * one), // a b (7 c^2 - 1)
             kL4M1 * c * (7 * c2 + -3 * one),     // b c (7 c^2 - 3)
             kL4M0 * (35 * c2 * c2 + -30 * c2 + 3 * one),
             kL4M1 * ac * (7 * c2 + -3 * one), // a c (7 c^2 - 3)
             kL4M2 * (a2 + -1 * b2) * (7 * c2 + -1 * one),
             kL4M3 * ac * (a2 + -3 * b2), // a c (a^2 - 3 b^2)
             kL4M4 * (a2 * a2 + -6 * a2 * b2 + b2 * b2)}};
}

} // namespace

ColumnFactors columnFactors(double alpha, double gamma)
{
    const std::array<Quadratic, kMaxMoments> all = harmonics(alpha, gamma);
    ColumnFactors factors{};
    for (std::uint32_t moment = 0; moment < kMaxMoments; ++moment)
    {
        const Quadratic& harmonic = all[moment];
        const double byPower[3] = {harmonic.c0, harmonic.c1, harmonic.c2};
        const std::uint32_t first = kMomentTerms.first[moment];
        for (std::uint32_t term = first; term < kMomentTerms.first[moment + 1]; ++term)
            factors[term] = byPower[term - first];
    }
    return factors;
}

} // namespace pn

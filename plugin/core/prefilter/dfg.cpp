#include "core/prefilter/dfg.h"

#include "core/prefilter/power.h"
#include "core/prefilter/quadrature.h"
#include "core/sh/trigonometry.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace pn {
namespace {

// The integrals are taken over the half vector h, in polar coordinates about the normal: theta, and phi from the
// viewer's side. A direction of light L about h has dL = 4 (V.h) dh. With w = cos theta:
//
//   V.h = N.V w + sqrt(1 - N.V^2) sqrt(1 - w^2) cos phi,  N.L = 2 (V.h) w - N.V
//
// Each panel ends where N.L becomes 0, so that no integrand has a kink and few points suffice.
constexpr unsigned kPoints = 16;

struct Reflected
{
    double all = 0;     // with F = 1
    double fresnel = 0; // with F = (1 - V.h)^5
};

// GGX. The share sin^2 psi of the normals lies within theta, with tan theta = a tan psi; y = tan(psi / 2). What remains
// of the integrand is 4 V (N.L) (V.h) / (N.h), with Smith's height-correlated V. One slice, along a half plane of phi:
void addGgxSlice(double alpha, double noV, double cosPhi, double weight, Reflected& sum)
{
    const auto smith = [&](double cosine) { return std::sqrt(cosine * cosine * (1 - alpha * alpha) + alpha * alpha); };
    const double across = std::sqrt(1 - noV * noV) * cosPhi, shadow = smith(noV);
    const double root = std::sqrt(across * across + noV * noV);
    // tan theta where N.L = 0, as a multiple of alpha
    const double end = (across > 0 ? (across + root) / noV : noV / (root - across)) / alpha;
    const double most = end / (1 + std::sqrt(1 + end * end));
    for (const QuadraturePoint& point : gaussPoints(kPoints))
    {
        // twice as near the end, where N.L rises within N.V
        const double y = most * point.x * (2 - point.x), more = 1 + y * y, less = 1 - y * y;
        const double share = weight * point.weight * most * (1 - point.x) * 16 * y * less / (more * more * more);
        const double tangent = alpha * 2 * y / less, cosine2 = 1 / (1 + tangent * tangent);
        const double noL = std::max(0.0, cosine2 * (noV + tangent * (2 * across - tangent * noV)));
        const double slope = noV + across * tangent; // (V.h) / (N.h)
        const double all = share * slope * 2 * noL / (noL * shadow + noV * smith(noL));
        const double rest = 1 - slope * std::sqrt(cosine2);
        sum.all += all;
        sum.fresnel += all * (rest * rest) * (rest * rest) * rest;
    }
}

Reflected ggxAt(double alpha, double noV)
{
    Reflected sum;
    for (const double begin : {0.0, 0.5}) // of phi / pi: the integrand changes fast about its middle
        for (const QuadraturePoint& point : gaussPoints(kPoints))
            addGgxSlice(alpha, noV, cosPi(begin + point.x / 2), point.weight / 2, sum);
    return sum;
}

// Cloth: D = (2 + 1 / a) sin(theta)^(1 / a) / (2 pi), V = 1 / (4 (N.L + N.V - N.L N.V)). A ring about the normal, from
// phi = 0 to where N.L = slope cos(phi) + middle is 0: of 4 V (N.L) (V.h), with V.h = (N.L + N.V) / (2 w).
double clothRing(double noV, double slope, double w)
{
    const double middle = noV * (2 * w * w - 1);
    const auto value = [&](double cosPhi) {
        const double noL = std::max(0.0, slope * cosPhi + middle);
        return noL * (noL + noV) / (2 * w * (noL * (1 - noV) + noV));
    };
    const double last = std::clamp(-middle / slope, -1.0, 1.0), most = std::sqrt((1 - last) / (1 + last));
    // z = tan(phi / 2), and beyond pi / 2 its inverse
    const double near = std::min(most, 1.0), far = 1 / std::max(most, 1.0);
    return gauss(kPoints / 2, [&](double x) {
        const double z = near * x, turn = far + (1 - far) * x;
        const double z2 = z * z, turn2 = turn * turn;
        return 2 * near / (1 + z2) * value((1 - z2) / (1 + z2)) +
               2 * (1 - far) / (1 + turn2) * value((turn2 - 1) / (1 + turn2));
    });
}

double clothAt(double alpha, double noV)
{
    // Over w, in panels whose points crowd at the ends. N.L > 0 for some phi from first on, for all from full on;
    // beyond last D is below e^-40 of its peak.
    constexpr int kParts = 2;
    const double sinV = std::sqrt(1 - noV * noV), last = std::min(1.0, std::sqrt(80 * alpha));
    const double first = std::min(last, noV / std::sqrt(2 * (1 + sinV)));
    const double full = std::clamp(std::sqrt((1 + sinV) / 2), first, last);
    double sum = 0;
    for (const auto& [begin, end] : {std::pair(first, full), std::pair(full, last)})
        for (int part = 0; begin < end && part < kParts; ++part)
            sum += (end - begin) / kParts * gauss(kPoints, [&, from = begin, width = end - begin](double x) {
                       const double t = (part + x) / kParts, w = from + width * t * t * t * (4 - 3 * t);
                       const double sine2 = 1 - w * w;
                       return 12 * t * t * (1 - t) * power(sine2, 0.5 / alpha) *
                              clothRing(noV, 2 * sinV * std::sqrt(sine2) * w, w);
                   });
    return sum * (1 / alpha + 2) / std::numbers::pi;
}

} // namespace

DfgValue dfgValue(double roughness, double noV)
{
    const double alpha = roughness * roughness;
    const Reflected ggx = ggxAt(alpha, noV);
    return {ggx.all - ggx.fresnel, ggx.fresnel, clothAt(alpha, noV)};
}

void makeDfgRows(PnDfg kind, std::uint32_t size, std::uint32_t firstRow, std::span<float> rgb)
{
    auto texel = rgb.begin();
    for (std::uint32_t row = firstRow; texel != rgb.end(); ++row)
        for (std::uint32_t column = 0; column < size; ++column)
        {
            const DfgValue value = dfgValue((row + 0.5) / size, (column + 0.5) / size);
            const bool multiscatter = kind == PN_DFG_MULTISCATTER;
            *texel++ = float(multiscatter ? value.bias : value.scale);
            *texel++ = float(multiscatter ? value.scale + value.bias : value.bias);
            *texel++ = float(value.cloth);
        }
}

} // namespace pn

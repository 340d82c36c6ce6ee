#include "core/sh/window.h"

#include "core/sh/trigonometry.h"

#include <numbers>

namespace pn {
namespace {

// sin(pi x) / (pi x) for x above 0, up to 1
double sincPi(double x)
{
    return sinPi(x) / (std::numbers::pi * x);
}

// (1 + cos(pi x)) / 2, which is cos^2(pi x / 2), as the square of a sine: no cancellation near x = 1
double hann(double x)
{
    const double s = sinPi(0.5 * (1.0 - x));
    return s * s;
}

// width^(l (l + 1) / 2): what the heat equation leaves of band l on a sphere
double gauss(double width, std::uint32_t band)
{
    double weight = 1.0;
    for (std::uint32_t i = 0; i < band * (band + 1) / 2; ++i)
        weight *= width;
    return weight;
}

} // namespace

double windowWeight(PnWindow window, double width, std::uint32_t band)
{
    if (window == PN_WINDOW_NONE || band == 0)
        return 1.0;
    if (window == PN_WINDOW_GAUSS)
        return gauss(width, band);
    const double x = band / width;
    if (x >= 1.0)
        return 0.0;
    if (window == PN_WINDOW_HANN)
        return hann(x);
    const double s = sincPi(x);
    return window == PN_WINDOW_LANCZOS ? s : s * s * s * s;
}

ShSet windowSh(const ShSet& set, PnWindow window, double width)
{
    std::array<double, kMaxBands> weights{};
    for (std::uint32_t l = 0; l < set.bands; ++l)
        weights[l] = windowWeight(window, width, l);
    return scaleBands(set, weights);
}

} // namespace pn

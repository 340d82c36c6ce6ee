#include "core/sh/window.h"

#include "core/sh/evaluate.h"
#include "core/sh/minimum.h"
#include "core/sh/trigonometry.h"

#include "shared/denominator.h"

#include <algorithm>
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

using shared::kDeringSteps;

double widthOf(std::uint32_t step)
{
    return double(step) / kDeringSteps;
}

using Minima = std::array<double, 3>; // of at most as many lights

Minima minimaOf(std::span<const ScalarSh> lights)
{
    Minima minima{};
    std::transform(lights.begin(), lights.end(), minima.begin(), findMinimum);
    return minima;
}

bool reachesFloor(const ScalarSh& light, double minimum, double floor)
{
    return average(light) <= 0.0 || minimum >= floor * average(light);
}

bool allReachFloor(std::span<const ScalarSh> lights, const Minima& minima, double floor)
{
    for (std::size_t i = 0; i < lights.size(); ++i)
        if (!reachesFloor(lights[i], minima[i], floor))
            return false;
    return true;
}

bool allReachFloor(std::span<const ScalarSh> lights, double floor, std::uint32_t step)
{
    return std::all_of(lights.begin(), lights.end(), [&](const ScalarSh& light) {
        return reachesFloor(light, findMinimum(windowScalar(light, widthOf(step))), floor);
    });
}

// The window is a convolution with a positive kernel, so a stronger window never lowers the minimum. Bisection finds
// the mildest window. minima are those of the lights.
std::uint32_t mildestStep(std::span<const ScalarSh> lights, const Minima& minima, double floor)
{
    if (allReachFloor(lights, minima, floor))
        return kDeringSteps;
    std::uint32_t good = 0, bad = kDeringSteps;
    while (bad - good > 1)
    {
        const std::uint32_t middle = (good + bad) / 2;
        (allReachFloor(lights, floor, middle) ? good : bad) = middle;
    }
    return good;
}

double variation(std::span<const ScalarSh> lights)
{
    double sum = 0.0;
    for (const ScalarSh& light : lights)
        for (std::size_t i = 1; i < light.count(); ++i)
            sum += light.coefficients[i] * light.coefficients[i];
    return sum;
}

double leastOf(const Minima& minima, std::size_t count)
{
    return *std::min_element(minima.begin(), minima.begin() + std::ptrdiff_t(count));
}

// Lights before and after a window, and their minima.
struct Windowed
{
    std::span<const ScalarSh> before, after;
    Minima minimaBefore, minimaAfter;
};

Dering describe(const Windowed& lights, std::uint32_t step)
{
    const double energy = variation(lights.before);
    return {step, leastOf(lights.minimaBefore, lights.before.size()), leastOf(lights.minimaAfter, lights.after.size()),
            energy > 0.0 ? variation(lights.after) / energy : 1.0};
}

Dering describeWindow(std::span<const ScalarSh> lights, const Minima& minima, std::uint32_t step)
{
    if (step == kDeringSteps)
        return describe({lights, lights, minima, minima}, step);
    std::array<ScalarSh, 3> windowed;
    std::transform(lights.begin(), lights.end(), windowed.begin(),
                   [&](const ScalarSh& light) { return windowScalar(light, widthOf(step)); });
    const auto after = std::span(windowed).first(lights.size());
    return describe({lights, after, minima, minimaOf(after)}, step);
}

std::array<ScalarSh, 3> irradianceChannels(const PnSh& radiance)
{
    const ShSet irradiance = convolveWithCosine(widenSh(radiance));
    return {channelOf(irradiance, 0), channelOf(irradiance, 1), channelOf(irradiance, 2)};
}

PnSh windowed(const PnSh& radiance, std::uint32_t step)
{
    return roundSh(windowSh(widenSh(radiance), PN_WINDOW_GAUSS, widthOf(step)));
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

double Dering::width() const
{
    return widthOf(step);
}

ScalarSh windowScalar(const ScalarSh& light, double width)
{
    ScalarSh result = light;
    for (std::size_t i = 1; i < result.count(); ++i)
        result.coefficients[i] *= windowWeight(PN_WINDOW_GAUSS, width, kBandOf[i]);
    return result;
}

Dering findDering(std::span<const ScalarSh> lights, double floor)
{
    const Minima minima = minimaOf(lights);
    return describeWindow(lights, minima, mildestStep(lights, minima, floor));
}

Dering describeDering(std::span<const ScalarSh> lights, std::uint32_t step)
{
    return describeWindow(lights, minimaOf(lights), step);
}

Dering deringSh(const PnSh& radiance, double floor, PnSh& outSh)
{
    const auto before = irradianceChannels(radiance);
    const Minima minimaBefore = minimaOf(before);
    std::uint32_t step = mildestStep(before, minimaBefore, floor);
    PnSh result = windowed(radiance, step);
    auto after = irradianceChannels(result);
    Minima minimaAfter = step == kDeringSteps ? minimaBefore : minimaOf(after);
    while (step > 0 && !allReachFloor(after, minimaAfter, floor)) // lost by rounding to float
    {
        result = windowed(radiance, --step);
        after = irradianceChannels(result);
        minimaAfter = minimaOf(after);
    }
    outSh = result;
    return describe({before, after, minimaBefore, minimaAfter}, step);
}

} // namespace pn

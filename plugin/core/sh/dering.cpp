#include "core/sh/dering.h"

#include "core/sh/evaluate.h"
#include "core/sh/minimum.h"
#include "core/sh/window.h"

#include "shared/denominator.h"

#include <algorithm>

namespace pn {
namespace {

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

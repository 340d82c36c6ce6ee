#include "core/sh/dering.h"

#include "core/sh/evaluate.h"
#include "core/sh/minimum.h"
#include "core/sh/window.h"

#include "shared/denominator.h"

#include <algorithm>
#include <limits>

namespace pn {
namespace {

using shared::kDeringSteps;

double widthOf(std::uint32_t step)
{
    return double(step) / kDeringSteps;
}

bool reachesFloor(std::span<const ScalarSh> lights, double floor, std::uint32_t step)
{
    return std::all_of(lights.begin(), lights.end(), [&](const ScalarSh& light) {
        return average(light) <= 0.0 || findMinimum(windowScalar(light, widthOf(step))) >= floor * average(light);
    });
}

// The window is a convolution with a positive kernel, so a stronger window never lowers the minimum. Bisection finds
// the mildest window.
std::uint32_t mildestStep(std::span<const ScalarSh> lights, double floor)
{
    if (reachesFloor(lights, floor, kDeringSteps))
        return kDeringSteps;
    std::uint32_t good = 0, bad = kDeringSteps;
    while (bad - good > 1)
    {
        const std::uint32_t middle = (good + bad) / 2;
        (reachesFloor(lights, floor, middle) ? good : bad) = middle;
    }
    return good;
}

double leastOf(std::span<const ScalarSh> lights)
{
    double least = std::numeric_limits<double>::infinity();
    for (const ScalarSh& light : lights)
        least = std::min(least, findMinimum(light));
    return least;
}

double variation(std::span<const ScalarSh> lights)
{
    double sum = 0.0;
    for (const ScalarSh& light : lights)
        for (std::size_t i = 1; i < light.count(); ++i)
            sum += light.coefficients[i] * light.coefficients[i];
    return sum;
}

Dering describe(std::span<const ScalarSh> before, std::span<const ScalarSh> after, std::uint32_t step)
{
    const double energy = variation(before);
    return {step, leastOf(before), leastOf(after), energy > 0.0 ? variation(after) / energy : 1.0};
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
    return describeDering(lights, mildestStep(lights, floor));
}

Dering describeDering(std::span<const ScalarSh> lights, std::uint32_t step)
{
    std::array<ScalarSh, 3> after;
    std::transform(lights.begin(), lights.end(), after.begin(),
                   [&](const ScalarSh& light) { return windowScalar(light, widthOf(step)); });
    return describe(lights, std::span(after).first(lights.size()), step);
}

Dering deringSh(const PnSh& radiance, double floor, PnSh& outSh)
{
    const auto before = irradianceChannels(radiance);
    std::uint32_t step = mildestStep(before, floor);
    PnSh result = windowed(radiance, step);
    while (step > 0 && !reachesFloor(irradianceChannels(result), floor, kDeringSteps)) // lost by rounding to float
        result = windowed(radiance, --step);
    outSh = result;
    return describe(before, irradianceChannels(result), step);
}

} // namespace pn

// Part 2 of probenorm.h, in its order: using coefficients, conventions.
#include "probenorm/probenorm.h"

#include "api/arguments.h"
#include "core/sh/evaluate.h"
#include "core/sh/window.h"

#include <algorithm>
#include <array>
#include <cmath>

using namespace pn;
using namespace pn::api;

namespace {

void evaluateColors(const ShSet& set, std::uint32_t count, const float* directions, float* outRgb)
{
    require(count == 0 || directions != nullptr, "directions is null");
    require(count == 0 || outRgb != nullptr, "outRgb is null");
    checkDirections(directions, count); // nothing is written unless every direction is good
    constexpr std::size_t kAtOnce = 64;
    std::array<Vec3, kAtOnce> units;
    std::array<Rgb, kAtOnce> colors;
    for (std::size_t first = 0; first < count; first += kAtOnce)
    {
        const std::size_t now = std::min(kAtOnce, count - first);
        for (std::size_t i = 0; i < now; ++i)
            units[i] = unitDirection(directions + 3 * (first + i));
        evaluateAll(set, std::span(units).first(now), colors.data());
        for (std::size_t i = 0; i < now; ++i)
            for (std::size_t c = 0; c < 3; ++c)
                outRgb[3 * (first + i) + c] = float(colors[i][c]);
    }
}

} // namespace

PnResult pnEvaluateRadiance(const PnSh* sh, uint32_t count, const float* directions, float* outRgb)
{
    return guarded([&] { evaluateColors(readSh(sh), count, directions, outRgb); });
}

PnResult pnEvaluateIrradiance(const PnSh* sh, uint32_t count, const float* directions, float* outRgb)
{
    return guarded([&] { evaluateColors(convolveWithCosine(readSh(sh)), count, directions, outRgb); });
}

PnResult pnRotateSh(const PnSh* sh, const float matrix[9], PnSh* outSh)
{
    return guarded([&] {
        const ShSet set = readSh(sh);
        const Mat3 m = readMatrix(matrix);
        require(outSh != nullptr, "outSh is null");
        *outSh = roundSh(rotateSh(set, m));
    });
}

PnResult pnWindowSh(const PnSh* sh, PnWindow window, float width, PnSh* outSh)
{
    return guarded([&] {
        const ShSet set = readSh(sh);
        require(window >= PN_WINDOW_NONE && window <= PN_WINDOW_GAUSS, "window must be one of PN_WINDOW_*");
        require(window == PN_WINDOW_NONE || (width > 0.0f && std::isfinite(width)), "width must be above 0 and finite");
        require(window != PN_WINDOW_GAUSS || width <= 1.0f, "width must be at most 1 for PN_WINDOW_GAUSS");
        require(outSh != nullptr, "outSh is null");
        *outSh = roundSh(windowSh(set, window, width));
    });
}

const char* pnGetConventionName(PnConvention convention)
{
    const Convention* found = findConvention(convention);
    return found != nullptr ? found->name : nullptr;
}

const char* pnGetAxesName(PnAxes axes)
{
    return axesName(axes);
}

uint32_t pnGetConventionFloatCount(PnConvention convention, uint32_t bands)
{
    const Convention* found = findConvention(convention);
    return found != nullptr ? floatCount(*found, bands) : 0;
}

PnResult pnConvertToConvention(const PnSh* sh, PnConvention convention, PnAxes axes, uint32_t floatCount,
                               float* outFloats)
{
    return guarded([&] {
        const ShSet set = readSh(sh);
        const Convention& receiver = readConvention(convention, set.bands, floatCount);
        const Mat3 turn = readAxes(axes);
        require(outFloats != nullptr, "outFloats is null");
        toConvention(rotateSh(set, turn), receiver, {outFloats, floatCount});
    });
}

PnResult pnConvertFromConvention(PnConvention convention, PnAxes axes, uint32_t bands, uint32_t floatCount,
                                 const float* floats, PnSh* outSh)
{
    return guarded([&] {
        const Convention& giver = readConvention(convention, bands, floatCount);
        const Mat3 turn = readAxes(axes);
        require(floats != nullptr, "floats is null");
        require(outSh != nullptr, "outSh is null");
        const ShSet set = fromConvention(giver, bands, {floats, floatCount});
        *outSh = roundSh(rotateSh(set, transposed(turn)));
    });
}

#include "api/sh.h"

#include "api/boundary.h"
#include "core/conventions.h"
#include "core/dering.h"
#include "core/evaluate.h"
#include "core/minimum.h"
#include "core/rotate.h"
#include "core/window.h"

#include <cmath>

using pn::api::guarded;
using pn::api::require;

namespace pn::api {

ShSet readSh(const PnSh* sh, const char* name)
{
    require(sh != nullptr, (std::string(name) + " is null").c_str());
    require(sh->bands >= 1 && sh->bands <= kMaxBands, (std::string(name) + ".bands must be in 1..5").c_str());
    return widenSh(*sh);
}

ShSet readFiniteSh(const PnSh* sh, const char* name)
{
    const ShSet set = readSh(sh, name);
    for (std::size_t i = 0; i < set.count(); ++i)
        for (const double channel : set.rgb[i])
            require(std::isfinite(channel), (std::string(name) + " must be finite").c_str());
    return set;
}

Vec3 unitDirection(const float* xyz, const char* name)
{
    constexpr double kTolerance = 1e-3; // generous to directions in half floats
    const Vec3 d = {xyz[0], xyz[1], xyz[2]};
    const double length = std::sqrt(dot(d, d));
    if (!(std::abs(length - 1.0) <= kTolerance)) // a NaN fails, too
        throw Error(PN_ERROR_INVALID_ARGUMENT, std::string(name) + " must have length 1, to 1e-3");
    return scaled(d, 1.0 / length);
}

PnSh firstBands(const PnSh& sh, std::uint32_t bands)
{
    ShSet set = widenSh(sh);
    set.bands = std::min(set.bands, bands);
    return roundSh(set);
}

namespace {

void evaluateAll(const ShSet& set, std::uint32_t count, const float* directions, float* outRgb)
{
    require(count == 0 || directions != nullptr, "directions is null");
    require(count == 0 || outRgb != nullptr, "outRgb is null");
    for (std::size_t i = 0; i < count; ++i) // nothing is written unless every direction is good
        unitDirection(directions + 3 * i);
    for (std::size_t i = 0; i < count; ++i)
    {
        const Rgb rgb = evaluate(set, unitDirection(directions + 3 * i));
        for (std::size_t c = 0; c < 3; ++c)
            outRgb[3 * i + c] = static_cast<float>(rgb[c]);
    }
}

void findMinima(const ShSet& set, float* outMinimum)
{
    require(outMinimum != nullptr, "outMinimum is null");
    for (std::size_t c = 0; c < 3; ++c)
        outMinimum[c] = float(findMinimum(channelOf(set, c)));
    outMinimum[3] = float(findMinimum(weightedSum(set, kRec709)));
}

Mat3 readMatrix(const float* matrix)
{
    require(matrix != nullptr, "matrix is null");
    Mat3 m;
    for (std::size_t r = 0; r < 3; ++r)
        m.rows[r] = {matrix[3 * r], matrix[3 * r + 1], matrix[3 * r + 2]};
    const double error = orthogonalityError(m);
    require(std::isfinite(error), "matrix must be finite");
    require(error <= 1e-4, "matrix must be orthogonal, to 1e-4 in each element of its transpose times itself");
    return m;
}

const Convention& readConvention(PnConvention convention)
{
    const Convention* found = findConvention(convention);
    require(found != nullptr, "convention must be one of PN_CONVENTION_*");
    return *found;
}

std::string conventionsOfAnyBands()
{
    std::string names;
    for (PnConvention i = 0; i < PN_CONVENTION_COUNT; ++i)
        if (findConvention(i)->holdsAnyBands)
            names += (names.empty() ? "" : ", ") + std::string(findConvention(i)->name);
    return names;
}

void requireFloats(const Convention& convention, std::uint32_t bands, std::uint32_t count)
{
    const std::uint32_t expected = floatCount(convention, bands);
    if (expected == 0)
        throw Error(PN_ERROR_INVALID_ARGUMENT, std::string("convention ") + convention.name + " holds 3 bands, not " +
                                                   std::to_string(bands) +
                                                   "; these hold 1 to 5: " + conventionsOfAnyBands());
    if (count != expected)
        throw Error(count < expected ? PN_ERROR_BUFFER_TOO_SMALL : PN_ERROR_INVALID_ARGUMENT,
                    "floatCount must be " + std::to_string(expected) + ", not " + std::to_string(count));
}

void requireAxes(PnAxes axes)
{
    require(axesName(axes) != nullptr, "axes must be one of PN_AXES_*");
}

} // namespace
} // namespace pn::api

PnResult pnEvaluateRadiance(const PnSh* sh, uint32_t count, const float* directions, float* outRgb)
{
    return guarded([&] { pn::api::evaluateAll(pn::api::readSh(sh), count, directions, outRgb); });
}

PnResult pnEvaluateIrradiance(const PnSh* sh, uint32_t count, const float* directions, float* outRgb)
{
    return guarded(
        [&] { pn::api::evaluateAll(pn::convolveWithCosine(pn::api::readSh(sh)), count, directions, outRgb); });
}

PnResult pnRotateSh(const PnSh* sh, const float matrix[9], PnSh* outSh)
{
    return guarded([&] {
        const pn::ShSet set = pn::api::readSh(sh);
        const pn::Mat3 m = pn::api::readMatrix(matrix);
        require(outSh != nullptr, "outSh is null");
        *outSh = pn::roundSh(pn::rotateSh(set, m));
    });
}

PnResult pnWindowSh(const PnSh* sh, PnWindow window, float width, PnSh* outSh)
{
    return guarded([&] {
        const pn::ShSet set = pn::api::readSh(sh);
        require(window >= PN_WINDOW_NONE && window <= PN_WINDOW_GAUSS, "window must be one of PN_WINDOW_*");
        require(window == PN_WINDOW_NONE || (width > 0.0f && std::isfinite(width)), "width must be above 0 and finite");
        require(window != PN_WINDOW_GAUSS || width <= 1.0f, "width must be at most 1 for PN_WINDOW_GAUSS");
        require(outSh != nullptr, "outSh is null");
        *outSh = pn::roundSh(pn::windowSh(set, window, width));
    });
}

PnResult pnFindRadianceMinimum(const PnSh* sh, float outMinimum[4])
{
    return guarded([&] { pn::api::findMinima(pn::api::readFiniteSh(sh), outMinimum); });
}

PnResult pnFindIrradianceMinimum(const PnSh* sh, float outMinimum[4])
{
    return guarded([&] { pn::api::findMinima(pn::convolveWithCosine(pn::api::readFiniteSh(sh)), outMinimum); });
}

PnResult pnDeringSh(const PnSh* sh, float floor, PnSh* outSh, PnDeringInfo* outInfo)
{
    return guarded([&] {
        pn::api::readFiniteSh(sh);
        require(floor >= 0.0f && floor <= 0.9f, "floor must be in 0..0.9");
        require(outSh != nullptr, "outSh is null");
        const std::uint32_t size =
            outInfo != nullptr ? pn::api::readStructSize(outInfo, sizeof(PnDeringInfo), "outInfo") : 0;
        const pn::Dering dering = pn::deringSh(*sh, floor, *outSh);
        const PnDeringInfo info{size, float(dering.width()), float(dering.minimumBefore), float(dering.minimumAfter),
                                float(dering.energyKept)};
        if (outInfo != nullptr)
            std::memcpy(outInfo, &info, std::min<std::size_t>(size, sizeof(info)));
    });
}

const char* pnGetConventionName(PnConvention convention)
{
    const pn::Convention* found = pn::findConvention(convention);
    return found != nullptr ? found->name : nullptr;
}

const char* pnGetAxesName(PnAxes axes)
{
    return pn::axesName(axes);
}

uint32_t pnConventionFloatCount(PnConvention convention, uint32_t bands)
{
    const pn::Convention* found = pn::findConvention(convention);
    return found != nullptr ? pn::floatCount(*found, bands) : 0;
}

PnResult pnConvertToConvention(const PnSh* sh, PnConvention convention, PnAxes axes, uint32_t floatCount,
                               float* outFloats)
{
    return guarded([&] {
        const pn::ShSet set = pn::api::readSh(sh);
        const pn::Convention& receiver = pn::api::readConvention(convention);
        pn::api::requireAxes(axes);
        pn::api::requireFloats(receiver, set.bands, floatCount);
        require(outFloats != nullptr, "outFloats is null");
        const pn::ShSet turned = pn::rotateSh(set, pn::axesMatrix(axes));
        pn::toConvention(turned, receiver, {outFloats, floatCount});
    });
}

PnResult pnConvertFromConvention(PnConvention convention, PnAxes axes, uint32_t bands, uint32_t floatCount,
                                 const float* floats, PnSh* outSh)
{
    return guarded([&] {
        const pn::Convention& giver = pn::api::readConvention(convention);
        pn::api::requireAxes(axes);
        require(bands >= 1 && bands <= pn::kMaxBands, "bands must be in 1..5");
        pn::api::requireFloats(giver, bands, floatCount);
        require(floats != nullptr, "floats is null");
        require(outSh != nullptr, "outSh is null");
        const pn::ShSet set = pn::fromConvention(giver, bands, {floats, floatCount});
        *outSh = pn::roundSh(pn::rotateSh(set, pn::transposed(pn::axesMatrix(axes))));
    });
}

#include "api/surfaces.h"

#include "api/arguments.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pn::api {
namespace {

void requireShares(const float* shares, std::size_t count, const char* name)
{
    for (std::size_t i = 0; shares != nullptr && i < count; ++i)
        require(shares[i] >= 0.0f && shares[i] <= 1.0f, name, " must be in 0..1");
}

void requireFinite(const float* rgb, std::size_t count, const char* name)
{
    for (std::size_t i = 0; rgb != nullptr && i < 3 * count; ++i)
        require(std::isfinite(rgb[i]), "surfaces.", name, " must be finite");
}

Rgb readRgb(const float* rgb)
{
    return {double(rgb[0]), double(rgb[1]), double(rgb[2])};
}

void writeRgb(const Rgb& rgb, float* out)
{
    constexpr double kMost = std::numeric_limits<float>::max();
    for (std::size_t c = 0; c < 3; ++c)
        out[c] = float(std::clamp(rgb[c], -kMost, kMost));
}

Surfaces surfacesOf(const PnSurfaces& r)
{
    return {r.count, r.reflections, r.normals, r.roughness, r.metallic};
}

void checkLocalLight(const PnSurfaces& r, const Preset& preset)
{
    const bool isAlongDirections = r.localAlongNormals != nullptr || r.localAlongReflections != nullptr;
    if (r.local != nullptr)
        return require(!isAlongDirections, "surfaces.local must be null where the light along directions is given");
    require(r.count == 0 || r.localAlongNormals != nullptr, "surfaces.local and surfaces.localAlongNormals are null");
    if (preset.needsAverage)
        throw Error(PN_ERROR_UNSUPPORTED, joined("preset ", preset.name, " needs the average of the local light; ",
                                                 "it must be given as surfaces.local"));
    requireFinite(r.localAlongNormals, r.count, "localAlongNormals");
    requireFinite(r.localAlongReflections, r.count, "localAlongReflections");
}

// The probe's light is taken along the direction that radiance was looked up by, so a caller must say which one that
// is. Presets of engines look along the reflection, as these engines do.
void checkProbeLight(const PnSurfaces& r, const Preset& preset)
{
    require((r.probe != nullptr) != (r.probeLuminances != nullptr),
            "surfaces.probe and surfaces.probeLuminances must not both be ", r.probe != nullptr ? "set" : "null");
    for (std::size_t i = 0; r.probeLuminances != nullptr && i < r.count; ++i)
        require(std::isfinite(r.probeLuminances[i]) && r.probeLuminances[i] >= 0.0f,
                "surfaces.probeLuminances must be finite and not negative");
    if (r.probe == nullptr && preset.needsCoefficients)
        throw Error(
            PN_ERROR_UNSUPPORTED,
            joined("preset ", preset.name, " needs the probe's coefficients; they must be given as surfaces.probe"));
    require(r.probe != nullptr || r.isDivided == 0,
            "surfaces.isDivided needs the probe's coefficients, surfaces.probe");
    const bool looksElsewhere =
        !preset.isFactor && r.probe != nullptr && (r.local != nullptr || r.localAlongReflections != nullptr);
    require(r.count == 0 || r.lookups != nullptr || !looksElsewhere,
            "surfaces.lookups is null: it must have the directions that radiance was looked up by, which are "
            "surfaces.reflections where nothing is corrected for parallax");
}

// One surface whose local light is known along directions.
Rgb alongDirections(const FactorFormula& formula, const PnSurfaces& r, std::size_t i, const Surface& surface,
                    const Rgb& radiance)
{
    const bool hasBoth = r.localAlongReflections != nullptr;
    const Rgb normal = readRgb(r.localAlongNormals + 3 * i);
    const SurfaceLight local = lightAlong(normal, hasBoth ? readRgb(r.localAlongReflections + 3 * i) : normal);
    const Known known = hasBoth ? Known::TwoDirections : Known::AlongNormalOnly;
    return r.isFactor != 0 ? formula.factor(surface, local, known)
                           : formula.reflection(surface, radiance, local, known);
}

Rgb ofCoefficients(const FactorFormula& formula, const PnSurfaces& r, const Surface& surface, const Rgb& radiance)
{
    return r.isFactor != 0 ? formula.factor(surface) : formula.reflection(surface, radiance);
}

Rgb shownBy(const FactorFormula& formula, const PnSurfaces& r, std::size_t i, const Surface& surface)
{
    if (r.isFactor != 0)
        return {};
    const Rgb radiance = readRgb(r.radiance + 3 * i);
    const Vec3 lookup = surface.lookup.value_or(surface.reflection);
    return r.isDivided != 0 ? multiplied(radiance, formula.divisor(lookup, surface.roughness)) : radiance;
}

} // namespace

void Surfaces::check(const Preset& preset) const
{
    require(count == 0 || reflections != nullptr, "reflections is null");
    require(count == 0 || normals != nullptr || !preset.needsNormal, "normals is null, and the preset needs them");
    checkDirections(reflections, count, "reflections");
    if (hasNormals())
        checkDirections(normals, count, "normals");
    requireShares(roughness, count, "roughness");
    requireShares(metallic, count, "metallic");
}

Surface Surfaces::at(std::size_t i) const
{
    Surface surface;
    surface.reflection = unitDirection(reflections + 3 * i);
    surface.normal = hasNormals() ? unitDirection(normals + 3 * i) : surface.reflection;
    if (roughness != nullptr)
        surface.roughness = double(roughness[i]);
    if (metallic != nullptr)
        surface.metallic = double(metallic[i]);
    return surface;
}

void checkReflections(const PnSurfaces& r, const Preset& preset)
{
    surfacesOf(r).check(preset);
    require(r.isDivided <= 1, "surfaces.isDivided must be 0 or 1");
    require(r.isFactor <= 1, "surfaces.isFactor must be 0 or 1");
    require(r.count == 0 || r.radiance != nullptr || r.isFactor != 0, "surfaces.radiance is null");
    checkDirections(r.lookups, r.lookups != nullptr ? r.count : 0, "surfaces.lookups");
    if (r.isDivided != 0)
        requireDivides(preset);
    if (r.isFactor == 0)
        requireFinite(r.radiance, r.count, "radiance");
    checkLocalLight(r, preset);
    checkProbeLight(r, preset);
}

// Each surface is read before its result is written, because the result may replace the radiance.
void evaluateReflections(const FactorFormula& formula, const PnSurfaces& r, float* out)
{
    const Surfaces surfaces = surfacesOf(r);
    for (std::size_t i = 0; i < surfaces.count; ++i)
    {
        Surface surface = surfaces.at(i);
        if (r.lookups != nullptr)
            surface.lookup = unitDirection(r.lookups + 3 * i);
        if (r.probeLuminances != nullptr)
            surface.probeLuminance = double(r.probeLuminances[i]);
        const Rgb radiance = shownBy(formula, r, i, surface);
        writeRgb(r.local != nullptr ? ofCoefficients(formula, r, surface, radiance)
                                    : alongDirections(formula, r, i, surface, radiance),
                 out + 3 * i);
    }
}

} // namespace pn::api

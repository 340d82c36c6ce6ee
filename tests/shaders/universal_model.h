// URP's reflections with normalized probes: pnEvaluateReflection inside URP's published lighting formulas, which are
// written anew here in double precision. The package's shader code is compared with it, and shares nothing with it.
#pragma once

#include "support/sh_oracle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

namespace pn::universal {

inline Vec3 operator+(Vec3 a, Vec3 b)
{
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
inline Vec3 operator-(Vec3 a, Vec3 b)
{
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline Vec3 operator*(Vec3 a, double f)
{
    return {a.x * f, a.y * f, a.z * f};
}
inline Vec3 operator*(Vec3 a, Vec3 b)
{
    return {a.x * b.x, a.y * b.y, a.z * b.z};
}
inline double dotOf(Vec3 a, Vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
inline Vec3 unit(Vec3 a)
{
    return a * (1.0 / std::sqrt(dotOf(a, a)));
}
inline double luminance(Vec3 rgb)
{
    return 0.2126 * rgb.x + 0.7152 * rgb.y + 0.0722 * rgb.z;
}

struct Baked // of a probe
{
    PnSh sh{};
    float low, high, fadeBegin, fadeEnd, floor, weight;
    bool usesFactor = true; // else the preset probenorm
};

struct Probe
{
    Vec3 position, boxMin, boxMax;
    double blend;
    int cube;                   // which of the environment's formulas its texels are
    std::optional<Baked> baked; // none: it reflects as it is
    Vec3 axis{0, 0, 1};         // about which its box is rotated, of length 1
    double angle = 0.0;
};

enum class Source
{
    Probes,
    Lightmap,
    Volumes,
    VolumesPerVertex
};

struct Surface
{
    Vec3 position, normal, view, bakedGI;
    double roughness, metallic, occlusion, coatMask;
};

struct Scene
{
    std::vector<Probe> probes; // of equal importance
    PnSh local{};
    Vec3 volumeLight;
    Source source = Source::Probes;
    bool blends = true, projects = true, hasClusters = false, hasCoat = false;
    bool isLive = false;      // the probes' own light is not in the table
    bool isMobile = false;    // the table of phones
    std::vector<int> cluster; // the order in which it gives them
    double firstShare = 0.0;  // of the first probe of a draw, in the Built-in pipeline
};

inline Vec3 irradiance(const PnSh& sh, Vec3 direction)
{
    const float d[3] = {float(direction.x), float(direction.y), float(direction.z)};
    float rgb[3] = {};
    pnEvaluateIrradiance(&sh, 1, d, rgb);
    return {rgb[0], rgb[1], rgb[2]};
}

inline Vec3 cubeTexel(int cube, Vec3 direction, double mip)
{
    const Vec3 d = unit(direction);
    return Vec3{1.0 + 0.5 * d.x, 1.0 + 0.5 * d.y, 1.0 + 0.5 * d.z} * ((1.0 + cube) / (1.0 + 0.25 * mip));
}

inline double mipOf(double roughness)
{
    return (1.7 - 0.7 * roughness) * roughness * 6.0;
}

// nullopt: the local light is not known.
inline std::optional<Vec3> localLight(const Scene& scene, Vec3 direction, Vec3 bakedGI)
{
    switch (scene.source)
    {
    case Source::Probes: {
        const Vec3 e = irradiance(scene.local, direction);
        return Vec3{std::max(e.x, 0.0), std::max(e.y, 0.0), std::max(e.z, 0.0)};
    }
    case Source::Volumes: return scene.volumeLight * (0.625 + 0.375 * direction.z);
    case Source::VolumesPerVertex:
    case Source::Lightmap: return bakedGI;
    }
    return std::nullopt;
}

inline double factor(const Baked& baked, double local, double own, double roughness)
{
    const double f =
        std::clamp(local / std::max({own, double(baked.floor), 0x1p-24}), double(baked.low), double(baked.high));
    double fade = 1.0;
    if (baked.fadeEnd >= 0.0f)
    {
        const double t =
            std::clamp((roughness - baked.fadeBegin) / (double(baked.fadeEnd) - baked.fadeBegin), 0.0, 1.0);
        fade = t * t * (3.0 - 2.0 * t);
    }
    return 1.0 + baked.weight * fade * (f - 1.0);
}

// v turned about the axis, by Rodrigues' formula.
inline Vec3 turned(Vec3 v, Vec3 axis, double angle)
{
    const Vec3 across{axis.y * v.z - axis.z * v.y, axis.z * v.x - axis.x * v.z, axis.x * v.y - axis.y * v.x};
    return v * std::cos(angle) + across * std::sin(angle) + axis * (dotOf(axis, v) * (1.0 - std::cos(angle)));
}

// Where a point of the world lies when the box is turned back to the axes, about its middle.
inline Vec3 inBox(const Probe& probe, Vec3 position)
{
    const Vec3 middle = (probe.boxMin + probe.boxMax) * 0.5;
    return middle + turned(position - middle, probe.axis, -probe.angle);
}

inline Vec3 alignedBoxDirection(const Probe& probe, Vec3 position, Vec3 reflection)
{
    const double ways[3] = {((reflection.x > 0 ? probe.boxMax.x : probe.boxMin.x) - position.x) / reflection.x,
                            ((reflection.y > 0 ? probe.boxMax.y : probe.boxMin.y) - position.y) / reflection.y,
                            ((reflection.z > 0 ? probe.boxMax.z : probe.boxMin.z) - position.z) / reflection.z};
    return position + reflection * std::min({ways[0], ways[1], ways[2]}) - probe.position;
}

// A rotated box is turned to the axes, and the direction that comes out is turned back.
inline Vec3 boxDirection(const Scene& scene, const Probe& probe, Vec3 position, Vec3 reflection)
{
    if (!scene.projects)
        return reflection;
    const Vec3 aligned =
        alignedBoxDirection(probe, inBox(probe, position), turned(reflection, probe.axis, -probe.angle));
    return turned(aligned, probe.axis, probe.angle);
}

inline double weightOf(const Probe& probe, Vec3 world)
{
    const Vec3 p = inBox(probe, world);
    const double inside = std::min({p.x - probe.boxMin.x, probe.boxMax.x - p.x, p.y - probe.boxMin.y,
                                    probe.boxMax.y - p.y, p.z - probe.boxMin.z, probe.boxMax.z - p.z});
    return std::clamp(inside / probe.blend, 0.0, 1.0);
}

inline Vec3 readProbe(const Scene& scene, const Probe& probe, Vec3 along, double roughness)
{
    const double mip = mipOf(roughness);
    if (!scene.hasClusters)
        return cubeTexel(probe.cube, along, mip);
    const double low = std::floor(std::min(mip, 6.0)), share = std::min(mip, 6.0) - low; // mips apart in the atlas
    return cubeTexel(probe.cube, along, low) * (1.0 - share) +
           cubeTexel(probe.cube, along, std::min(low + 1, 6.0)) * share;
}

struct Pair
{
    Vec3 alongNormal, alongReflection;
};

// What the library's own formula makes of the radiance p. own: where the probe's light is looked up.
inline Vec3 fullForm(const Baked& baked, Vec3 p, Pair local, Pair own, bool knowsReflection, double roughness)
{
    PnNormalization n{};
    n.structSize = sizeof(n);
    n.preset = PN_PRESET_PROBENORM;
    n.dering = PN_DERING_NONE; // the bake has done that
    n.low = baked.low;
    n.high = baked.high;
    n.fadeBegin = baked.fadeBegin;
    n.fadeEnd = baked.fadeEnd;
    n.weight = baked.weight;
    const auto floats = [](Vec3 v) { return std::array<float, 3>{float(v.x), float(v.y), float(v.z)}; };
    const auto radiance = floats(p), normal = floats(own.alongNormal), reflection = floats(own.alongReflection);
    const auto alongNormal = floats(local.alongNormal), alongReflection = floats(local.alongReflection);
    const float narrow = float(roughness);
    PnSurfaces surface{};
    surface.structSize = sizeof(surface);
    surface.count = 1;
    surface.radiance = radiance.data();
    surface.reflections = reflection.data();
    surface.normals = normal.data();
    surface.roughness = &narrow;
    surface.probe = &baked.sh;
    surface.lookups = reflection.data();
    surface.localAlongNormals = alongNormal.data();
    surface.localAlongReflections = knowsReflection ? alongReflection.data() : nullptr;
    float rgb[3] = {};
    EXPECT_EQ(pnEvaluateReflection(&n, &surface, rgb), PN_SUCCESS) << pnGetLastErrorMessage();
    return {rgb[0], rgb[1], rgb[2]};
}

// knowsNormal: whether the caller has the normal and what URP baked for it.
inline Vec3 normalized(const Scene& scene, const Probe& probe, const Surface& s, Vec3 reflection, double roughness,
                       bool knowsNormal)
{
    const Vec3 along = boxDirection(scene, probe, s.position, reflection);
    const Vec3 radiance = readProbe(scene, probe, along, roughness);
    const bool ofNormal = scene.source == Source::Lightmap;
    const bool isUnknown = !knowsNormal && (ofNormal || scene.source == Source::VolumesPerVertex);
    if (!probe.baked || isUnknown)
        return radiance;
    const Vec3 normal = knowsNormal ? s.normal : reflection;
    const Vec3 alongReflection = *localLight(scene, reflection, s.bakedGI);
    const Vec3 ownDirection = ofNormal ? normal : unit(along);
    if (probe.baked->usesFactor)
        return radiance * factor(*probe.baked, luminance(alongReflection),
                                 luminance(irradiance(probe.baked->sh, ownDirection)), roughness);
    // Under volumes and lightmaps URP's value for the normal is the one that counts.
    const bool isBaked = scene.source != Source::Probes && knowsNormal;
    const Vec3 alongNormal = isBaked ? s.bakedGI : *localLight(scene, normal, s.bakedGI);
    return fullForm(*probe.baked, radiance, {alongNormal, alongReflection}, {normal, ownDirection}, !ofNormal,
                    roughness);
}

// The first two of the scene are those of the draw: the smaller box takes what it wants.
inline std::vector<double> drawWeights(const Scene& scene, Vec3 position)
{
    const auto size = [](const Probe& p) { return dotOf(p.boxMax - p.boxMin, p.boxMax - p.boxMin); };
    const Probe &a = scene.probes[0], &b = scene.probes[1];
    double first = weightOf(a, position), second = weightOf(b, position);
    const double wantedFirst = first, wantedSecond = second;
    if (size(b) < size(a))
        first = std::min(first, 1.0 - wantedSecond);
    if (size(a) < size(b))
        second = std::min(second, 1.0 - wantedFirst);
    const double most = std::max(first + second, 1.0);
    return {first / most, second / most, first + second};
}

inline Vec3 reflectionOf(const Scene& scene, const Surface& s, double roughness, bool knowsNormal = true)
{
    const Vec3 r = s.normal * (2.0 * dotOf(s.normal, s.view)) - s.view;
    if (!scene.blends)
        return normalized(scene, scene.probes[0], s, r, roughness, knowsNormal);
    Vec3 sum{0, 0, 0};
    double total = 0.0;
    if (scene.hasClusters)
    {
        for (const int index : scene.cluster)
        {
            if (total >= 0.99)
                break;
            const Probe& probe = scene.probes[std::size_t(index)];
            const double weight = std::min(weightOf(probe, s.position), 1.0 - total);
            sum = sum + normalized(scene, probe, s, r, roughness, knowsNormal) * weight;
            total += weight;
        }
    }
    else
    {
        const std::vector<double> weights = drawWeights(scene, s.position);
        for (std::size_t i = 0; i < 2; ++i)
            if (weights[i] > 0.01)
                sum = sum + normalized(scene, scene.probes[i], s, r, roughness, knowsNormal) * weights[i];
        total = weights[2];
    }
    return total < 0.99 ? sum + cubeTexel(7, r, mipOf(roughness)) * (1.0 - total) : sum;
}

// URP's environment BRDF, of the surface of the shader (universal.hlsl).
inline Vec3 reflected(Vec3 albedo, double metallic, double roughness, double grazing, Vec3 reflection)
{
    const double kept = 0.96 * (1.0 - metallic);
    const double rim = std::clamp(2.0 - roughness - kept, 0.0, 1.0);
    const Vec3 f0 = Vec3{0.04, 0.04, 0.04} * (1.0 - metallic) + albedo * metallic;
    const Vec3 fresnel = f0 * (1.0 - grazing) + Vec3{rim, rim, rim} * grazing;
    return reflection * fresnel * (1.0 / (std::pow(roughness, 4.0) + 1.0));
}

inline Vec3 shade(const Scene& scene, const Surface& s, bool hasCoat)
{
    const Vec3 albedo{0.7, 0.5, 0.3}, white{1, 1, 1};
    const double grazing = std::pow(1.0 - std::clamp(dotOf(s.normal, s.view), 0.0, 1.0), 4.0);
    Vec3 color = s.bakedGI * albedo * (0.96 * (1.0 - s.metallic)) +
                 reflected(albedo, s.metallic, s.roughness, grazing, reflectionOf(scene, s, s.roughness));
    if (hasCoat)
        color = color * (1.0 - s.coatMask * (0.04 + 0.96 * grazing)) +
                reflected(white, 0.0, 0.1, grazing, reflectionOf(scene, s, 0.1)) * s.coatMask;
    return color * s.occlusion;
}

} // namespace pn::universal

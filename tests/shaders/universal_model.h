// URP's reflections with normalized probes in double precision, written from URP's published formulas: what the
// package's shader code is compared with. Shares nothing with it.
#pragma once

#include "support/sh_oracle.h"

#include <algorithm>
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
    std::vector<int> cluster; // the order in which it gives them
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

// nullopt: the place's light is not known.
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

inline double fadeOf(const Baked& baked, double roughness)
{
    if (baked.fadeEnd < 0.0f)
        return baked.weight;
    const double t = std::clamp((roughness - baked.fadeBegin) / (double(baked.fadeEnd) - baked.fadeBegin), 0.0, 1.0);
    return baked.weight * t * t * (3.0 - 2.0 * t);
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

inline Vec3 boxDirection(const Scene& scene, const Probe& probe, Vec3 position, Vec3 reflection)
{
    if (!scene.projects)
        return reflection;
    const double ways[3] = {((reflection.x > 0 ? probe.boxMax.x : probe.boxMin.x) - position.x) / reflection.x,
                            ((reflection.y > 0 ? probe.boxMax.y : probe.boxMin.y) - position.y) / reflection.y,
                            ((reflection.z > 0 ? probe.boxMax.z : probe.boxMin.z) - position.z) / reflection.z};
    return position + reflection * std::min({ways[0], ways[1], ways[2]}) - probe.position;
}

inline double weightOf(const Probe& probe, Vec3 p)
{
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

// None is taken for less than a hundredth of the mean of the two, which stands for the average.
inline Pair floored(Pair light)
{
    const auto least = [](double a, double b, double value) { return std::max({value, 0.005 * (a + b), 0x1p-24}); };
    const Vec3 n = light.alongNormal, r = light.alongReflection;
    return {{least(n.x, r.x, n.x), least(n.y, r.y, n.y), least(n.z, r.z, n.z)},
            {least(n.x, r.x, r.x), least(n.y, r.y, r.y), least(n.z, r.z, r.z)}};
}

// docs/normalization.md, the preset probenorm, one channel. q: stops between the two lights.
inline double guess(double p, double n, double r, double ownN, double ownR, double q, double roughness)
{
    const double trust = q * q / (q * q + 1.69), share = q / (q + 1.0);
    const double normalized = std::log2(p) + 0.5 * share * std::log2(n * r / (ownN * ownR));
    const double place = 0.2 * std::log2(n) + 0.8 * std::log2(r) - 0.65 * (1.0 - roughness * roughness);
    return std::exp2((1.0 - trust) * normalized + trust * place);
}

inline Vec3 fullForm(const Baked& baked, Vec3 p, Pair local, Pair own, double roughness)
{
    const Pair l = floored(local), o = floored(own);
    const double q = 0.5 * std::abs(std::log2(luminance(l.alongNormal) * luminance(l.alongReflection) /
                                              (luminance(o.alongNormal) * luminance(o.alongReflection))));
    const auto channel = [&](double Vec3::*c) {
        const double out =
            guess(p.*c, l.alongNormal.*c, l.alongReflection.*c, o.alongNormal.*c, o.alongReflection.*c, q, roughness);
        return p.*c + fadeOf(baked, roughness) * (std::clamp(out, baked.low * p.*c, baked.high * p.*c) - p.*c);
    };
    return {channel(&Vec3::x), channel(&Vec3::y), channel(&Vec3::z)};
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
    const Vec3 ownNormal = irradiance(probe.baked->sh, normal);
    const Vec3 ownReflection = ofNormal ? ownNormal : irradiance(probe.baked->sh, unit(along));
    if (probe.baked->usesFactor)
        return radiance * factor(*probe.baked, luminance(alongReflection), luminance(ownReflection), roughness);
    // Under volumes and lightmaps URP's value for the normal is the one that counts.
    const bool isBaked = scene.source != Source::Probes && knowsNormal;
    const Vec3 alongNormal = isBaked ? s.bakedGI : *localLight(scene, normal, s.bakedGI);
    return fullForm(*probe.baked, radiance, {alongNormal, alongReflection}, {ownNormal, ownReflection}, roughness);
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

// URP's reflections with normalized probes: pnEvaluateReflection inside URP's published lighting formulas, which are
// written anew here in double precision. The package's shader code is compared with it, and shares nothing with it.
// The probe's own light is the last mip of its cubemap.
#pragma once

#include "support/sh_oracle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
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

struct Probe
{
    Vec3 position, boxMin, boxMax;
    double blend;
    int cube;               // which of the environment's formulas its texels are
    double intensity = 1.0; // by which the texels of a draw are multiplied
    Vec3 axis{0, 0, 1};     // about which its box is rotated, of length 1
    double angle = 0.0;
};

enum class Source
{
    Probes,
    Lightmap, // whose light along the normal is all that is known
    DirectionalLightmap,
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
    double firstShare = 0.0;  // of the first probe of a draw, in the Built-in pipeline
    float strength = 1.0f;    // of normalization
    double skyIntensity = 1.0;
};

inline Vec3 irradiance(const PnSh& sh, Vec3 direction)
{
    const float d[3] = {float(direction.x), float(direction.y), float(direction.z)};
    float rgb[3] = {};
    pnEvaluateIrradiance(&sh, 1, d, rgb);
    return {rgb[0], rgb[1], rgb[2]};
}

// The last mips hold less of a direction.
inline Vec3 cubeTexel(int cube, Vec3 direction, double mip)
{
    const Vec3 d = unit(direction) * (0.9 / (1.0 + 0.5 * mip));
    return Vec3{1.0 + d.x, 1.0 + d.y, 1.0 + d.z} * ((1.0 + cube) / (1.0 + 0.25 * mip));
}

inline double mipOf(double roughness)
{
    return (1.7 - 0.7 * roughness) * roughness * 6.0;
}

// A directional lightmap at a place: the light of half Lambert along a normal n is light (1 + direction . n).
struct LightmapTexel
{
    Vec3 light, direction;
};

inline LightmapTexel lightmapTexel(Vec3 p)
{
    return {{0.6 + 0.5 * p.x / (1.0 + std::abs(p.x)), 0.6 + 0.4 * p.z / (1.0 + std::abs(p.z)), 0.7},
            unit({p.x, 1.0, p.z}) * 0.55};
}

inline Vec3 halfLambert(const LightmapTexel& texel, Vec3 normal)
{
    return texel.light * (1.0 + dotOf(texel.direction, normal));
}

// The local light along the reflection r; docs/normalization.md has the ratio of a lightmap with a direction.
inline Vec3 localLight(const Scene& scene, const Surface& s, Vec3 r)
{
    switch (scene.source)
    {
    case Source::Probes: {
        const Vec3 e = irradiance(scene.local, r);
        return Vec3{std::max(e.x, 0.0), std::max(e.y, 0.0), std::max(e.z, 0.0)};
    }
    case Source::DirectionalLightmap: {
        const Vec3 direction = lightmapTexel(s.position).direction;
        const double along = 1.0 + 2.0 * dotOf(direction, r),
                     normal = std::max(1.0 + 2.0 * dotOf(direction, s.normal), 1e-4);
        return s.bakedGI * std::clamp(along / normal, 0.25, 2.0);
    }
    case Source::Volumes: return scene.volumeLight * (0.625 + 0.375 * r.z);
    case Source::VolumesPerVertex:
    case Source::Lightmap: break;
    }
    return s.bakedGI;
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

// What was read of one probe, or of several that are blended: radiance, and the probe's own light, which is its last
// mip.
struct Reading
{
    Vec3 radiance{0, 0, 0}, own{0, 0, 0};

    void add(const Reading& more, double share)
    {
        radiance = radiance + more.radiance * share;
        own = own + more.own * share;
    }
};

inline constexpr int kLastMip = 6;

inline Reading readCube(int cube, Vec3 along, double roughness, double intensity)
{
    return {cubeTexel(cube, along, mipOf(roughness)) * intensity, cubeTexel(cube, along, kLastMip) * intensity};
}

inline Reading readProbe(const Scene& scene, const Probe& probe, const Surface& s, Vec3 r, double roughness)
{
    const Vec3 along = boxDirection(scene, probe, s.position, r);
    if (!scene.hasClusters)
        return readCube(probe.cube, along, roughness, probe.intensity);
    const double mip = mipOf(roughness), low = std::floor(mip), share = mip - low; // mips apart in the atlas
    return {cubeTexel(probe.cube, along, low) * (1.0 - share) +
                cubeTexel(probe.cube, along, std::min(low + 1.0, double(kLastMip))) * share,
            cubeTexel(probe.cube, along, kLastMip)};
}

// What the library makes of a reading, with the local light along the reflection.
inline Vec3 normalized(const Reading& reading, Vec3 local, double roughness, float strength)
{
    if (strength == 0.0f || luminance(reading.own) == 0.0) // what shows no light is switched off
        return reading.radiance;
    PnNormalization n{};
    n.structSize = sizeof(n);
    n.preset = PN_PRESET_PROBENORM;
    n.weight = strength;
    const auto floats = [](Vec3 v) { return std::array<float, 3>{float(v.x), float(v.y), float(v.z)}; };
    const auto radiance = floats(reading.radiance), light = floats(local), any = floats({0, 0, 1});
    const float own = float(luminance(reading.own)), narrow = float(roughness);
    PnSurfaces surface{};
    surface.structSize = sizeof(surface);
    surface.count = 1;
    surface.radiance = radiance.data();
    surface.reflections = any.data();
    surface.roughness = &narrow;
    surface.localAlongNormals = light.data();
    surface.localAlongReflections = light.data();
    surface.probeLuminances = &own;
    float rgb[3] = {};
    EXPECT_EQ(pnEvaluateReflection(&n, &surface, rgb), PN_SUCCESS) << pnGetLastErrorMessage();
    return {rgb[0], rgb[1], rgb[2]};
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

inline Vec3 reflectedDirection(const Surface& s)
{
    return s.normal * (2.0 * dotOf(s.normal, s.view)) - s.view;
}

inline Reading readProbes(const Scene& scene, const Surface& s, double roughness)
{
    const Vec3 r = reflectedDirection(s);
    if (!scene.blends)
        return readProbe(scene, scene.probes[0], s, r, roughness);
    Reading sum;
    double total = 0.0;
    if (scene.hasClusters)
    {
        for (const int index : scene.cluster)
        {
            if (total >= 0.99)
                break;
            const Probe& probe = scene.probes[std::size_t(index)];
            const double weight = std::min(weightOf(probe, s.position), 1.0 - total);
            sum.add(readProbe(scene, probe, s, r, roughness), weight);
            total += weight;
        }
    }
    else
    {
        const std::vector<double> weights = drawWeights(scene, s.position);
        for (std::size_t i = 0; i < 2; ++i)
            if (weights[i] > 0.01)
                sum.add(readProbe(scene, scene.probes[i], s, r, roughness), weights[i]);
        total = weights[2];
    }
    if (total < 0.99)
        sum.add(readCube(7, r, roughness, scene.skyIntensity), 1.0 - total);
    return sum;
}

// Probes are blended, and normalized once. knowsNormal: whether the caller has the normal and what URP baked for it.
inline Vec3 reflectionOf(const Scene& scene, const Surface& s, double roughness, bool knowsNormal = true)
{
    const Reading reading = readProbes(scene, s, roughness);
    const bool isKnown = knowsNormal || scene.source == Source::Probes || scene.source == Source::Volumes;
    return isKnown ? normalized(reading, localLight(scene, s, reflectedDirection(s)), roughness, scene.strength)
                   : reading.radiance;
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

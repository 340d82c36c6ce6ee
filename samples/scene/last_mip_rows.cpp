#include "bsdf.h"
#include "formula_rows.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <array>

namespace scene {
namespace {

using OwnLight = vec3 (*)(const LastMips& mips, vec3 along);

Formula lastMipRow(const std::string& name, OwnLight own)
{
    return {name, [own](const FormulaInput& in) {
                return reflectionOfLastMip(in, luminance(own(in.lastMips, in.lookup)), in.place);
            }};
}

float ownOf(const FormulaInput& in)
{
    return luminance(in.lastMips.cube4.bilinear(in.lookup));
}

vec3 byAverage(const FormulaInput& in)
{
    constexpr float kY00 = 0.28209479f;
    const vec3 average = kY00 * vec3(in.probe.rgb[0][0], in.probe.rgb[0][1], in.probe.rgb[0][2]);
    return reflectionOfLastMip(in, luminance(average), in.place);
}

vec3 ofTwoBands(const FormulaInput& in)
{
    PnSh place = in.place;
    place.bands = 2;
    return reflectionOfLastMip(in, ownOf(in), place);
}

// Mitchell, McTaggart and Green, "Shading in Valve's Source Engine" (2006).
vec3 ofAmbientCube(const FormulaInput& in)
{
    vec3 place(0.0f);
    for (int axis = 0; axis < 3; ++axis)
    {
        vec3 side(0.0f);
        side[axis] = in.reflection[axis] < 0.0f ? -1.0f : 1.0f;
        place += in.reflection[axis] * in.reflection[axis] * irradianceOf(in.place, side, side).alongReflection;
    }
    return reflectionOfLastMip(in, ownOf(in), place);
}

vec3 ofLightmap(const FormulaInput& in)
{
    return reflectionOfLastMip(in, ownOf(in), in.lightmap.alongNormal);
}

vec3 ofLightmapByNormal(const FormulaInput& in)
{
    return reflectionOfLastMip(in, luminance(in.lastMips.cube4.bilinear(in.normal)), in.lightmap.alongNormal);
}

// Irradiance over pi of two bands along a direction: what L1 lightmaps show.
vec3 ofBands(const LightmapTexel& lightmap, vec3 along)
{
    PnSh two{};
    two.bands = 2;
    for (std::size_t i = 0; i < lightmap.bands.size(); ++i)
        for (int c = 0; c < 3; ++c)
            two.rgb[i][c] = lightmap.bands[i][c];
    vec3 irradiance;
    probenorm::throwIfFailed(pnEvaluateIrradiance(&two, 1, &along.x, &irradiance.x));
    return irradiance;
}

vec3 ofLightmapWithBands(const FormulaInput& in)
{
    return reflectionOfLastMip(in, ownOf(in), ofBands(in.lightmap, in.reflection));
}

vec3 ofLightmapWithDirection(const FormulaInput& in)
{
    const float alongNormal = std::max(luminance(ofBands(in.lightmap, in.normal)), 1e-6f);
    const float ratio = glm::clamp(luminance(ofBands(in.lightmap, in.reflection)) / alongNormal, 0.25f, 2.0f);
    return reflectionOfLastMip(in, ownOf(in), ratio * in.lightmap.alongNormal);
}

// As Unity's directional lightmaps: half Lambert of the mean direction that light comes from, whose length says how
// even the light is; 1 along the normal.
vec3 ofHalfLambert(const FormulaInput& in)
{
    constexpr float kBand1OverBand0 = 0.57735027f; // Y00 / Y1 of a direction
    const auto& bands = in.lightmap.bands;
    const vec3 direction = kBand1OverBand0 * vec3(luminance(bands[3]), luminance(bands[1]), luminance(bands[2])) /
                           std::max(luminance(bands[0]), 1e-6f);
    const float ratio = (1.0f + glm::dot(direction, in.reflection)) / (1.0f + glm::dot(direction, in.normal));
    return reflectionOfLastMip(in, ownOf(in), ratio * in.lightmap.alongNormal);
}

} // namespace

void addLastMips(std::vector<Formula>& formulas)
{
    const auto add = [&](const char* name, OwnLight own) { formulas.push_back(lastMipRow(name, own)); };
    add("last mip, 4 x 4", [](const LastMips& mips, vec3 along) { return mips.cube4.bilinear(along); });
    add("last mip, 2 x 2", [](const LastMips& mips, vec3 along) { return mips.cube2.bilinear(along); });
    add("last mip, 1 x 1", [](const LastMips& mips, vec3 along) { return mips.cube1.bilinear(along); });
    add("last mip, octahedral 6 x 6",
        [](const LastMips& mips, vec3 along) { return mips.octahedron6.bilinear(along); });
    add("last mip, octahedral 2 x 2",
        [](const LastMips& mips, vec3 along) { return mips.octahedron2.bilinear(along); });
    add("last mip, three.js", [](const LastMips& mips, vec3 along) { return mips.engines.three8.bilinear(along); });
    add("last mip, cmgen", [](const LastMips& mips, vec3 along) { return mips.engines.cmgen16.bilinear(along); });
    add("last mip, Unity's pipelines",
        [](const LastMips& mips, vec3 along) { return mips.engines.unityCore2.bilinear(along); });
    add("last mip, 2 x 2 in BC6H",
        [](const LastMips& mips, vec3 along) { return mips.engines.unityBc6h2.bilinear(along); });
    add("last mip, 2 x 2 in RGBM",
        [](const LastMips& mips, vec3 along) { return mips.engines.unityRgbm2.bilinear(along); });
    formulas.push_back({"average", byAverage});
    formulas.push_back({"last mip, L1", ofTwoBands});
    formulas.push_back({"last mip, ambient cube", ofAmbientCube});
    formulas.push_back({"last mip, lightmap", ofLightmap});
    formulas.push_back({"last mip along the normal, lightmap", ofLightmapByNormal});
    formulas.push_back({"last mip, L1 lightmap", ofLightmapWithBands});
    formulas.push_back({"last mip, lightmap with direction", ofLightmapWithDirection});
    formulas.push_back({"last mip, lightmap with half Lambert", ofHalfLambert});
    Formula blended = lastMipRow("last mip, probes blended first",
                                 [](const LastMips& mips, vec3 along) { return mips.cube4.bilinear(along); });
    blended.ofBlended = [](const FormulaInput& in, vec3 own) {
        return reflectionOfLastMip(in, luminance(own), in.place);
    };
    formulas.push_back(blended);
}

} // namespace scene

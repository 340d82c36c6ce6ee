#include "bsdf.h"
#include "formula_rows.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

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
    return reflectionOfLastMip(in, ownOf(in), irradianceOf(in.place, in.normal, in.normal).alongNormal);
}

vec3 ofLightmapByNormal(const FormulaInput& in)
{
    const float own = luminance(in.lastMips.cube4.bilinear(in.normal));
    return reflectionOfLastMip(in, own, irradianceOf(in.place, in.normal, in.normal).alongNormal);
}

// The luminance of two bands along a direction.
float ofBand1(const PnSh& light, vec3 along)
{
    PnSh two = light;
    two.bands = 2;
    vec3 irradiance;
    probenorm::check(pnEvaluateIrradiance(&two, 1, &along.x, &irradiance.x));
    return luminance(irradiance);
}

vec3 ofLightmapWithDirection(const FormulaInput& in)
{
    const float alongNormal = std::max(ofBand1(in.place, in.normal), 1e-6f);
    const float ratio = glm::clamp(ofBand1(in.place, in.reflection) / alongNormal, 0.25f, 2.0f);
    return reflectionOfLastMip(in, ownOf(in), ratio * irradianceOf(in.place, in.normal, in.normal).alongNormal);
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
    formulas.push_back({"average", byAverage});
    formulas.push_back({"last mip, L1", ofTwoBands});
    formulas.push_back({"last mip, ambient cube", ofAmbientCube});
    formulas.push_back({"last mip, lightmap", ofLightmap});
    formulas.push_back({"last mip along the normal, lightmap", ofLightmapByNormal});
    formulas.push_back({"last mip, lightmap with direction", ofLightmapWithDirection});
    Formula blended = lastMipRow("last mip, probes blended first",
                                 [](const LastMips& mips, vec3 along) { return mips.cube4.bilinear(along); });
    blended.ofBlended = [](const FormulaInput& in, vec3 own) {
        return reflectionOfLastMip(in, luminance(own), in.place);
    };
    formulas.push_back(blended);
}

} // namespace scene

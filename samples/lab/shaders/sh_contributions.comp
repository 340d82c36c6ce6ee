// The first pass of the staged projection: writes what every texel adds to every coefficient, for the lab's kernels to
// sum.
//
//   contribution = radiance * solid angle * Y_i(direction)
//
// It is the plain way, and the measure of what the fused kernel saves: 27 floats are written and read again for the 8 or
// 16 bytes of a texel. Its bits are the device's own.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "lab/shaders/lab_contributions.h"

layout(local_size_x = 256, local_size_x_id = kLabSpecContributionsGroupSize) in;
layout(constant_id = kLabSpecTexelWords) const uint kTexelWords = 2u;

layout(push_constant) uniform Params { LabContributionsParams params; };
layout(set = 0, binding = kLabBindingTexels) readonly buffer Texels2 { uvec2 texels2[]; };
layout(set = 0, binding = kLabBindingTexels) readonly buffer Texels4 { uvec4 texels4[]; };
layout(set = 0, binding = kLabBindingSolidAngles) readonly buffer SolidAngles { float solidAngles[]; };
layout(set = 0, binding = kLabBindingContributions) writeonly buffer Contributions { float contributions[]; };

vec3 loadRadiance(uint texel)
{
    if (kTexelWords == 4u)
        return uintBitsToFloat(texels4[texel].xyz);
    return vec3(unpackHalf2x16(texels2[texel].x), unpackHalf2x16(texels2[texel].y).x);
}

vec3 faceDirection(uint face, float u, float v)
{
    switch (face)
    {
    case 0u: return vec3(1.0, -v, -u);
    case 1u: return vec3(-1.0, -v, u);
    case 2u: return vec3(u, 1.0, v);
    case 3u: return vec3(u, -1.0, -v);
    case 4u: return vec3(u, -v, 1.0);
    default: return vec3(-u, -v, -1.0);
    }
}

float solidAngle(uint x, uint y)
{
    uint columns = (params.faceSize + 1u) / 2u;
    return solidAngles[min(y, params.faceSize - 1u - y) * columns + min(x, params.faceSize - 1u - x)];
}

void store(uint texel, uint coefficient, vec3 value)
{
    uint vector = (gl_WorkGroupID.z * kLabCoefficients + coefficient) * 3u;
    for (uint channel = 0u; channel < 3u; ++channel)
        contributions[(vector + channel) * params.vectorStride + texel] = value[channel];
}

void main()
{
    uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    uint texel = group * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    uint faceTexels = params.faceSize * params.faceSize;
    if (texel >= 6u * faceTexels)
        return;
    uint x = texel % params.faceSize, y = texel % faceTexels / params.faceSize;
    float u = (2.0 * float(x) + 1.0) / float(params.faceSize) - 1.0;
    float v = (2.0 * float(y) + 1.0) / float(params.faceSize) - 1.0;
    vec3 d = normalize(faceDirection(texel / faceTexels, u, v));
    vec3 light = loadRadiance(gl_WorkGroupID.z * 6u * faceTexels + texel) * solidAngle(x, y);
    store(texel, 0u, light * 0.28209479);
    store(texel, 1u, light * (0.48860251 * d.y));
    store(texel, 2u, light * (0.48860251 * d.z));
    store(texel, 3u, light * (0.48860251 * d.x));
    store(texel, 4u, light * (1.09254843 * d.x * d.y));
    store(texel, 5u, light * (1.09254843 * d.y * d.z));
    store(texel, 6u, light * (0.31539157 * (3.0 * d.z * d.z - 1.0)));
    store(texel, 7u, light * (1.09254843 * d.x * d.z));
    store(texel, 8u, light * (0.54627422 * (d.x * d.x - d.y * d.y)));
}

// What every histogram begins with: its buffers, the bin of a texel, and how a group strides over all texels.
// Needs, before countAll() is called: void countBin(uint bin, bool isElement), which all lanes of the group call together.
#include "lab/shaders/lab.h"
#include "lab/shaders/lib/group_index.glsl"

layout(constant_id = kLabSpecBinBits) const uint kBinBits = 8u;

const uint kBins = 1u << kBinBits;

layout(local_size_x = 256, local_size_x_id = kLabSpecGroupSize) in;

layout(push_constant) uniform Params { LabParams params; };
layout(set = 0, binding = kLabElements) readonly buffer Elements4 { uvec4 elements4[]; }; // two texels each
layout(set = 0, binding = kLabResults) buffer Bins { uint bins[]; };                      // zero beforehand

// A half float by integers, since a device may flush denormal ones. What is negative or NaN counts as 0, infinity as the
// largest half.
float channelOf(uint bits)
{
    uint magnitude = min(bits & 0x7fffu, 0x7bffu);
    bool isNothing = (bits & 0x8000u) != 0u || (bits & 0x7fffu) > 0x7c00u;
    precise float denormal = float(magnitude) * 5.9604644775390625e-8; // 2^-24
    float value = magnitude < 0x400u ? denormal : uintBitsToFloat((magnitude + 0x1c000u) << 13);
    return isNothing ? 0.0 : value;
}

uint luminanceBin(uvec2 texel)
{
    precise float red = channelOf(texel.x & 0xffffu) * 0.2126;
    precise float green = channelOf(texel.x >> 16) * 0.7152;
    precise float blue = channelOf(texel.y & 0xffffu) * 0.0722;
    precise float redAndGreen = red + green;
    precise float luminance = redAndGreen + blue;
    uint bits = max(floatBitsToUint(luminance), kLabScaleFirstBits) - kLabScaleFirstBits;
    return min(bits >> (23u + kLabScaleOctaveBits - kBinBits), kBins - 1u);
}

void countBin(uint bin, bool isElement);

void countVector(uvec4 v, uint i)
{
    countBin(luminanceBin(v.xy), 2u * i < params.count);
    countBin(luminanceBin(v.zw), 2u * i + 1u < params.count);
}

void countAll()
{
    uint vectors = (params.count + 1u) / 2u, group = gl_WorkGroupSize.x;
    for (uint first = gl_WorkGroupID.x * group * 2u; first < vectors; first += gl_NumWorkGroups.x * group * 2u)
    {
        uint i = first + gl_LocalInvocationID.x, j = i + group; // two loads in flight
        uvec4 a = elements4[min(i, vectors - 1u)], b = elements4[min(j, vectors - 1u)];
        countVector(a, i);
        countVector(b, j);
    }
}

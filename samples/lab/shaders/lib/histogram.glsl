// What every histogram begins with: its buffers, the bin of a texel, and how a group strides over all texels.
// Needs, before countAll() is called: void countBin(uint bin, bool isElement), which all lanes of the group call together.
#include "lab/shaders/lab.h"
#include "lab/shaders/lib/group_index.glsl"

layout(constant_id = kLabSpecBinBits) const uint kBinBits = 8u;

const uint kBins = 1u << kBinBits;
const uint kLoads = 4u; // vectors of a lane in a block: enough in flight that the memory is never idle

layout(local_size_x = 256, local_size_x_id = kLabSpecGroupSize) in;

layout(push_constant) uniform Params { LabParams params; };
layout(set = 0, binding = kLabElements) readonly buffer Elements4 { uvec4 elements4[]; }; // two texels each
layout(set = 0, binding = kLabResults) buffer Bins { uint bins[]; };                      // zero beforehand

// A half float, exactly: no float here is denormal, since a device may flush those. What is negative or NaN counts as 0, infinity
// as the largest half. This is most of what a lane computes.
float channelOf(uint bits)
{
    uint magnitude = bits > 0x7c00u ? 0u : min(bits, 0x7bffu);
    precise float value = uintBitsToFloat((magnitude << 13) + 0x38000000u); // right if the half is not denormal
    precise float denormal = 2.0 * value - 6.103515625e-5;                  // else this is, and it is less: 2^-14 is the leading one
    return min(value, denormal);
}

uint luminanceBin(uvec2 texel)
{
    precise float red = channelOf(texel.x & 0xffffu) * 0.2126;
    precise float green = channelOf(texel.x >> 16) * 0.7152;
    precise float blue = channelOf(texel.y & 0xffffu) * 0.0722;
    precise float redAndGreen = red + green;
    precise float luminance = redAndGreen + blue;
    uint bits = max(floatBitsToUint(luminance), kLabScaleFirstBits) - kLabScaleFirstBits;
    return bits >> (23u + kLabScaleOctaveBits - kBinBits); // a half ends long before the scale's last octave
}

void countBin(uint bin, bool isElement);

// Without a condition for each texel, and with the loads of a lane in flight at once.
void countWholeBlock(uint i)
{
    uvec4 vectors[kLoads];
    for (uint k = 0u; k < kLoads; ++k)
        vectors[k] = elements4[i + k * gl_WorkGroupSize.x];
    for (uint k = 0u; k < kLoads; ++k)
    {
        countBin(luminanceBin(vectors[k].xy), true);
        countBin(luminanceBin(vectors[k].zw), true);
    }
}

void countCutBlock(uint i)
{
    for (uint k = 0u; k < 2u * kLoads; ++k)
    {
        uint vector = i + k / 2u * gl_WorkGroupSize.x, texel = 2u * vector + (k & 1u);
        uvec4 both = texel < params.count ? elements4[vector] : uvec4(0u);
        countBin(luminanceBin((k & 1u) == 0u ? both.xy : both.zw), texel < params.count);
    }
}

// A group counts blocks of kLoads vectors per lane, as many blocks further each time as there are groups.
void countAll()
{
    uint block = kLoads * gl_WorkGroupSize.x, vectors = (params.count + 1u) / 2u;
    for (uint first = gl_WorkGroupID.x * block; first < vectors; first += gl_NumWorkGroups.x * block)
        if (2u * (first + block) <= params.count)
            countWholeBlock(first + gl_LocalInvocationID.x);
        else
            countCutBlock(first + gl_LocalInvocationID.x);
}

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

// A half float, exactly: no float here is denormal, since a device may flush those. What is negative or NaN counts as 0, infinity
// as the largest half. The conversion is most of what a lane computes.
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

// A group strides over the vectors of two texels by the lanes of the grid.
void countAll()
{
    uint vectors = (params.count + 1u) / 2u, lanes = gl_NumWorkGroups.x * gl_WorkGroupSize.x;
    for (uint first = gl_WorkGroupID.x * gl_WorkGroupSize.x; first < vectors; first += lanes)
    {
        uint i = first + gl_LocalInvocationID.x;
        uvec4 both = elements4[min(i, vectors - 1u)];
        countBin(luminanceBin(both.xy), 2u * i < params.count);
        countBin(luminanceBin(both.zw), 2u * i + 1u < params.count);
    }
}

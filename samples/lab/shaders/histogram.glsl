// What every histogram kernel begins with: its buffers, the bin of an element, and the walk over all elements.
// Needs: void countBin(uint bin), which the kernel defines before it includes histogram_walk.glsl.
#include "lab/shaders/lab_histogram.h"

layout(constant_id = kLabSpecSource) const uint kSource = kLabSourceWords;
layout(constant_id = kLabSpecBinBits) const uint kBinBits = 8u;

const uint kBins = 1u << kBinBits;

layout(local_size_x = 256, local_size_x_id = kLabSpecHistogramGroupSize) in;

layout(push_constant) uniform Params { LabHistogramParams params; };
layout(set = 0, binding = kLabHistogramInput) readonly buffer Elements4 { uvec4 elements4[]; };
layout(set = 0, binding = kLabHistogramBins) buffer Bins { uint bins[]; };

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

uint luminanceBits(uvec2 texel)
{
    precise float red = channelOf(texel.x & 0xffffu) * 0.2126;
    precise float green = channelOf(texel.x >> 16) * 0.7152;
    precise float blue = channelOf(texel.y & 0xffffu) * 0.0722;
    precise float redAndGreen = red + green;
    precise float luminance = redAndGreen + blue;
    return floatBitsToUint(luminance);
}

uint luminanceBin(uvec2 texel)
{
    uint bits = max(luminanceBits(texel), kLabScaleFirstBits) - kLabScaleFirstBits;
    return min(bits >> (23u + kLabScaleOctaveBits - kBinBits), kBins - 1u);
}

uint wordBin(uint word)
{
    return word >> (32u - kBinBits);
}

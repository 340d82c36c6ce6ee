// Histograms, rungs 1 to 4.
#version 450
#extension GL_GOOGLE_include_directive : require
#ifdef PN_HISTOGRAM_SUBGROUPS
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_vote : require
#endif

#include "lab/shaders/lab_histogram.h"

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

#if defined(PN_HISTOGRAM_GLOBAL)

// Rung 1: each element adds one to its bin in global memory. Every addition is an atomic that goes to the
// last-level cache, and where many elements fall into one bin they wait for each other.
void countBin(uint bin, bool isElement)
{
    if (isElement)
        atomicAdd(bins[bin], 1u);
}

#else

// Rungs 2 to 4: each group counts in bins of its own in shared memory and adds these to the result once.
// Where shared memory does not hold all bins, one dispatch counts one range of them, and the input is read once per
// range. Several copies of the bins, chosen by lane, keep lanes apart that meet in one bin (rung 3). In
// histogram_subgroups, a subgroup whose elements all fall into one bin counts them with one addition (rung 4).

layout(constant_id = kLabSpecSharedBins) const uint kSharedBins = 256u;
layout(constant_id = kLabSpecCopies) const uint kCopies = 1u;

shared uint counts[kSharedBins * kCopies]; // copies of one bin side by side, and so in different banks

void addToBin(uint bin, uint count)
{
    atomicAdd(counts[bin * kCopies + (gl_LocalInvocationID.x & (kCopies - 1u))], count);
}

void countBin(uint bin, bool isElement)
{
    bin -= params.firstBin;
    bool isCounted = isElement && bin < kSharedBins; // what lies below the range wraps around
#ifdef PN_HISTOGRAM_SUBGROUPS
    if (subgroupAll(isCounted) && subgroupAllEqual(bin))
    {
        uint lanes = subgroupBallotBitCount(subgroupBallot(true));
        if (subgroupElect())
            addToBin(bin, lanes);
        return;
    }
#endif
    if (isCounted)
        addToBin(bin, 1u);
}

#endif

// All lanes of a group call countBin together.
void countVector(uvec4 v, uint i)
{
    countBin(luminanceBin(v.xy), 2u * i < params.count);
    countBin(luminanceBin(v.zw), 2u * i + 1u < params.count);
}

// Counts every element that this group is in charge of: it strides over the input by whole grids.
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

void main()
{
#if defined(PN_HISTOGRAM_GLOBAL)
    countAll();
#else
    for (uint i = gl_LocalInvocationID.x; i < kSharedBins * kCopies; i += gl_WorkGroupSize.x)
        counts[i] = 0u;
    barrier();
    countAll();
    barrier();
    for (uint bin = gl_LocalInvocationID.x; bin < kSharedBins; bin += gl_WorkGroupSize.x)
    {
        uint count = 0u;
        for (uint copy = 0u; copy < kCopies; ++copy)
            count += counts[bin * kCopies + copy];
        if (count != 0u && params.firstBin + bin < kBins)
            atomicAdd(bins[params.firstBin + bin], count);
    }
#endif
}

// Histogram, rung 2: each group counts a part of the texels in bins of its own, by atomics that never leave shared memory, and stores
// its counts in global memory. A second pass (PN_REDUCE) adds up the counts of all groups, with one group per bin.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "lab/shaders/lib/histogram.glsl"

layout(set = 0, binding = kLabScratch) buffer BlockCounts { uint blockCounts[]; }; // by bins, then groups; params.extra groups

#ifdef PN_REDUCE

#include "lab/shaders/lib/operators.glsl"
#include "lab/shaders/lib/tree.glsl"

void main()
{
    uint count = 0u, bin = groupIndex();
    for (uint block = gl_LocalInvocationID.x; block < params.extra && bin < kBins; block += gl_WorkGroupSize.x)
        count += blockCounts[bin * params.extra + block];
    count = reduceGroup(count);
    if (gl_LocalInvocationID.x == 0u && bin < kBins)
        bins[bin] = count;
}

#else

#include "lab/shaders/lib/shared_bins.glsl"

void countBin(uint bin, bool isElement)
{
    if (isElement && isInRange(bin))
        addToShared(bin, 1u);
}

void main()
{
    clearShared();
    countAll();
    barrier();
    for (uint i = gl_LocalInvocationID.x; i < kSharedBins; i += gl_WorkGroupSize.x)
        blockCounts[(params.first + i) * params.extra + gl_WorkGroupID.x] = sharedCount(i);
}

#endif

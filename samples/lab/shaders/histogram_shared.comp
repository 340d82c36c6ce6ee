// Histogram, rungs 2 to 4: each group counts in bins of its own in shared memory and adds these to the result once.
// Where shared memory does not hold all bins, one dispatch counts one range of them, and the input is read once per
// range. Several copies of the bins, chosen by lane, keep lanes apart that meet in one bin (rung 3). With
// PN_AGGREGATE, a subgroup whose elements all fall into one bin counts them with one addition (rung 4).
#version 450
#extension GL_GOOGLE_include_directive : require
#ifdef PN_AGGREGATE
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_vote : require
#endif

#include "lab/shaders/histogram.glsl"

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
#ifdef PN_AGGREGATE
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

#include "lab/shaders/histogram_walk.glsl"

void main()
{
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
}

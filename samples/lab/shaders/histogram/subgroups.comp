// Histogram, rung 4: a subgroup whose texels all fall into one bin, as in a plain sky, adds their number once. Everything else
// is as in rung 3. The vote costs more than it saves where neighbours differ.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_vote : require

#include "lab/shaders/lib/histogram.glsl"
#include "lab/shaders/lib/shared_bins.glsl"

void countBin(uint bin, bool isElement)
{
    bool isCounted = isElement && isInRange(bin);
    if (subgroupAll(isCounted) && subgroupAllEqual(bin))
    {
        uint lanes = subgroupBallotBitCount(subgroupBallot(true));
        if (subgroupElect())
            addToShared(bin, lanes);
    }
    else if (isCounted)
        addToShared(bin, 1u);
}

void main()
{
    clearShared();
    countAll();
    addSharedToBins();
}

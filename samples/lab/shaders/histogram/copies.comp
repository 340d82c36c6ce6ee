// Histogram, rung 3: each group has as many copies of its bins as fit (up to 16), so lanes that meet in one bin seldom wait for
// each other. A group adds its counts to the result by atomics, one per bin, so there is no second pass.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "lab/shaders/lib/histogram.glsl"
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
    addSharedToBins();
}

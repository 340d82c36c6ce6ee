// Histogram, rung 1: each element adds one to its bin in global memory. Every addition is an atomic that goes to the
// last-level cache, and where many elements fall into one bin they wait for each other.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "lab/shaders/histogram.glsl"

void countBin(uint bin, bool isElement)
{
    if (isElement)
        atomicAdd(bins[bin], 1u);
}

#include "lab/shaders/histogram_walk.glsl"

void main()
{
    countAll();
}

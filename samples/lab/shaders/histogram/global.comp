// Histogram, rung 1: each texel adds one to its bin in global memory. Every addition is an atomic that goes to the last-level
// cache, and where many texels fall into one bin they wait for each other.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "lab/shaders/lib/histogram.glsl"

void countBin(uint bin, bool isElement)
{
    if (isElement)
        atomicAdd(bins[bin], 1u);
}

void main()
{
    countAll();
}

// Rung 9: rung 4 with eight loads per lane instead of two. There are neither atomics nor groups that stride: the kernel runs again
// on its partials until one is left. A pass leaves one partial for thousands of elements, so three passes are enough for 3 GiB.
// Nothing has to be cleared, and every run has the same bits.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "lab/shaders/lib/reduction.glsl"
#include "lab/shaders/lib/tree.glsl"

void main()
{
    uint first = groupIndex() * kLabRecursiveElements * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    Value value = element(first);
    for (uint k = 1u; k < kLabRecursiveElements; ++k)
        value = combine(value, element(first + k * gl_WorkGroupSize.x));
    value = reduceGroup(value);
    if (gl_LocalInvocationID.x == 0u)
        storePartial(value);
}

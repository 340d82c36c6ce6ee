// Rung 9: recursive passes in place of atomics. Rungs 1 to 6 run again on their partials, too; here each lane takes in eight
// elements first, so a pass leaves one partial for thousands of elements, and three passes are enough for 3 GiB. Nothing has
// to be cleared, and every run has the same bits. The number of passes comes from integers: a rounded logarithm gives one too
// many or one too few at powers of two.
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

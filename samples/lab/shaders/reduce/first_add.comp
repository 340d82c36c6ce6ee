// Rung 4: each lane loads two elements, one group apart, and combines them on the way to shared memory. Half as many groups do
// the work, and every lane does one addition before the tree. In the tree half of them are idle as before.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "lab/shaders/lib/reduction.glsl"
#include "lab/shaders/lib/tree.glsl"

void main()
{
    uint first = groupIndex() * 2u * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    Value value = reduceGroup(combine(element(first), element(first + gl_WorkGroupSize.x)));
    if (gl_LocalInvocationID.x == 0u)
        storePartial(value);
}

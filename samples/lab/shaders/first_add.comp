// Rung 4: each lane loads two elements and adds them on the way to shared memory. Half as many groups do the work.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "lab/shaders/reduction.glsl"
#include "lab/shaders/shared_tree.glsl"

void main()
{
    uint lane = gl_LocalInvocationID.x;
    uint first = groupIndex() * 2u * gl_WorkGroupSize.x + lane;
    Value value = reduceInShared(combine(elementOrIdentity(first), elementOrIdentity(first + gl_WorkGroupSize.x)));
    if (lane == 0u)
        storePartial(value);
}

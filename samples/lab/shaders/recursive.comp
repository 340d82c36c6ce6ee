// Rung 9: the rungs before and after it are run again on their partials, too; here that is all there is to it. A lane adds
// a few elements, one group apart, before the tree, so each pass leaves one partial for thousands of elements: no
// atomics, nothing to clear, and hardly a pass more than where the number of groups is fixed.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "lab/shaders/reduction.glsl"
#include "lab/shaders/shared_tree.glsl"

void main()
{
    uint first = groupIndex() * kLabRecursiveElements * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    Value value = elementOrIdentity(first);
    for (uint k = 1u; k < kLabRecursiveElements; ++k)
        value = combine(value, elementOrIdentity(first + k * gl_WorkGroupSize.x));
    value = reduceInShared(value);
    if (gl_LocalInvocationID.x == 0u)
        storePartial(value);
}

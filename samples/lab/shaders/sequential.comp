// Rung 3: the stride falls instead of rising (lib/shared_tree.glsl), so that neighbouring lanes use neighbouring words.
// Half of the lanes do nothing but load.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "lab/shaders/reduction.glsl"
#include "lab/shaders/shared_tree.glsl"

void main()
{
    uint lane = gl_LocalInvocationID.x;
    Value value = reduceInShared(elementOrIdentity(groupIndex() * gl_WorkGroupSize.x + lane));
    if (lane == 0u)
        storePartial(value);
}

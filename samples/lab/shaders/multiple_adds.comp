// Rung 7: as many groups as keep the device busy, and no more; each lane adds elements all over the vector before the
// tree, which is then the same small cost for any number of elements.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "lab/shaders/reduction.glsl"
#include "lab/shaders/grid_stride.glsl"
#include "lab/shaders/shared_tree.glsl"

void main()
{
    Value value = reduceInShared(reduceGridStride());
    if (gl_LocalInvocationID.x == 0u)
        storePartial(value);
}

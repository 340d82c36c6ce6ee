// Rung 7: there are as many groups as keep the device busy, and no more. Each lane takes in many elements before the tree
// (lib/grid_stride.glsl). The tree is rung 3's again, without what rungs 5 and 6 added: its cost is now small, and the same for any
// number of elements. A second pass over a few hundred partials ends it.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "lab/shaders/lib/reduction.glsl"
#include "lab/shaders/lib/grid_stride.glsl"
#include "lab/shaders/lib/tree.glsl"

void main()
{
    Value value = reduceGroup(reduceShare());
    if (gl_LocalInvocationID.x == 0u)
        storePartial(value);
}

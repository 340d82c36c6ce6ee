// Rung 14: the first pass of rung 7, and no second one. The partials, a few hundred, go to the host's memory, and the CPU
// combines them. So one sees what the last pass is worth: it is short, but the copy and the CPU's way to the result are not.
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

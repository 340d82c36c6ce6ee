// Rung 14: the first pass of rung 7, and no second one. The partials, a few hundred, are copied to the host's memory, and the CPU
// combines them. This shows what the second pass on the GPU costs: less than the copy and the wait for the CPU.
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

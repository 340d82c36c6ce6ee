// Compaction, rung 1: one flag per element, 1 where it is kept (PN_FLAGS); their exclusive scan by the kernels of scan/, which is the
// place of each kept element; and a pass that moves the kept elements to their places. The elements are read twice, and the flags
// are written, scanned and read.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "lab/shaders/lib/compaction.glsl"

layout(set = 0, binding = kLabScratch) buffer Places { uint places[]; }; // first the flags

void main()
{
    uint i = groupIndex() * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
#ifdef PN_FLAGS
    if (i < params.count)
        places[i] = keeps(i) ? 1u : 0u;
#else
    if (keeps(i))
        results[places[i]] = elements[i];
    if (i == params.count - 1u)
        keptCount = places[i] + (keeps(i) ? 1u : 0u);
#endif
}

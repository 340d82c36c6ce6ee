// What every kernel of the ladder begins with: its buffers, and how it reads elements and stores partials.
#include "lab/shaders/lab_reduce.h"

layout(local_size_x = 256, local_size_x_id = kLabSpecGroupSize) in;

layout(push_constant) uniform Params { LabReduceParams params; };
layout(set = 0, binding = kLabBindingElements) readonly buffer Elements { float elements[]; };
layout(set = 0, binding = kLabBindingPartials) coherent buffer Partials { float partials[]; };

float elementOrZero(uint i)
{
    return i < params.count ? elements[i] : 0.0;
}

// The number of the group. A grid of many groups has two sides.
uint groupIndex()
{
    return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
}

// Called by one lane of the group.
void storePartial(float value)
{
    if (groupIndex() < params.groupCount)
        partials[groupIndex()] = value;
}

// What every kernel of the lab begins with: its buffers, and how it reads elements and stores partials.
// PN_PARTIALS may qualify the partials for a kernel that reads them again.
#include "lab/shaders/lab_reduce.h"
#include "lab/shaders/operators.glsl"

#ifndef PN_PARTIALS
#define PN_PARTIALS writeonly
#endif

layout(local_size_x = 256, local_size_x_id = kLabSpecGroupSize) in;

layout(push_constant) uniform Params { LabReduceParams params; };
layout(set = 0, binding = kLabBindingElements) readonly buffer Elements { uint elements[]; };
layout(set = 0, binding = kLabBindingElements) readonly buffer Elements4 { uvec4 elements4[]; };
layout(set = 0, binding = kLabBindingPartials) PN_PARTIALS buffer Partials { uint partials[]; };

uint groupIndex()
{
    return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
}

uint element(uint i)
{
    return elements[gl_WorkGroupID.z * params.elementStride + i];
}

// Elements 4 i to 4 i + 3.
uvec4 element4(uint i)
{
    return elements4[gl_WorkGroupID.z * (params.elementStride / 4u) + i];
}

uint elementOrIdentity(uint i)
{
    return i < params.count ? element(i) : kIdentity;
}

// Called by one lane of the group.
void storePartial(uint value)
{
    if (groupIndex() < params.groupCount)
        partials[gl_WorkGroupID.z * params.partialStride + groupIndex()] = value;
}

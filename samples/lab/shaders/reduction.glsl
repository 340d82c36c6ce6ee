// What every kernel of the lab begins with: its buffers, and how it reads elements and stores partials.
// PN_PARTIALS may qualify the partials for a kernel that reads them again. PN_PAIRS is explained in operators.glsl.
#include "lab/shaders/group_index.glsl"
#include "lab/shaders/lab_reduce.h"
#include "lab/shaders/operators.glsl"

#ifndef PN_PARTIALS
#define PN_PARTIALS writeonly
#endif

layout(local_size_x = 256, local_size_x_id = kLabSpecGroupSize) in;

layout(push_constant) uniform Params { LabReduceParams params; };
layout(set = 0, binding = kLabBindingElements) readonly buffer Elements { Value elements[]; };
layout(set = 0, binding = kLabBindingElements) readonly buffer Loads { uvec4 loads[]; };
layout(set = 0, binding = kLabBindingPartials) PN_PARTIALS buffer Partials { Value partials[]; };

const uint kLoadElements = 4u / kValueWords; // of one of the loads, of 16 bytes

Value elementOrZero(uint i)
{
    return i < params.count ? elements[i] : Value(0u);
}

// Called by one lane of the group.
void storePartial(Value value)
{
    if (groupIndex() < params.groupCount)
        partials[groupIndex()] = value;
}

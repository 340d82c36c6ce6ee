// What every reduction begins with: its buffers, how a lane reads elements, and where a group leaves its partial. A rung
// runs again on its partials until one is left, unless its file says otherwise.
#include "lab/shaders/lab.h"
#include "lab/shaders/lib/group_index.glsl"
#include "lab/shaders/lib/operators.glsl"

layout(local_size_x = 256, local_size_x_id = kLabSpecGroupSize) in;

layout(push_constant) uniform Params { LabParams params; };
layout(set = 0, binding = kLabElements) readonly buffer Elements { Value elements[]; };
layout(set = 0, binding = kLabElements) readonly buffer Loads { uvec4 loads[]; }; // the same, 16 bytes at a time
layout(set = 0, binding = kLabResults) coherent buffer Partials { Value partials[]; };

Value element(uint i)
{
    return i < params.count ? elements[i] : kIdentity;
}

// Called by one lane of the group.
void storePartial(Value value)
{
    if (groupIndex() < params.groupCount)
        partials[groupIndex()] = value;
}

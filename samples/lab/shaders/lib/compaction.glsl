// What every compaction begins with: its buffers and its condition. An element is kept if it is at least a threshold; with
// PN_MASK, if its word in the mask is not 0. The mask follows the elements in the same buffer.
#include "lab/shaders/lab.h"
#include "lab/shaders/lib/group_index.glsl"

layout(local_size_x = 256, local_size_x_id = kLabSpecGroupSize) in;

layout(push_constant) uniform Params { LabParams params; };
layout(set = 0, binding = kLabElements) readonly buffer Elements { uint elements[]; };
layout(set = 0, binding = kLabElements) readonly buffer Elements4 { uvec4 elements4[]; };
layout(set = 0, binding = kLabResults) writeonly buffer Results { uint results[]; };
layout(set = 0, binding = kLabThird) writeonly buffer Count { uint keptCount; };

#ifdef PN_MASK

uint markOf(uint i)
{
    return elements[params.first + i];
}

uvec4 marksOf(uint i) // of vector i
{
    return elements4[params.first / 4u + i];
}

bool isKept(uint element, uint mark)
{
    return mark != 0u;
}

#else

uint markOf(uint i)
{
    return 0u;
}

uvec4 marksOf(uint i)
{
    return uvec4(0u);
}

bool isKept(uint element, uint mark)
{
    return element >= params.extra;
}

#endif

// Whether element i is there, and kept.
bool keeps(uint i)
{
    return i < params.count && isKept(elements[i], markOf(i));
}

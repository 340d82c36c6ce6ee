// What every scan kernel begins with: its buffers, and how it reads and writes elements.
#include "lab/shaders/lab_scan.h"
#include "lab/shaders/operators.glsl"

layout(constant_id = kLabSpecExclusive) const uint kExclusive = 0u;

layout(local_size_x = kLabLanes) in;

layout(push_constant) uniform Params { LabScanParams params; };
layout(set = 0, binding = kLabScanInput) readonly buffer Elements { uint elements[]; };
layout(set = 0, binding = kLabScanInput) readonly buffer Elements4 { uvec4 elements4[]; };
layout(set = 0, binding = kLabScanOutput) buffer Results { uint results[]; };
layout(set = 0, binding = kLabScanOutput) buffer Results4 { uvec4 results4[]; };
layout(set = 0, binding = kLabScanSums) buffer Sums { uint sums[]; };

uint groupIndex()
{
    return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
}

uint elementOrIdentity(uint i)
{
    return i < params.count ? elements[i] : kIdentity;
}

void storeResult(uint i, uint value)
{
    if (i < params.count)
        results[i] = value;
}

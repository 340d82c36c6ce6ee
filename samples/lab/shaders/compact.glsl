// What every compaction kernel begins with: its buffers and the condition.
#include "lab/shaders/group_index.glsl"
#include "lab/shaders/lab_compact.h"

layout(local_size_x = kLabLanes) in;

layout(push_constant) uniform Params { LabCompactParams params; };
layout(set = 0, binding = kLabScanInput) readonly buffer Elements { uint elements[]; };
layout(set = 0, binding = kLabScanOutput) writeonly buffer Results { uint results[]; };
layout(set = 0, binding = kLabCompactCount) writeonly buffer Count { uint keptCount; };

bool isKept(uint element)
{
    return element >= params.threshold;
}

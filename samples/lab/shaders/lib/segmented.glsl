// What every segmented sum begins with. Segment s is elements offsets[s] to offsets[s + 1] - 1; there is one result per segment.
#include "lab/shaders/lab.h"
#include "lab/shaders/lib/group_index.glsl"
#include "lab/shaders/lib/operators.glsl"

layout(local_size_x = 256, local_size_x_id = kLabSpecGroupSize) in;

layout(push_constant) uniform Params { LabParams params; }; // extra: segments
layout(set = 0, binding = kLabElements) readonly buffer Elements { uint elements[]; };
layout(set = 0, binding = kLabResults) writeonly buffer Results { uint results[]; };
layout(set = 0, binding = kLabThird) readonly buffer Offsets { uint offsets[]; };

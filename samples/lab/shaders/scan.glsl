// What every scan kernel begins with.
#include "lab/shaders/lab_scan.h"
#include "lab/shaders/operators.glsl"

layout(constant_id = kLabSpecExclusive) const uint kExclusive = 0u;

layout(local_size_x = kLabLanes) in;

layout(push_constant) uniform Params { LabScanParams params; };
#include "lab/shaders/elements.glsl"
layout(set = 0, binding = kLabScanSums) buffer Sums { uint sums[]; };

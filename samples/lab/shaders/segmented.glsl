// What every segmented kernel begins with.
#include "lab/shaders/lab_segmented.h"
#include "lab/shaders/operators.glsl"

layout(local_size_x = kLabLanes) in;

layout(push_constant) uniform Params { LabSegmentedParams params; };
#include "lab/shaders/elements.glsl"
layout(set = 0, binding = kLabSegmentOffsets) readonly buffer Offsets { uint offsets[]; };

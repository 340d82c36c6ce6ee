// The functions for engines in GLSL; runtime.hlsl has them in HLSL.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "runtime/probenorm.glsl"

layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer Inputs { float inputs[]; };
layout(set = 0, binding = 2) writeonly buffer Outputs { float outputs[]; };

#define BOUNDS PnBounds
#include "runtime_calls.glsl"

void main()
{
    callAll(gl_GlobalInvocationID.x);
}

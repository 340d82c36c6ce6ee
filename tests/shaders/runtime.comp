// The functions for engines in GLSL, or with PN_GODOT in Godot's shading language; runtime.hlsl has them in HLSL.
#version 450
#extension GL_GOOGLE_include_directive : require

#ifdef PN_GODOT
#include "runtime/probenorm.gdshaderinc"
#else
#include "runtime/probenorm.glsl"
#endif

layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer Inputs { float inputs[]; };
layout(set = 0, binding = 2) writeonly buffer Outputs { float outputs[]; };

#include "runtime_calls.glsl"

void main()
{
    callAll(gl_GlobalInvocationID.x);
}

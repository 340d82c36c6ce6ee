// The functions for engines in HLSL; runtime.comp has them in GLSL.
#include "runtime/probenorm.hlsl"

[[vk::binding(0, 0)]] StructuredBuffer<float> inputs;
[[vk::binding(2, 0)]] RWStructuredBuffer<float> outputs;

#define vec3 float3
#define vec4 float4
#include "runtime_calls.glsl"

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    callAll(id.x);
}

// Calls what the package draws faces with. Item i is texel (i / 6 % 7, i / 42) of face i % 6; layout: runtime_test.cpp.
#include "Packages/com.probenorm/Runtime/Shaders/CubeFaces.hlsl"

[[vk::binding(0, 0)]] StructuredBuffer<float> inputs;
[[vk::binding(2, 0)]] RWStructuredBuffer<float> outputs;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    const uint at = 188 + 16 * id.x;
    const float4 texel = float4(inputs[at], inputs[at + 1], inputs[at + 2], inputs[at + 3]);
    const float3 direction = pnTexelDirection(id.x % 6, uint2(id.x / 6 % 7, id.x / 42), 7.0);
    const float3 decoded = pnDecodeHdr(texel, float4(inputs[183], 2.2, 0.0, 1.0));
    for (uint i = 0; i < 3; ++i)
    {
        outputs[45 * id.x + i] = direction[i];
        outputs[45 * id.x + 3 + i] = decoded[i];
    }
    for (uint k = 0; k < 4; ++k)
        outputs[45 * id.x + 6 + k] = pnHalfRadiance(inputs[184 + k]);
}

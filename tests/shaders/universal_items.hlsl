// What universal*.hlsl and built_in.hlsl read and write: four vectors and three colours for each item. Layout: universal_test.cpp.
[[vk::binding(0, 0)]] StructuredBuffer<float4> items;
[[vk::binding(2, 0)]] RWStructuredBuffer<float> outputs;

void write(uint at, float3 value)
{
    outputs[at] = value.x;
    outputs[at + 1] = value.y;
    outputs[at + 2] = value.z;
}

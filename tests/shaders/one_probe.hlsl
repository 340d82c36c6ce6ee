// Runs the package's functions of one probe a renderer, with the names that Unity has before it includes them: in HDRP a
// buffer of the draw has them. Layout: universal_test.cpp; the first probe of the table is the renderer's.
[[vk::binding(0, 0)]] StructuredBuffer<float4> items;
[[vk::binding(1, 0)]] StructuredBuffer<float4> table;
[[vk::binding(2, 0)]] RWStructuredBuffer<float> outputs;
[[vk::binding(3, 0)]] tbuffer UnityPerDraw
{
    float4 unity_SHAr, unity_SHAg, unity_SHAb, unity_SHBr, unity_SHBg, unity_SHBb, unity_SHC;
};

#include "OneProbe.hlsl" // ShaderGraph.hlsl, whose uniforms can be set here

void readProbe()
{
    _ProbeNormSHAr = table[0];
    _ProbeNormSHAg = table[1];
    _ProbeNormSHAb = table[2];
    _ProbeNormSHBr = table[3];
    _ProbeNormSHBg = table[4];
    _ProbeNormSHBb = table[5];
    _ProbeNormSHC = table[6];
    _ProbeNormBounds = table[7];
    _ProbeNormFloor = table[8];
}

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    readProbe();
    const float roughness = items[4 * id.x].w;
    const float3 along = reflect(-items[4 * id.x + 2].xyz, items[4 * id.x + 1].xyz);
    float factor;
    half narrow;
    ProbeNormFactor_float(along, roughness, factor);
    outputs[9 * id.x] = factor;
    ProbeNormFactorOfLight_float(along, 0.5, roughness, factor);
    outputs[9 * id.x + 1] = factor;
    ProbeNormFactor_half(half3(along), half(roughness), narrow);
    outputs[9 * id.x + 2] = narrow;
    ProbeNormFactorOfLight_half(half3(along), half(0.5), half(roughness), narrow);
    outputs[9 * id.x + 3] = narrow;
}

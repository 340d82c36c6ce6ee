// Compiles the package's functions for Shader Graph, with the names that Unity has before it includes them.
float4 unity_SHAr, unity_SHAg, unity_SHAb, unity_SHBr, unity_SHBg, unity_SHBb, unity_SHC;

#include "Packages/com.probenorm/Runtime/Shaders/ShaderGraph.hlsl"

[[vk::binding(0, 1)]] RWStructuredBuffer<float> outputs;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    const float roughness = float(id.x) / 63.0;
    half narrow;
    ProbeNormFactor_float(float3(0.0, 0.0, 1.0), roughness, outputs[4 * id.x]);
    ProbeNormFactorOfLight_float(float3(0.0, 1.0, 0.0), 0.5, roughness, outputs[4 * id.x + 1]);
    ProbeNormFactor_half(half3(1.0, 0.0, 0.0), half(roughness), narrow);
    outputs[4 * id.x + 2] = narrow;
    ProbeNormFactorOfLight_half(half3(0.0, 1.0, 0.0), half(0.5), half(roughness), narrow);
    outputs[4 * id.x + 3] = narrow;
}

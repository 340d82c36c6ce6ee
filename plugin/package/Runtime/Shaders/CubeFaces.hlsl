// A texel of a cubemap's face, as radiance. Include it in a pass without any other: it needs nothing of Unity's.
#ifndef PROBENORM_CUBE_FACES_HLSL
#define PROBENORM_CUBE_FACES_HLSL

TextureCube<float4> _ProbeNormCube;
SamplerState probenorm_point_clamp_sampler; // Unity makes a sampler of what its name says
float4 _ProbeNormFace;   // face, mip, face size
float4 _ProbeNormDecode; // ReflectionProbe.textureHDRDecodeValues

// Through the middle of texel (x, y), row 0 at the top, as Vulkan, D3D and GL sample faces.
float3 pnTexelDirection(uint face, uint2 texel, float faceSize)
{
    const float u = (2.0 * float(texel.x) + 1.0) / faceSize - 1.0;
    const float v = (2.0 * float(texel.y) + 1.0) / faceSize - 1.0;
    switch (face)
    {
    case 0: return float3(1.0, -v, -u);
    case 1: return float3(-1.0, -v, u);
    case 2: return float3(u, 1.0, v);
    case 3: return float3(u, -1.0, -v);
    case 4: return float3(u, -v, 1.0);
    default: return float3(-u, -v, -1.0);
    }
}

// HdrDecode.cs has the formula's meaning.
float3 pnDecodeHdr(float4 texel, float4 decode)
{
    const float alpha = max(decode.w * (texel.a - 1.0) + 1.0, 0.0);
    return texel.rgb * (decode.x * pow(alpha, decode.y));
}

float4 pnCubeVertex(uint id : SV_VertexID) : SV_Position
{
    return float4(id == 1u ? 3.0 : -1.0, id == 2u ? 3.0 : -1.0, 0.5, 1.0);
}

// At most the largest half; a texel that is no number or infinite stays one, so that it is counted.
float pnHalfRadiance(float radiance)
{
    const bool isFinite = (asuint(radiance) & 0x7f800000u) != 0x7f800000u;
    return isFinite ? min(radiance, 65504.0) : radiance;
}

// The position counts rows in the order in which the device stores them, and a read-back hands them out in it too.
float4 pnCubeFragment(float4 position : SV_Position) : SV_Target
{
    const float3 direction = pnTexelDirection(uint(_ProbeNormFace.x), uint2(position.xy), _ProbeNormFace.z);
    const float4 texel = _ProbeNormCube.SampleLevel(probenorm_point_clamp_sampler, direction, _ProbeNormFace.y);
    const float3 radiance = pnDecodeHdr(texel, _ProbeNormDecode);
    return float4(pnHalfRadiance(radiance.x), pnHalfRadiance(radiance.y), pnHalfRadiance(radiance.z), 1.0);
}

#endif

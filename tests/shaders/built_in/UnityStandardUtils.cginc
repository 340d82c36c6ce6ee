#ifndef UNITY_STANDARD_UTILS_INCLUDED
#define UNITY_STANDARD_UTILS_INCLUDED

float3 BoxProjectedCubemapDirection(float3 worldRefl, float3 worldPos, float4 cubemapCenter, float4 boxMin, float4 boxMax)
{
    if (cubemapCenter.w <= 0.0)
        return worldRefl;
    const float3 wall = float3(worldRefl.x > 0.0 ? boxMax.x : boxMin.x, worldRefl.y > 0.0 ? boxMax.y : boxMin.y,
                               worldRefl.z > 0.0 ? boxMax.z : boxMin.z);
    const float3 ways = (wall - worldPos) / worldRefl;
    return worldPos + min(ways.x, min(ways.y, ways.z)) * worldRefl - cubemapCenter.xyz;
}

#endif

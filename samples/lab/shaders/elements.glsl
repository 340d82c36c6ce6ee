// Elements and results of the kernels of scans and of segments, and how they are read and written.
// Needs: lab_scan.h, operators.glsl, params with a count of elements.
#include "lab/shaders/group_index.glsl"

layout(set = 0, binding = kLabScanInput) readonly buffer Elements { uint elements[]; };
layout(set = 0, binding = kLabScanInput) readonly buffer Elements4 { uvec4 elements4[]; };
layout(set = 0, binding = kLabScanOutput) buffer Results { uint results[]; };
layout(set = 0, binding = kLabScanOutput) buffer Results4 { uvec4 results4[]; };

uint elementOrZero(uint i)
{
    return i < params.count ? elements[i] : 0u;
}

void storeResult(uint i, uint value)
{
    if (i < params.count)
        results[i] = value;
}

uvec4 loadVector(uint i)
{
    if (4u * i + 4u <= params.count)
        return elements4[i];
    uvec4 at = 4u * i + uvec4(0u, 1u, 2u, 3u);
    return uvec4(elementOrZero(at.x), elementOrZero(at.y), elementOrZero(at.z), elementOrZero(at.w));
}

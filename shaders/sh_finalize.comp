// From partials to canonical coefficients: the last pass of the projection. A workgroup finishes one probe.
//
//   coefficient = scale * sum over faces and moments of factor * moment
//
// in the order of the terms, which the host worked out. CPU twin: plugin/core/sh_finalize.cpp; docs/math.md, section 5.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "lib/rounding.glsl"

#include "shared/sh_project.h"
#include "shared/texel.h"

layout(local_size_x = 64, local_size_x_id = kSpecGroupSize) in;

layout(push_constant) uniform Params { ShReduceParams params; };
layout(set = 0, binding = kBindingTexels) readonly buffer Partials { float partials[]; };
layout(set = 0, binding = kBindingGeometry) readonly buffer Terms { uint terms[]; }; // first term of each, then pairs
layout(set = 0, binding = kBindingOutput) writeonly buffer Coefficients { float coefficients[]; };

shared float moments[6 * 75]; // of all faces

#include "lib/partials.glsl"

float zeroIfTiny(float value)
{
    return (floatBitsToUint(value) & ~kSignBit) < kTinyMomentBits ? 0.0 : value;
}

void main()
{
    uint probe = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    bool isProbe = probe < params.itemCount;
    uint floats = params.floatsPerPartial;
    uint faceFloats = floats * params.partialsPerItem;
    for (uint i = gl_LocalInvocationID.x; isProbe && i < floats * params.faceCount; i += gl_WorkGroupSize.x)
    {
        uint face = i / floats;
        uint first = (probe * params.faceCount + face) * faceFloats + i % floats;
        moments[i] = zeroIfTiny(pairwiseSum(first, floats, params.partialsPerItem));
    }
    barrier();

    for (uint i = gl_LocalInvocationID.x; isProbe && i < floats; i += gl_WorkGroupSize.x)
    {
        uint coefficient = i / 3u, channel = i % 3u, firstPair = floats / 3u + 1u;
        precise float sum = 0.0;
        for (uint t = terms[coefficient]; t < terms[coefficient + 1u]; ++t)
        {
            float moment = moments[terms[firstPair + 2u * t] * 3u + channel];
            sum = sum + moment * uintBitsToFloat(terms[firstPair + 2u * t + 1u]);
        }
        precise float scaled = zeroIfTiny(sum) * uintBitsToFloat(params.scaleBits);
        bool isZero = (floatBitsToUint(scaled) & ~kSignBit) == 0u;
        coefficients[probe * floats + i] = isZero ? 0.0 : scaled; // no negative zero
    }
}

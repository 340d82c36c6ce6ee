// From partials to canonical coefficients: the last pass of the projection. A workgroup finishes some probes.
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
layout(constant_id = kSpecBands) const uint kBands = 3u;
layout(constant_id = kSpecPartials) const uint kPartials = 1u;
layout(constant_id = kSpecFaces) const uint kFaces = 6u;

layout(push_constant) uniform Params { ShReduceParams params; };
layout(set = 0, binding = kBindingTexels) readonly buffer Partials { float partials[]; };
layout(set = 0, binding = kBindingGeometry) readonly buffer Plan { uint plan[]; }; // first term of each, then pairs
layout(set = 0, binding = kBindingOutput) writeonly buffer Coefficients { float coefficients[]; };

shared float moments[kMaxFinalizeMoments]; // of the workgroup's probes, all faces
shared uint terms[kMaxFinalizeWords];

#include "lib/partials.glsl"

const uint kFloats = 3u * kBands * kBands; // of a face or a probe

float zeroIfTiny(float value)
{
    return (floatBitsToUint(value) & ~kSignBit) < kTinyMomentBits ? 0.0 : value;
}

float loadMoment(uint face, uint value)
{
    return zeroIfTiny(pairwiseSum(face * kPartials * kFloats + value, kFloats, kPartials));
}

float finish(uint probe, uint coefficient, uint channel)
{
    const uint firstPair = kBands * kBands + 1u;
    uint firstMoment = probe * kFloats * kFaces + channel;
    precise float sum = 0.0;
    uint end = terms[coefficient + 1u];
    for (uint t = terms[coefficient]; t < end; ++t)
    {
        float moment = moments[firstMoment + terms[firstPair + 2u * t] * 3u];
        sum = sum + moment * uintBitsToFloat(terms[firstPair + 2u * t + 1u]);
    }
    precise float scaled = zeroIfTiny(sum) * uintBitsToFloat(params.scaleBits);
    bool isZero = (floatBitsToUint(scaled) & ~kSignBit) == 0u;
    return isZero ? 0.0 : scaled; // no negative zero
}

void main()
{
    uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    uint firstProbe = group * params.itemsPerGroup;
    uint probes = firstProbe < params.itemCount ? min(params.itemsPerGroup, params.itemCount - firstProbe) : 0u;
    for (uint i = gl_LocalInvocationID.x; i < params.planWords; i += gl_WorkGroupSize.x)
        terms[i] = plan[i];
    for (uint i = gl_LocalInvocationID.x; i < probes * kFaces * kFloats; i += gl_WorkGroupSize.x)
        moments[i] = loadMoment(firstProbe * kFaces + i / kFloats, i % kFloats);
    barrier();
    for (uint i = gl_LocalInvocationID.x; i < probes * kFloats; i += gl_WorkGroupSize.x)
        coefficients[firstProbe * kFloats + i] = finish(i / kFloats, i % kFloats / 3u, i % 3u);
}

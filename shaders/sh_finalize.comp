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

layout(push_constant) uniform Params { ShReduceParams params; };
layout(set = 0, binding = kBindingTexels) readonly buffer Partials { float partials[]; };
layout(set = 0, binding = kBindingGeometry) readonly buffer Plan { uint plan[]; }; // first term of each, then pairs
layout(set = 0, binding = kBindingOutput) writeonly buffer Coefficients { float coefficients[]; };

shared float moments[kMaxFinalizeMoments]; // of the workgroup's probes, all faces
shared uint terms[kMaxFinalizeWords];

#include "lib/partials.glsl"

float zeroIfTiny(float value)
{
    return (floatBitsToUint(value) & ~kSignBit) < kTinyMomentBits ? 0.0 : value;
}

// The terms are the same for all probes, and reading them one after the other from memory would take longest.
void loadTerms()
{
    for (uint i = gl_LocalInvocationID.x; i < params.planWords; i += gl_WorkGroupSize.x)
        terms[i] = plan[i];
}

void loadMoments(uint firstProbe, uint probes)
{
    uint floats = params.floatsPerPartial, probeFloats = floats * params.faceCount;
    for (uint i = gl_LocalInvocationID.x; i < probes * probeFloats; i += gl_WorkGroupSize.x)
    {
        uint face = firstProbe * params.faceCount + i / floats;
        uint first = face * floats * params.partialsPerItem + i % floats;
        moments[i] = zeroIfTiny(pairwiseSum(first, floats, params.partialsPerItem));
    }
}

float finish(uint probe, uint coefficient, uint channel)
{
    uint floats = params.floatsPerPartial, firstPair = floats / 3u + 1u;
    uint firstMoment = probe * floats * params.faceCount + channel;
    precise float sum = 0.0;
    for (uint t = terms[coefficient]; t < terms[coefficient + 1u]; ++t)
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
    uint floats = params.floatsPerPartial;
    uint firstProbe = (gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * params.itemsPerGroup;
    uint probes = firstProbe < params.itemCount ? min(params.itemsPerGroup, params.itemCount - firstProbe) : 0u;
    loadTerms();
    loadMoments(firstProbe, probes);
    barrier();
    for (uint i = gl_LocalInvocationID.x; i < probes * floats; i += gl_WorkGroupSize.x)
        coefficients[firstProbe * floats + i] = finish(i / floats, i % floats / 3u, i % 3u);
}

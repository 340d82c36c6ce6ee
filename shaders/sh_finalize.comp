// Turns partials into canonical coefficients: the last pass of the projection, for probes that sh_project.comp does
// not finish itself. Each workgroup finishes some probes. CPU twin: plugin/core/kernel/sh_finalize.cpp, after
// plugin/core/kernel/sh_combine.cpp.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "shared/sh_finalize.h"
#include "shared/texel.h"

layout(local_size_x = 64, local_size_x_id = kSpecGroupSize) in;
layout(constant_id = kSpecBands) const uint kBands = 3u;
layout(constant_id = kSpecPartials) const uint kPartials = 1u;
layout(constant_id = kSpecFaces) const uint kFaces = 6u;

layout(push_constant) uniform Params { ShFinalizeParams params; };
layout(set = 0, binding = kFinalizeInput) readonly buffer Partials { float partials[]; };
layout(set = 0, binding = kFinalizeTerms) readonly buffer Terms { uvec2 terms[]; }; // moment and factor
layout(set = 0, binding = kFinalizeTerms) readonly buffer FirstTerms { uint firstTerms[]; };
layout(set = 0, binding = kFinalizeOutput) writeonly buffer Coefficients { float coefficients[]; };

shared float moments[kMaxFinalizeMoments];

const bool kFinishes = true;
#include "lib/finish.glsl"
#include "lib/partials.glsl"

const uint kFloats = 3u * kBands * kBands; // of a face or a probe

// Device only: the CPU backend has already added the partials of a face (sh_combine.cpp).
float loadMoment(uint face, uint value)
{
    return zeroTinyMoment(pairwiseSum(face * kPartials * kFloats + value, kFloats, kPartials));
}

void main()
{
    uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    uint firstProbe = group * params.probesPerGroup;
    uint probes = firstProbe < params.probeCount ? min(params.probesPerGroup, params.probeCount - firstProbe) : 0u;
    loadTerms();
    for (uint i = gl_LocalInvocationID.x; i < probes * kFaces * kFloats; i += gl_WorkGroupSize.x)
        moments[i] = loadMoment(firstProbe * kFaces + i / kFloats, i % kFloats);
    barrier();
    for (uint i = gl_LocalInvocationID.x; i < probes * kFloats; i += gl_WorkGroupSize.x)
        coefficients[firstProbe * kFloats + i] = finalizeCoefficient(i / kFloats * kFaces * kFloats + i % 3u, i % kFloats / 3u);
}

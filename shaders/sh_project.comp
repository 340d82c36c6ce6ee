// Sums the moments of cube faces or of an equirect map: the first pass of the projection.
//
//   moment l (l + 1) + m = sum of texel * weight * Y_lm(a, b, c)        (a, b, c): direction in the face's own frame
//
// A lane folds the four mirror images of its column, walks the rows of its segment, and turns the column's sums into
// moments. The workgroup adds the lanes by a tree of fixed shape: lane i with i + 1, then i + 2, ... through the
// subgroup as far as it reaches, then through shared memory. What is left of the tree is sh_combine.comp's and
// sh_finalize.comp's, but for small cubemaps, which a workgroup takes whole and finishes. Bits depend on the face's size
// alone: docs/math.md, section 5.
//
// CPU twin: plugin/core/kernel/sh_project.cpp; small cubemaps are finished as plugin/core/kernel/sh_finalize.cpp does it.
//
// Variants: PN_FORMAT (kTexel..., a define so that drivers compile one format's code only), PN_BUFFERS (1 or 2 rows of a
// lane on their way from memory: 2 where a row has so few bytes that one does not keep the memory busy), PN_BYTES (their
// values come from a table), PN_SUBGROUPS (shuffles), PN_ROUND_TO_NEAREST (lib/rounding.glsl).
#version 450
#extension GL_GOOGLE_include_directive : require
#ifdef PN_SUBGROUPS
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_shuffle : require
#endif
#include "lib/rounding.glsl"

#ifndef PN_FORMAT
#error PN_FORMAT must name one of kTexel...
#endif
#ifndef PN_BUFFERS
#define PN_BUFFERS 1
#endif

#include "shared/sh_finalize.h"
#include "shared/sh_project.h"
#include "shared/texel.h"

layout(local_size_x = 64, local_size_x_id = kSpecGroupSize) in;
layout(constant_id = kSpecBands) const uint kBands = 3u;
layout(constant_id = kSpecClamps) const uint kClamps = 0u;
layout(constant_id = kSpecExactHalves) const uint kExactHalves = 0u;
layout(constant_id = kSpecScratchFloats) const uint kScratchFloats = kMaxScratchFloats;
layout(constant_id = kSpecEquirect) const uint kEquirect = 0u;
layout(constant_id = kSpecProbes) const uint kProbes = 0u;
const bool kFinishes = kProbes != 0u;

// The values of a lane: first those of all moments and channels, three to a moment; after the subgroup's part of the
// tree those of every so many lanes.
const uint kValueCount = 3u * kBands * kBands;

layout(push_constant) uniform Params { ShProjectParams params; };
layout(set = 0, binding = kProjectTexels) readonly buffer Texels { uint texels[]; };
layout(set = 0, binding = kProjectTexels) readonly buffer Texels2 { uvec2 texels2[]; };
layout(set = 0, binding = kProjectTexels) readonly buffer Texels4 { uvec4 texels4[]; };
layout(set = 0, binding = kProjectGeometry) readonly buffer Geometry { float geometry[]; };
layout(set = 0, binding = kProjectGeometry) readonly buffer Geometry2 { vec2 geometry2[]; };
layout(set = 0, binding = kProjectGeometry) readonly buffer Terms { uvec2 terms[]; };
layout(set = 0, binding = kProjectGeometry) readonly buffer FirstTerms { uint firstTerms[]; };
layout(set = 0, binding = kProjectOutput) writeonly buffer Output { float outputs[]; }; // partials or coefficients
layout(set = 0, binding = kProjectCounts) buffer Counts { uint counts[]; };

shared float scratch[kScratchFloats];
shared float moments[kFinishes ? kProbes * kCubeFaces * kValueCount : 1u];

const uint kFormat = PN_FORMAT;

#include "lib/unrolled.glsl"
#include "lib/byte_values.glsl"
#include "lib/texel.glsl"
#include "lib/moments.glsl"
#include "lib/sums.glsl"
#include "lib/finish.glsl"

uint faceIndex;  // the face this lane works on, of this dispatch
uvec3 laneCount; // texels that are not finite, negative, clamped
uint laneBad;    // ~index of the first that is not finite

#include "lib/quad.glsl"
#include "lib/row_reader.glsl"

// A value of a face, summed over the lanes of a workgroup whose first face is firstFace. Device only.
void storeSum(uint firstFace, uint face, uint block, uint value, float sum)
{
    if (kFinishes)
        moments[(face - firstFace) * kValueCount + value] = zeroTinyMoment(sum);
    else
        outputs[((params.firstFace + face) * params.blocksPerFace + block) * kValueCount + value] = sum;
}

#include "lib/tree.glsl"

// Device only: the CPU has TexelCounts::add.
void storeCounts()
{
    uint probe = (params.firstFace + faceIndex) / params.facesPerProbe;
    if (laneCount.x != 0u)
        atomicAdd(counts[probe * kCountWords + kCountNonFinite], laneCount.x);
    if (laneCount.y != 0u)
        atomicAdd(counts[probe * kCountWords + kCountNegative], laneCount.y);
    if (laneCount.z != 0u)
        atomicAdd(counts[probe * kCountWords + kCountClamped], laneCount.z);
    if (laneBad != 0u)
        atomicMax(counts[probe * kCountWords + kCountFirstBad], laneBad);
}

// A buffer is loaded again as soon as it has been decoded, and travels while the rest is summed.
#define PN_SUM_BUFFER(buffer, isLoaded) \
    { \
        markSpecial(buffer.quad.topLeft, buffer.quad.topRight, mark); \
        markSpecial(buffer.quad.bottomLeft, buffer.quad.bottomRight, mark); \
        Values values = decodeQuad(buffer.quad); \
        vec2 weightAndCosine = buffer.weightAndCosine; \
        precise float rowPosition = kEquirect != 0u ? buffer.rowPosition : position * params.reciprocalSize; \
        if (isLoaded) \
            buffer = loadRow(cursor); \
        addValues(values, weightAndCosine.x, weightAndCosine.y, rowPosition, sums); \
        position += 2.0; \
    }

#define PN_CLEAR_SUM(i) sums[i] = vec3(0.0);

// The sums of the rows of one column, as if no texel were special. Returns whether that is so. Device only: a lane has one
// column and repeats it, the CPU has a row of columns and repeats a block (QuadLoader::load).
bool sumFast(uint column, uint begin, uint end, inout vec3 sums[kMaxSums])
{
    PN_FOR_16(PN_CLEAR_SUM)
    SpecialMask mark = noSpecial();
    Cursor cursor = beginSegment(column, begin);
    precise float position = firstPosition(begin);
    uint rowsLeft = end - begin;
    Row a = loadRow(cursor);
#if PN_BUFFERS == 1
    for (; rowsLeft > 1u; --rowsLeft)
        PN_SUM_BUFFER(a, true)
    PN_SUM_BUFFER(a, false)
#else
    Row b = a;
    if (rowsLeft > 1u)
        b = loadRow(cursor);
    for (; rowsLeft > 3u; rowsLeft -= 2u)
    {
        PN_SUM_BUFFER(a, true)
        PN_SUM_BUFFER(b, true)
    }
    PN_SUM_BUFFER(a, rowsLeft > 2u)
    if (rowsLeft > 1u)
        PN_SUM_BUFFER(b, false)
    if (rowsLeft > 2u)
        PN_SUM_BUFFER(a, false)
#endif
    uvec3 magnitude = floatBitsToUint(sums[0]) & ~kSignBit;
    bool isFinite = max(magnitude.x, max(magnitude.y, magnitude.z)) < kInfinityBits;
    return isFinite && !isMarked(mark);
}

// The same with the policy on special texels. Device only, as sumFast.
void sumExact(uint column, uint begin, uint end, inout vec3 sums[kMaxSums])
{
    PN_FOR_16(PN_CLEAR_SUM)
    laneCount = uvec3(0u);
    laneBad = 0u;
    Cursor cursor = beginSegment(column, begin);
    precise float position = firstPosition(begin);
    for (uint at = begin; at < end; ++at)
    {
        Row row = loadRow(cursor);
        Values values = decodeExact(row.quad, column, at);
        precise float rowPosition = kEquirect != 0u ? row.rowPosition : position * params.reciprocalSize;
        addValues(values, row.weightAndCosine.x, row.weightAndCosine.y, rowPosition, sums);
        position += 2.0;
    }
    storeCounts();
}

// The moments of the row segment of one column. Device only: the CPU sums all columns row by row (projectSegment).
void sumColumn(uint column, uint segment, inout float values[kMaxValues + 1])
{
    uint begin = segment * params.rows >> params.segmentsLog2, end = (segment + 1u) * params.rows >> params.segmentsLog2;
    vec3 sums[kMaxSums];
    if (needsExactPath() || !sumFast(column, begin, end, sums))
        sumExact(column, begin, end, sums);
    makeMoments(column, sums, values);
}

// Makes coefficients of the workgroup's probes. Device only: on the CPU that is sh_finalize.cpp alone.
void finishProbes(uint firstFace)
{
    barrier();
    uint probes = firstFace < params.faceCount ? min(kProbes, (params.faceCount - firstFace) / kCubeFaces) : 0u;
    uint firstOutput = (params.firstFace + firstFace) / kCubeFaces * kValueCount;
    for (uint i = gl_LocalInvocationID.x; i < probes * kValueCount; i += gl_WorkGroupSize.x)
        outputs[firstOutput + i] =
            finalizeCoefficient(i / kValueCount * kCubeFaces * kValueCount + i % 3u, i % kValueCount / 3u);
}

void main()
{
    uint lane = gl_LocalInvocationID.x;
#ifdef PN_SUBGROUPS
    if (gl_NumSubgroups * gl_SubgroupSize == gl_WorkGroupSize.x)
        lane = gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID;
#endif
    uint facesPerGroup = gl_WorkGroupSize.x >> params.groupLanesLog2;
    uint firstFace = (gl_WorkGroupID.z * gl_NumWorkGroups.x + gl_WorkGroupID.x) * facesPerGroup;
    uint block = params.firstBlock + gl_WorkGroupID.y;
    uint virtualLane = block * gl_WorkGroupSize.x + (lane & ((1u << params.groupLanesLog2) - 1u));
    uint column = virtualLane & ((1u << params.laneColumnsLog2) - 1u);

    faceIndex = firstFace + (lane >> params.groupLanesLog2);
    loadByteValues();
    if (kFinishes)
        loadTerms();
    float values[kMaxValues + 1]; // and one that makes the number even
#define PN_CLEAR_VALUE(i) values[i] = 0.0;
    PN_FOR_75(PN_CLEAR_VALUE)
    PN_CLEAR_VALUE(75)
    if (faceIndex < params.faceCount && column < params.columns)
        sumColumn(column, virtualLane >> params.laneColumnsLog2, values);
    treeSum(values, firstFace, block);
    if (kFinishes)
        finishProbes(firstFace);
}

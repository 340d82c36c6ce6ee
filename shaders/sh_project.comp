// Sums the moments of cube faces or of an equirect map: the first pass of the projection.
//
//   moment l (l + 1) + m = sum of texel * weight * Y_lm(a, b, c)        (a, b, c): direction in the face's own frame
//
// A lane works on one column of one segment of rows. For each row it folds the four mirror images of the position and
// adds them to the sums of the column. At the end it turns these sums into moments. The workgroup then adds its lanes
// by a tree of fixed shape (lane i with i + 1, then with i + 2, ...): through the subgroup as far as it reaches, then
// through shared memory. sh_combine.comp and sh_finalize.comp do the rest of the tree. Of small cubemaps, a workgroup
// takes whole probes and finishes them itself. The order of summation, and so every bit, depends on the face's size
// alone: docs/math.md, section 5.
//
// CPU twin: plugin/core/kernel/sh_project.cpp; small cubemaps are finished as plugin/core/kernel/sh_finalize.cpp does it.
//
// Variants: PN_FORMAT (kTexel...; a define, so that drivers compile the code of one format only), PN_BUFFERS (rows of
// a lane in flight from memory: 1, or 2 for formats whose rows are too short to keep the memory busy), PN_BYTES
// (texels are bytes, whose values come from a table), PN_SUBGROUPS (shuffles).
#version 450
#extension GL_GOOGLE_include_directive : require
#ifdef PN_SUBGROUPS
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_shuffle : require
#endif

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

// The number of values of a lane: three channels of each moment. In the tree a lane of a subgroup keeps only every so
// many of them.
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
#include "lib/special_texel.glsl"
#include "lib/moments.glsl"
#include "lib/sums.glsl"
#include "lib/finish.glsl"

uint faceIndex;  // the face of this lane, counted within the dispatch
uvec3 laneCount; // texels that are not finite, negative, clamped
uint laneBad;    // ~index of the first that is not finite

#include "lib/quad.glsl"
#include "lib/row_reader.glsl"

// Stores one value of a face, summed over the lanes of the workgroup, whose first face is firstFace. Device only.
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

// Decodes a buffer, starts the load of its next row at once, and sums the decoded row while that load is in flight.
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

// Sums the rows of one column as if no texel were special. Returns whether none was; otherwise the sums are wrong.
// Device only: a lane repeats its whole column, while the CPU repeats one block of columns (QuadLoader::load).
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

// Sums the rows of one column, and applies the policy to special texels. Device only, as sumFast.
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

// Makes the moments of one column of one segment. Device only: the CPU sums all columns row by row (projectSegment).
void sumColumn(uint column, uint segment, inout float values[kMaxValues + 1])
{
    uint begin = segment * params.rows >> params.segmentsLog2, end = (segment + 1u) * params.rows >> params.segmentsLog2;
    vec3 sums[kMaxSums];
    if (needsExactPath() || !sumFast(column, begin, end, sums))
        sumExact(column, begin, end, sums);
    makeMoments(column, sums, values);
}

// Makes the coefficients of the workgroup's probes. Device only: the CPU does it in sh_finalize.cpp alone.
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
    float values[kMaxValues + 1]; // one more, because the tree adds pairs
#define PN_CLEAR_VALUE(i) values[i] = 0.0;
    PN_FOR_75(PN_CLEAR_VALUE)
    PN_CLEAR_VALUE(75)
    if (faceIndex < params.faceCount && column < params.columns)
        sumColumn(column, virtualLane >> params.laneColumnsLog2, values);
    treeSum(values, firstFace, block);
    if (kFinishes)
        finishProbes(firstFace);
}

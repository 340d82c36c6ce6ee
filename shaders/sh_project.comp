// Sums the moments of cube faces or of an equirect map: the first pass of the projection.
//
//   moment l (l + 1) + m = sum of texel * weight * Y_lm(a, b, c)        (a, b, c): direction in the face's own frame
//
// A lane folds the four mirror images of its column, walks the rows of its segment, and turns the column's sums into
// moments. The workgroup adds the lanes by a tree of fixed shape: lane i with i + 1, then i + 2,
// ... through the subgroup as far as it reaches, then through shared memory. What is left of the tree is
// sh_combine.comp's and sh_finalize.comp's. Bits depend on the face's size alone: docs/math.md, section 5.
// CPU twin: plugin/core/sh_project.cpp.
//
// Variants: PN_FORMAT (kTexel..., a define so that drivers compile one format's code only), PN_SUBGROUPS (shuffles),
// PN_ROUND_TO_NEAREST (lib/rounding.glsl).
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

#include "shared/sh_project.h"
#include "shared/texel.h"

layout(local_size_x = 64, local_size_x_id = kSpecGroupSize) in; // a power of two
layout(constant_id = kSpecBands) const uint kBands = 3u;
layout(constant_id = kSpecClamps) const uint kClamps = 0u;
layout(constant_id = kSpecExactHalves) const uint kExactHalves = 0u;
layout(constant_id = kSpecScratchFloats) const uint kScratchFloats = 4096u;

layout(push_constant) uniform Params { ShProjectParams params; };
layout(set = 0, binding = kBindingTexels) readonly buffer Texels { uint texels[]; };
layout(set = 0, binding = kBindingTexels) readonly buffer Texels2 { uvec2 texels2[]; };
layout(set = 0, binding = kBindingTexels) readonly buffer Texels4 { uvec4 texels4[]; };
layout(set = 0, binding = kBindingGeometry) readonly buffer Geometry { float geometry[]; };
layout(set = 0, binding = kBindingOutput) writeonly buffer Partials { float partials[]; };
layout(set = 0, binding = kBindingCounts) buffer Counts { uint counts[]; };

shared float scratch[kScratchFloats];

const uint kFormat = PN_FORMAT;

#include "lib/moments.glsl"
#include "lib/texel.glsl"

uint itemIndex;  // the face this lane works on, of this dispatch
uvec3 laneCount; // texels that are not finite, negative, clamped
uint laneBad;    // ~index of the first that is not finite

// The four mirror images of a position, as stored and as values.
struct Quad
{
    uvec4 topLeft, topRight, bottomLeft, bottomRight;
};

struct Values
{
    vec3 topLeft, topRight, bottomLeft, bottomRight;
};

uint topRow(uint row)
{
    return itemIndex * params.itemWords + params.topOffset - row * params.rowWords;
}

uint bottomRow(uint row)
{
    return itemIndex * params.itemWords + params.bottomOffset + row * params.rowWords;
}

Quad loadQuad(uint column, uint row)
{
    uint left = (params.leftColumn - column) * texelWords();
    uint right = (params.rightColumn + column) * texelWords();
    return Quad(loadTexel(topRow(row) + left), loadTexel(topRow(row) + right), loadTexel(bottomRow(row) + left),
                loadTexel(bottomRow(row) + right));
}

// A texel with the policy applied and its oddities counted; the centre row and column of an odd face are loaded
// twice and counted once.
vec3 decodeOdd(uvec4 words, bool isRight, bool isBottom, uint column, uint row)
{
    uint flags = 0u;
    uvec3 bits = decodeBits(words);
    bits = uvec3(applyPolicy(bits.x, flags), applyPolicy(bits.y, flags), applyPolicy(bits.z, flags));
    uint x = isRight ? params.rightColumn + column : params.leftColumn - column;
    uint y = isBottom ? params.height - params.rows + row : params.rows - 1u - row;
    bool isTwin = isRight && x == params.leftColumn - column || isBottom && y == params.rows - 1u - row;
    if (flags != 0u && !isTwin)
    {
        laneCount += uvec3(flags & 1u, flags >> 1 & 1u, flags >> 2);
        uint face = (params.firstItem + itemIndex) % params.faceCount;
        if ((flags & 1u) != 0u)
            laneBad = max(laneBad, ~((face * params.height + y) * params.width + x));
    }
    return uintBitsToFloat(bits);
}

// The slow path. A loop, so that its code stands here once; what it picks and sets stays in registers.
void decodeOddQuad(Quad quad, uint column, uint row, inout Values values)
{
    for (uint side = 0u; side < 4u; ++side)
    {
        bool isRight = (side & 1u) != 0u, isBottom = (side & 2u) != 0u;
        uvec4 top = isRight ? quad.topRight : quad.topLeft;
        uvec4 bottom = isRight ? quad.bottomRight : quad.bottomLeft;
        vec3 value = decodeOdd(isBottom ? bottom : top, isRight, isBottom, column, row);
        if (side == 0u)
            values.topLeft = value;
        else if (side == 1u)
            values.topRight = value;
        else if (side == 2u)
            values.bottomLeft = value;
        else
            values.bottomRight = value;
    }
}

Values decodeQuad(Quad quad, uint column, uint row)
{
    Values values = Values(decodeOrdinary(quad.topLeft), decodeOrdinary(quad.topRight),
                           decodeOrdinary(quad.bottomLeft), decodeOrdinary(quad.bottomRight));
    uint odd = oddTexel(quad.topLeft) | oddTexel(quad.topRight) | oddTexel(quad.bottomLeft) |
               oddTexel(quad.bottomRight);
    if (isOdd(odd))
        decodeOddQuad(quad, column, row, values);
    return values;
}

#define PN_ADD_PRODUCT(mirror, degree, fold, factor) \
    { \
        precise vec3 sum = sums[PN_SUM_INDEX(mirror, degree)] + fold * factor; \
        sums[PN_SUM_INDEX(mirror, degree)] = sum; \
    }

// Adds one row of a column to its sums, with the weights of moments.h.
void addQuad(Quad quad, uint column, uint row, float weight, float slope, float rise, inout vec3 sums[kMaxSums])
{
    Values v = decodeQuad(quad, column, row);
    precise vec3 topSum = v.topLeft + v.topRight, topDifference = v.topRight - v.topLeft;
    precise vec3 bottomSum = v.bottomLeft + v.bottomRight, bottomDifference = v.bottomRight - v.bottomLeft;
    precise vec3 evenEven = topSum + bottomSum, oddEven = topDifference + bottomDifference;
    precise vec3 evenOdd = bottomSum - topSum, oddOdd = bottomDifference - topDifference;

    PN_ADD_PRODUCT(0, 0, evenEven, weight)
    if (kBands < 2u)
        return;
    precise float b = params.geometryRowWords == 1u ? rise : rise * slope;
    precise float ws = weight * slope, wb = weight * b;
    PN_ADD_PRODUCT(0, 1, evenEven, ws)
    PN_ADD_PRODUCT(1, 1, oddEven, ws)
    PN_ADD_PRODUCT(2, 1, evenOdd, wb)
    if (kBands < 3u)
        return;
    precise float q = b * b - kCentre;
    precise float wq = weight * q, wss = ws * slope, wbs = wb * slope;
    PN_ADD_PRODUCT(0, 2, evenEven, wq)
    PN_ADD_PRODUCT(1, 2, oddEven, wss)
    PN_ADD_PRODUCT(2, 2, evenOdd, wbs)
    PN_ADD_PRODUCT(3, 2, oddOdd, wbs)
    if (kBands < 4u)
        return;
    precise float wsq = ws * q, wbq = wb * q, wbss = wbs * slope;
    PN_ADD_PRODUCT(0, 3, evenEven, wsq)
    PN_ADD_PRODUCT(1, 3, oddEven, wsq)
    PN_ADD_PRODUCT(2, 3, evenOdd, wbq)
    PN_ADD_PRODUCT(3, 3, oddOdd, wbss)
    if (kBands < 5u)
        return;
    precise float wqq = wq * q, wssq = wss * q, wbsq = wbs * q;
    PN_ADD_PRODUCT(0, 4, evenEven, wqq)
    PN_ADD_PRODUCT(1, 4, oddEven, wssq)
    PN_ADD_PRODUCT(2, 4, evenOdd, wbsq)
    PN_ADD_PRODUCT(3, 4, oddOdd, wbsq)
}

vec3 zeroIfTiny(vec3 value)
{
    uvec3 magnitude = floatBitsToUint(value) & ~kSignBit;
    return vec3(magnitude.x < kTinyProductBits ? 0.0 : value.x, magnitude.y < kTinyProductBits ? 0.0 : value.y,
                magnitude.z < kTinyProductBits ? 0.0 : value.z);
}

#define PN_TERM(name, term, sum) \
    precise vec3 name = sums[sum] * geometry[params.factorOffset + (term) * params.factorStride + column]; \
    name = zeroIfTiny(name);

#define PN_MAKE_MOMENT_1(m, degree, first, sum0) \
    if (kBands > degree) \
    { \
        PN_TERM(term0, first, sum0) \
        moments[m] = term0; \
    }

#define PN_MAKE_MOMENT_2(m, degree, first, sum0, sum1) \
    if (kBands > degree) \
    { \
        PN_TERM(term0, first, sum0) \
        PN_TERM(term1, first + 1, sum1) \
        precise vec3 moment = term0 + term1; \
        moments[m] = moment; \
    }

#define PN_MAKE_MOMENT_3(m, degree, first, sum0, sum1, sum2) \
    if (kBands > degree) \
    { \
        PN_TERM(term0, first, sum0) \
        PN_TERM(term1, first + 1, sum1) \
        PN_TERM(term2, first + 2, sum2) \
        precise vec3 moment = term0 + term1 + term2; \
        moments[m] = moment; \
    }

// The moments of a column from its sums.
void makeMoments(uint column, vec3 sums[kMaxSums], inout vec3 moments[kMaxMoments])
{
    PN_FOR_MOMENTS(PN_MAKE_MOMENT_1, PN_MAKE_MOMENT_2, PN_MAKE_MOMENT_3)
}

void storePartial(uint moment, uint channel, uint item, uint block, float value)
{
    uint momentCount = kBands * kBands;
    uint first = ((params.firstItem + item) * params.blocksPerItem + block) * momentCount * 3u;
    partials[first + moment * 3u + channel] = value;
}

#ifdef PN_SUBGROUPS
#define PN_SHUFFLE_MOMENT(m, degree) \
    if (kBands > degree) \
    { \
        precise vec3 sum = moments[m]; \
        for (uint step = 0u; step < clusterLog2; ++step) \
            sum = sum + subgroupShuffleXor(sum, 1u << step); \
        moments[m] = sum; \
    }
#endif

#define PN_STORE_MOMENT(m, degree) \
    if (kBands > degree && m >= first && m < first + count) \
    { \
        uint at = (m - first) * 3u * clusters + (lane >> clusterLog2); \
        scratch[at] = moments[m].x; \
        scratch[at + clusters] = moments[m].y; \
        scratch[at + 2u * clusters] = moments[m].z; \
    }

// Adds the moments of all lanes of an item by the tree and stores the sums.
void reduce(vec3 moments[kMaxMoments], uint firstItem, uint block)
{
    uint lane = gl_LocalInvocationID.x;
    uint clusterLog2 = 0u; // lanes that the subgroup has added up
#ifdef PN_SUBGROUPS
    if (gl_NumSubgroups * gl_SubgroupSize == gl_WorkGroupSize.x)
    {
        lane = gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID;
        clusterLog2 = min(params.groupLanesLog2, uint(findMSB(gl_SubgroupSize)));
        PN_FOR_MOMENT_INDICES(PN_SHUFFLE_MOMENT)
    }
#endif
    uint clusters = gl_WorkGroupSize.x >> clusterLog2;
    uint itemsLog2 = uint(findMSB(gl_WorkGroupSize.x)) - params.groupLanesLog2;
    uint sliceMoments = min(kScratchFloats / (clusters * 3u), kBands * kBands);
    for (uint first = 0u; first < kBands * kBands; first += sliceMoments)
    {
        uint count = min(sliceMoments, kBands * kBands - first);
        barrier();
        if ((lane & ((1u << clusterLog2) - 1u)) == 0u)
        {
            PN_FOR_MOMENT_INDICES(PN_STORE_MOMENT)
        }
        // Pairs of neighbours that are still to be added: scratch[i] += scratch[i + step].
        for (uint step = 1u; step < 1u << (params.groupLanesLog2 - clusterLog2); step *= 2u)
        {
            barrier();
            uint pairs = clusters / (2u * step);
            for (uint i = gl_LocalInvocationID.x; i < count * 3u * pairs; i += gl_WorkGroupSize.x)
            {
                uint at = i / pairs * clusters + i % pairs * 2u * step;
                precise float sum = scratch[at] + scratch[at + step];
                scratch[at] = sum;
            }
        }
        barrier();
        for (uint i = gl_LocalInvocationID.x; i < count * 3u << itemsLog2; i += gl_WorkGroupSize.x)
        {
            uint item = i / (count * 3u), value = i % (count * 3u);
            if (firstItem + item < params.itemCount)
                storePartial(first + value / 3u, value % 3u, firstItem + item, block,
                             scratch[value * clusters + item * (clusters >> itemsLog2)]);
        }
    }
}

void storeCounts()
{
    uint probe = (params.firstItem + itemIndex) / params.faceCount;
    if (laneCount.x != 0u)
        atomicAdd(counts[probe * kCountWords + kCountNonFinite], laneCount.x);
    if (laneCount.y != 0u)
        atomicAdd(counts[probe * kCountWords + kCountNegative], laneCount.y);
    if (laneCount.z != 0u)
        atomicAdd(counts[probe * kCountWords + kCountClamped], laneCount.z);
    if (laneBad != 0u)
        atomicMax(counts[probe * kCountWords + kCountFirstBad], laneBad);
}

// The row segment of one column.
void sumColumn(uint column, uint segment, inout vec3 moments[kMaxMoments])
{
    vec3 sums[kMaxSums];
#define PN_CLEAR_SUM(i) sums[i] = vec3(0.0);
    PN_CLEAR_SUM(0) PN_CLEAR_SUM(1) PN_CLEAR_SUM(2) PN_CLEAR_SUM(3) PN_CLEAR_SUM(4) PN_CLEAR_SUM(5) PN_CLEAR_SUM(6)
    PN_CLEAR_SUM(7) PN_CLEAR_SUM(8) PN_CLEAR_SUM(9) PN_CLEAR_SUM(10) PN_CLEAR_SUM(11) PN_CLEAR_SUM(12)
    PN_CLEAR_SUM(13) PN_CLEAR_SUM(14) PN_CLEAR_SUM(15)

    uint geometryColumn = params.geometryRowWords == 1u ? 0u : column;
    uint end = (segment + 1u) * params.rows >> params.segmentsLog2;
    uint row = segment * params.rows >> params.segmentsLog2;
    Quad quad = loadQuad(column, row);
    for (; row < end; ++row)
    {
        Quad next = loadQuad(column, min(row + 1u, end - 1u)); // travels while this one is summed
        uint at = row * params.geometryRowWords + geometryColumn;
        addQuad(quad, column, row, geometry[params.weightOffset + at], geometry[params.slopeOffset + at],
                geometry[params.riseOffset + row], sums);
        quad = next;
    }
    makeMoments(column, sums, moments);
}

void main()
{
    uint groupSizeLog2 = uint(findMSB(gl_WorkGroupSize.x));
    uint lane = gl_LocalInvocationID.x;
#ifdef PN_SUBGROUPS
    if (gl_NumSubgroups * gl_SubgroupSize == gl_WorkGroupSize.x)
        lane = gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID;
#endif
    uint firstItem = (gl_WorkGroupID.z * gl_NumWorkGroups.x + gl_WorkGroupID.x)
                     << (groupSizeLog2 - params.groupLanesLog2);
    uint block = params.firstBlock + gl_WorkGroupID.y;
    uint virtualLane = block * gl_WorkGroupSize.x + (lane & ((1u << params.groupLanesLog2) - 1u));
    uint column = virtualLane & ((1u << params.laneColumnsLog2) - 1u);

    itemIndex = firstItem + (lane >> params.groupLanesLog2);
    laneCount = uvec3(0u);
    laneBad = 0u;
    vec3 moments[kMaxMoments];
#define PN_CLEAR_MOMENT(m, degree) moments[m] = vec3(0.0);
    PN_FOR_MOMENT_INDICES(PN_CLEAR_MOMENT)
    if (itemIndex < params.itemCount && column < params.columns)
    {
        sumColumn(column, virtualLane >> params.laneColumnsLog2, moments);
        storeCounts();
    }
    reduce(moments, firstItem, block);
}

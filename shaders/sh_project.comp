// Sums the moments of cube faces or of an equirect map: the first pass of the projection.
//
//   moment l (l + 1) + m = sum of texel * weight * Y_lm(a, b, c)        (a, b, c): direction in the face's own frame
//
// A lane folds the four mirror images of its column, walks the rows of its segment, and turns the column's sums into
// moments. The workgroup adds the lanes by a tree of fixed shape: lane i with i + 1, then i + 2, ... through the
// subgroup as far as it reaches, then through shared memory. What is left of the tree is sh_combine.comp's and
// sh_finalize.comp's. Bits depend on the face's size alone: docs/math.md, section 5. CPU twin:
// plugin/core/sh_project.cpp.
//
// Variants: PN_FORMAT (kTexel..., a define so that drivers compile one format's code only), PN_BUFFERS (1 or 2 rows of a
// lane on their way from memory: 2 where a row has so few bytes that one does not keep the memory busy), PN_SUBGROUPS
// (shuffles), PN_ROUND_TO_NEAREST (lib/rounding.glsl).
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

#include "shared/sh_project.h"
#include "shared/texel.h"

layout(local_size_x = 64, local_size_x_id = kSpecGroupSize) in; // a power of two
layout(constant_id = kSpecBands) const uint kBands = 3u;
layout(constant_id = kSpecClamps) const uint kClamps = 0u;
layout(constant_id = kSpecExactHalves) const uint kExactHalves = 0u;
layout(constant_id = kSpecScratchFloats) const uint kScratchFloats = 4096u;
layout(constant_id = kSpecEquirect) const uint kEquirect = 0u;

layout(push_constant) uniform Params { ShProjectParams params; };
layout(set = 0, binding = kBindingTexels) readonly buffer Texels { uint texels[]; };
layout(set = 0, binding = kBindingTexels) readonly buffer Texels2 { uvec2 texels2[]; };
layout(set = 0, binding = kBindingTexels) readonly buffer Texels4 { uvec4 texels4[]; };
layout(set = 0, binding = kBindingGeometry) readonly buffer Geometry { float geometry[]; };
layout(set = 0, binding = kBindingGeometry) readonly buffer Geometry2 { vec2 geometry2[]; };
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

// Of the texels of a position in the buffer: top left, top right, bottom left, bottom right.
uvec4 quadIndices(uint column, uint row)
{
    uint item = itemIndex * params.itemTexels;
    uint top = item + params.topOffset - row * params.width, bottom = item + params.bottomOffset + row * params.width;
    uint left = params.leftColumn - column, right = params.rightColumn + column;
    return uvec4(top + left, top + right, bottom + left, bottom + right);
}

Quad loadQuad(uvec4 indices)
{
    return Quad(loadTexel(indices.x), loadTexel(indices.y), loadTexel(indices.z), loadTexel(indices.w));
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

Values decodeQuad(Quad quad)
{
    return Values(decodeOrdinary(quad.topLeft), decodeOrdinary(quad.topRight), decodeOrdinary(quad.bottomLeft),
                  decodeOrdinary(quad.bottomRight));
}

Values decodeCarefully(Quad quad, uint column, uint row)
{
    Values values = decodeQuad(quad);
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
void addValues(Values v, float weight, float slope, float rise, inout vec3 sums[kMaxSums])
{
    precise vec3 topSum = v.topLeft + v.topRight, topDifference = v.topRight - v.topLeft;
    precise vec3 bottomSum = v.bottomLeft + v.bottomRight, bottomDifference = v.bottomRight - v.bottomLeft;
    precise vec3 evenEven = topSum + bottomSum, oddEven = topDifference + bottomDifference;
    precise vec3 evenOdd = bottomSum - topSum, oddOdd = bottomDifference - topDifference;

    PN_ADD_PRODUCT(0, 0, evenEven, weight)
    if (kBands < 2u)
        return;
    precise float b = kEquirect != 0u ? rise : rise * slope;
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

#define PN_SET_MOMENT(m, moment) \
    values[3 * m] = moment.x; \
    values[3 * m + 1] = moment.y; \
    values[3 * m + 2] = moment.z;

#define PN_TERM(name, term, sum) \
    precise vec3 name = sums[sum] * geometry[params.factorOffset + (term) * params.factorStride + column]; \
    name = zeroIfTiny(name);

#define PN_MAKE_MOMENT_1(m, degree, first, sum0) \
    if (kBands > degree) \
    { \
        PN_TERM(term0, first, sum0) \
        PN_SET_MOMENT(m, term0) \
    }

#define PN_MAKE_MOMENT_2(m, degree, first, sum0, sum1) \
    if (kBands > degree) \
    { \
        PN_TERM(term0, first, sum0) \
        PN_TERM(term1, first + 1, sum1) \
        precise vec3 moment = term0 + term1; \
        PN_SET_MOMENT(m, moment) \
    }

#define PN_MAKE_MOMENT_3(m, degree, first, sum0, sum1, sum2) \
    if (kBands > degree) \
    { \
        PN_TERM(term0, first, sum0) \
        PN_TERM(term1, first + 1, sum1) \
        PN_TERM(term2, first + 2, sum2) \
        precise vec3 moment = term0 + term1 + term2; \
        PN_SET_MOMENT(m, moment) \
    }

// The moments of a column from its sums.
void makeMoments(uint column, vec3 sums[kMaxSums], inout float values[kMaxValues + 1])
{
    PN_FOR_MOMENTS(PN_MAKE_MOMENT_1, PN_MAKE_MOMENT_2, PN_MAKE_MOMENT_3)
}

// The values of a lane: first those of all moments and channels, three to a moment; after the subgroup's part of the
// tree those of every so many lanes.
const uint kValueCount = 3u * kBands * kBands;

void storePartial(uint item, uint block, uint value, float sum)
{
    uint first = ((params.firstItem + item) * params.blocksPerItem + block) * kValueCount;
    partials[first + value] = sum;
}

#ifdef PN_SUBGROUPS
// One step of the tree through the subgroup. Of two values, the lane whose bit is 0 adds up the first and its partner
// the second, so that each step halves the values that a lane holds: a shuffle serves two lanes.
#define PN_ADD_PAIR(i) \
    if (2u * i < count) \
    { \
        float sent = isSecond ? values[2 * i] : values[2 * i + 1]; \
        precise float sum = (isSecond ? values[2 * i + 1] : values[2 * i]) + subgroupShuffleXor(sent, distance); \
        values[i] = sum; \
    }

#define PN_ADD_STEP(step, PN_FOR_PAIRS) \
    if (step < steps) \
    { \
        const uint count = kValueCount + (1u << step) - 1u >> step; \
        const uint distance = 1u << step; \
        bool isSecond = (gl_SubgroupInvocationID & distance) != 0u; \
        PN_FOR_PAIRS(PN_ADD_PAIR) \
    }

// Value i of a lane is then value (i << steps) + its number in the cluster.
void addSubgroup(uint steps, inout float values[kMaxValues + 1])
{
    PN_ADD_STEP(0, PN_FOR_38)
    PN_ADD_STEP(1, PN_FOR_19)
    PN_ADD_STEP(2, PN_FOR_10)
    PN_ADD_STEP(3, PN_FOR_5)
    PN_ADD_STEP(4, PN_FOR_3)
    PN_ADD_STEP(5, PN_FOR_2)
    PN_ADD_STEP(6, PN_FOR_1)
}
#endif

#define PN_STORE_RESULT(i) \
    if ((i << clusterLog2) + laneOfCluster < kValueCount && firstItem + cluster < params.itemCount) \
        storePartial(firstItem + cluster, block, (i << clusterLog2) + laneOfCluster, values[i]);

#define PN_STORE_VALUE(i) \
    if (i << clusterLog2 < kValueCount) \
    { \
        uint value = (i << clusterLog2) + laneOfCluster - first; \
        if (value < count) \
            scratch[value * clusters + cluster] = values[i]; \
    }

// Adds the moments of all lanes of an item by the tree and stores the sums.
void reduce(float values[kMaxValues + 1], uint firstItem, uint block)
{
    uint lane = gl_LocalInvocationID.x;
    uint clusterLog2 = 0u; // lanes that the subgroup has added up
#ifdef PN_SUBGROUPS
    if (gl_NumSubgroups * gl_SubgroupSize == gl_WorkGroupSize.x)
    {
        lane = gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID;
        clusterLog2 = min(params.groupLanesLog2, min(uint(findMSB(gl_SubgroupSize)), 7u));
        addSubgroup(clusterLog2, values);
    }
#endif
    uint cluster = lane >> clusterLog2, laneOfCluster = lane & ((1u << clusterLog2) - 1u);
    if (clusterLog2 == params.groupLanesLog2 && kValueCount <= 3u << clusterLog2) // the subgroup did it all
    {
        PN_FOR_3(PN_STORE_RESULT)
        return;
    }
    uint clusters = gl_WorkGroupSize.x >> clusterLog2;
    uint itemsLog2 = uint(findMSB(gl_WorkGroupSize.x)) - params.groupLanesLog2;
    uint slice = min(kScratchFloats / clusters, kValueCount);
    for (uint first = 0u; first < kValueCount; first += slice)
    {
        uint count = min(slice, kValueCount - first);
        barrier();
        PN_FOR_3(PN_STORE_VALUE)
        if (3u << clusterLog2 < kValueCount)
        {
            PN_FOR_75(PN_STORE_VALUE)
        }
        // Pairs of neighbours that are still to be added: scratch[i] += scratch[i + step].
        for (uint step = 1u; step < 1u << (params.groupLanesLog2 - clusterLog2); step *= 2u)
        {
            barrier();
            uint pairs = clusters / (2u * step);
            for (uint i = gl_LocalInvocationID.x; i < count * pairs; i += gl_WorkGroupSize.x)
            {
                uint at = i / pairs * clusters + i % pairs * 2u * step;
                precise float sum = scratch[at] + scratch[at + step];
                scratch[at] = sum;
            }
        }
        barrier();
        for (uint i = gl_LocalInvocationID.x; i < count << itemsLog2; i += gl_WorkGroupSize.x)
        {
            uint item = i / count, value = i % count;
            if (firstItem + item < params.itemCount)
                storePartial(firstItem + item, block, first + value,
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

// A row of a column as loaded.
struct Row
{
    Quad quad;
    vec2 weightAndSlope;
    float rise; // of an equirect map; a cubemap's is counted
};

// Where the next row to load lies.
struct Cursor
{
    uvec4 indices;
    uint geometryIndex;
    uint riseIndex;
};

Cursor beginSegment(uint column, uint row)
{
    uint geometryIndex = params.weightOffset + (kEquirect != 0u ? row : row * params.geometryRowPairs + column);
    return Cursor(quadIndices(column, row), geometryIndex, params.riseOffset + row);
}

Row loadRow(inout Cursor cursor)
{
    Row row = Row(loadQuad(cursor.indices), geometry2[cursor.geometryIndex], 0.0);
    if (kEquirect != 0u)
        row.rise = geometry[cursor.riseIndex++];
    cursor.indices += uvec4(-params.width, -params.width, params.width, params.width);
    cursor.geometryIndex += kEquirect != 0u ? 1u : params.geometryRowPairs;
    return row;
}

// A cubemap's rows lie at v = position / n, and positions, 2 row + 1 or 2 row, are whole.
float firstPosition(uint row)
{
    return float(2u * row + (params.height & 1u ^ 1u));
}

// A buffer is loaded again as soon as it has been decoded, and travels while the rest is summed.
#define PN_SUM_BUFFER(buffer, isLoaded) \
    { \
        markOdd(buffer.quad.topLeft, buffer.quad.topRight, mark); \
        markOdd(buffer.quad.bottomLeft, buffer.quad.bottomRight, mark); \
        Values values = decodeQuad(buffer.quad); \
        vec2 weightAndSlope = buffer.weightAndSlope; \
        precise float rise = kEquirect != 0u ? buffer.rise : position * params.reciprocalSize; \
        if (isLoaded) \
            buffer = loadRow(cursor); \
        addValues(values, weightAndSlope.x, weightAndSlope.y, rise, sums); \
        position += 2.0; \
    }

#define PN_CLEAR_SUM(i) sums[i] = vec3(0.0);
#define PN_CLEAR_SUMS \
    PN_CLEAR_SUM(0) PN_CLEAR_SUM(1) PN_CLEAR_SUM(2) PN_CLEAR_SUM(3) PN_CLEAR_SUM(4) PN_CLEAR_SUM(5) PN_CLEAR_SUM(6) \
    PN_CLEAR_SUM(7) PN_CLEAR_SUM(8) PN_CLEAR_SUM(9) PN_CLEAR_SUM(10) PN_CLEAR_SUM(11) PN_CLEAR_SUM(12) \
    PN_CLEAR_SUM(13) PN_CLEAR_SUM(14) PN_CLEAR_SUM(15)

// The sums of the rows of one column, with texels taken for ordinary. Returns whether they were.
bool sumOrdinary(uint column, uint begin, uint end, inout vec3 sums[kMaxSums])
{
    PN_CLEAR_SUMS
    OddMark mark = noMark();
    Cursor cursor = beginSegment(column, begin);
    precise float position = firstPosition(begin);
    Row a = loadRow(cursor);
#if PN_BUFFERS == 1
    for (uint row = begin; row < end; ++row)
        PN_SUM_BUFFER(a, row + 1u < end)
#else
    Row b = a;
    if (end - begin > 1u)
        b = loadRow(cursor);
    for (uint row = begin; row < end; row += 2u)
    {
        PN_SUM_BUFFER(a, row + 2u < end)
        if (row + 1u < end)
            PN_SUM_BUFFER(b, row + 3u < end)
    }
#endif
    uvec3 magnitude = floatBitsToUint(sums[0]) & ~kSignBit;
    bool isFinite = max(magnitude.x, max(magnitude.y, magnitude.z)) < kInfinityBits;
    return isFinite && !isMarked(mark);
}

// The same with the policy on odd texels.
void sumCarefully(uint column, uint begin, uint end, inout vec3 sums[kMaxSums])
{
    PN_CLEAR_SUMS
    laneCount = uvec3(0u);
    laneBad = 0u;
    Cursor cursor = beginSegment(column, begin);
    precise float position = firstPosition(begin);
    for (uint at = begin; at < end; ++at)
    {
        Row row = loadRow(cursor);
        Values values = decodeCarefully(row.quad, column, at);
        precise float rise = kEquirect != 0u ? row.rise : position * params.reciprocalSize;
        addValues(values, row.weightAndSlope.x, row.weightAndSlope.y, rise, sums);
        position += 2.0;
    }
    storeCounts();
}

// The moments of the row segment of one column.
void sumColumn(uint column, uint segment, inout float values[kMaxValues + 1])
{
    uint begin = segment * params.rows >> params.segmentsLog2, end = (segment + 1u) * params.rows >> params.segmentsLog2;
    vec3 sums[kMaxSums];
    if (startsCareful() || !sumOrdinary(column, begin, end, sums))
        sumCarefully(column, begin, end, sums);
    makeMoments(column, sums, values);
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
    float values[kMaxValues + 1]; // and one that makes the number even
#define PN_CLEAR_VALUE(i) values[i] = 0.0;
    PN_FOR_75(PN_CLEAR_VALUE)
    PN_CLEAR_VALUE(75)
    if (itemIndex < params.itemCount && column < params.columns)
        sumColumn(column, virtualLane >> params.laneColumnsLog2, values);
    reduce(values, firstItem, block);
}

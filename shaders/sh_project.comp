// Sums the moments of cube faces or of an equirect map: the first pass of the projection.
//
//   moment(a^i c^k b^j) = sum of texel * weight * a^i c^k b^j          (a, b, c): direction in the face's own frame
//
// A lane folds the four mirror images of two neighbouring columns, walks the rows of its segment, and turns the two
// columns' sums into moments. The workgroup adds the lanes by a tree of fixed shape: lane i with i + 1, then i + 2,
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
layout(constant_id = kSpecWideLoads) const uint kWideLoads = 0u;
layout(constant_id = kSpecClamps) const uint kClamps = 0u;

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

const uint kSides = 4u; // top left, top right, bottom left, bottom right

uint itemIndex;  // the face this lane works on, of this dispatch
uvec3 laneCount; // texels that are not finite, negative, clamped
uint laneBad;    // ~index of the first that is not finite

struct Quad
{
    uvec4 side[kSides];
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
    Quad quad;
    quad.side[0] = loadTexel(topRow(row) + left);
    quad.side[1] = loadTexel(topRow(row) + right);
    quad.side[2] = loadTexel(bottomRow(row) + left);
    quad.side[3] = loadTexel(bottomRow(row) + right);
    return quad;
}

// Two neighbouring columns whose texels lie aligned in pairs: half as many loads.
void loadQuads(uint column, uint row, bool hasSecond, out Quad first, out Quad second)
{
    if (kWideLoads == 0u)
    {
        first = loadQuad(column, row);
        for (uint side = 0u; side < kSides; ++side)
            second.side[side] = uvec4(0u);
        if (hasSecond)
            second = loadQuad(column + 1u, row);
        return;
    }
    uint left = (params.leftColumn - column - 1u) * texelWords();
    uint right = (params.rightColumn + column) * texelWords();
    uvec4 pair[kSides];
    pair[0] = texels4[(topRow(row) + left) / 4u];
    pair[1] = texels4[(topRow(row) + right) / 4u];
    pair[2] = texels4[(bottomRow(row) + left) / 4u];
    pair[3] = texels4[(bottomRow(row) + right) / 4u];
    for (uint side = 0u; side < kSides; ++side)
    {
        bool isLeft = side % 2u == 0u;
        first.side[side] = uvec4(isLeft ? pair[side].zw : pair[side].xy, 0u, 0u);
        second.side[side] = uvec4(isLeft ? pair[side].xy : pair[side].zw, 0u, 0u);
    }
}

// A texel with the policy applied and its oddities counted; the centre row and column of an odd face are loaded
// twice and counted once.
vec3 decodeOdd(uvec4 words, uint side, uint column, uint row)
{
    uint flags = 0u;
    uvec3 bits = decodeBits(words);
    bits = uvec3(applyPolicy(bits.x, flags), applyPolicy(bits.y, flags), applyPolicy(bits.z, flags));
    bool isRight = side % 2u == 1u, isBottom = side >= 2u;
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

void decodeQuad(Quad quad, uint column, uint row, out vec3 values[kSides])
{
    uint odd = 0u;
    for (uint side = 0u; side < kSides; ++side)
    {
        odd |= oddTexel(quad.side[side]);
        values[side] = decodeOrdinary(quad.side[side]);
    }
    if (odd != 0u)
        for (uint side = 0u; side < kSides; ++side)
            values[side] = decodeOdd(quad.side[side], side, column, row);
}

// Adds one row of a column to its sums.
void addQuad(Quad quad, uint column, uint row, float tangent, inout vec3 sums[kMaxSums])
{
    vec3 values[kSides];
    decodeQuad(quad, column, row, values);

    precise vec3 topSum = values[0] + values[1], topDifference = values[1] - values[0];
    precise vec3 bottomSum = values[2] + values[3], bottomDifference = values[3] - values[2];
    precise vec3 evenEven = topSum + bottomSum, oddEven = topDifference + bottomDifference;
    precise vec3 evenOdd = bottomSum - topSum, oddOdd = bottomDifference - topDifference;

    uint at = row * params.geometryRowWords + column * params.geometryColumnWords;
    precise float weight = geometry[params.weightOffset + at];
    precise float slope = geometry[params.slopeOffset + at];
    precise vec3 result[kMaxSums] = sums;
    result[0] = result[0] + evenEven * weight;
    for (uint degree = 1u; degree < kBands; ++degree)
    {
        weight = weight * slope;
        precise float oddWeight = tangent * weight;
        result[sumIndex(0u, degree)] = result[sumIndex(0u, degree)] + evenEven * weight;
        result[sumIndex(1u, degree)] = result[sumIndex(1u, degree)] + oddEven * weight;
        result[sumIndex(2u, degree)] = result[sumIndex(2u, degree)] + evenOdd * oddWeight;
        if (degree >= 2u)
            result[sumIndex(3u, degree)] = result[sumIndex(3u, degree)] + oddOdd * oddWeight;
    }
    sums = result;
}

vec3 zeroIfTiny(vec3 value)
{
    uvec3 magnitude = floatBitsToUint(value) & ~kSignBit;
    return vec3(magnitude.x < kTinyProductBits ? 0.0 : value.x, magnitude.y < kTinyProductBits ? 0.0 : value.y,
                magnitude.z < kTinyProductBits ? 0.0 : value.z);
}

// Adds the moments of a column to those of its neighbour, or starts with them.
void addMoments(uint column, vec3 sums[kMaxSums], inout vec3 moments[kMaxMoments])
{
    precise float alpha[5], gamma[5]; // powers
    alpha[0] = gamma[0] = 1.0;
    alpha[1] = geometry[params.alphaOffset + column];
    gamma[1] = geometry[params.gammaOffset + column];
    for (uint i = 2u; i < kBands; ++i)
    {
        alpha[i] = alpha[i - 1u] * alpha[1];
        gamma[i] = gamma[i - 1u] * gamma[1];
    }
    float share = column == 0u && params.leftColumn == params.rightColumn ? 0.5 : 1.0;

    uint next = 0u;
    for (uint degree = 0u; degree < kBands; ++degree)
        for (uint j = 0u; j <= min(degree, 1u); ++j)
            for (uint i = 0u; i + j <= degree; ++i, ++next)
            {
                precise float factor = alpha[i] * gamma[degree - i - j] * share;
                precise vec3 product = sums[sumIndex(i % 2u + 2u * j, degree)] * factor;
                precise vec3 sum = moments[next] + zeroIfTiny(product);
                moments[next] = sum;
            }
}

void storePartial(uint moment, uint channel, uint item, uint block, float value)
{
    uint momentCount = kBands * kBands;
    uint first = ((params.firstItem + item) * params.blocksPerItem + block) * momentCount * 3u;
    partials[first + moment * 3u + channel] = value;
}

// Adds values[0 .. moments) of all lanes of an item by the tree and stores the sums.
void reduce(vec3 moments[kMaxMoments], uint firstItem, uint block)
{
    uint lane = gl_LocalInvocationID.x;
    uint clusterLog2 = 0u; // lanes that the subgroup has added up
#ifdef PN_SUBGROUPS
    if (gl_NumSubgroups * gl_SubgroupSize == gl_WorkGroupSize.x)
    {
        lane = gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID;
        clusterLog2 = min(params.groupLanesLog2, uint(findMSB(gl_SubgroupSize)));
        for (uint m = 0u; m < kBands * kBands; ++m)
        {
            precise vec3 sum = moments[m];
            for (uint step = 0u; step < clusterLog2; ++step)
                sum = sum + subgroupShuffleXor(sum, 1u << step);
            moments[m] = sum;
        }
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
            for (uint m = 0u; m < kBands * kBands; ++m)
                if (m >= first && m < first + count)
                    for (uint c = 0u; c < 3u; ++c)
                        scratch[((m - first) * 3u + c) * clusters + (lane >> clusterLog2)] = moments[m][c];
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
    for (uint i = 0u; i < 3u; ++i)
        if (laneCount[i] != 0u)
            atomicAdd(counts[probe * kCountWords + i], laneCount[i]);
    if (laneBad != 0u)
        atomicMax(counts[probe * kCountWords + kCountFirstBad], laneBad);
}

// The row segment of one pair of columns.
void sumColumns(uint column, uint segment, out vec3 moments[kMaxMoments])
{
    for (uint m = 0u; m < kMaxMoments; ++m)
        moments[m] = vec3(0.0);
    vec3 left[kMaxSums], right[kMaxSums];
    for (uint i = 0u; i < kMaxSums; ++i)
        left[i] = right[i] = vec3(0.0);

    // The last column of an odd number stands alone; its neighbour lies past the quarter and counts as zero.
    bool hasSecond = column + 1u < params.columns;
    uint end = min(params.rows, (segment + 1u) * params.rowsPerSegment);
    for (uint row = segment * params.rowsPerSegment; row < end; ++row)
    {
        float tangent = geometry[params.tangentOffset + row];
        Quad first, second;
        loadQuads(column, row, hasSecond, first, second);
        addQuad(first, column, row, tangent, left);
        addQuad(second, column + 1u, row, tangent, right);
    }
    addMoments(column, left, moments);
    addMoments(column + 1u, right, moments);
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
    uint column = (virtualLane & ((1u << params.lanePairsLog2) - 1u)) * 2u;

    itemIndex = firstItem + (lane >> params.groupLanesLog2);
    laneCount = uvec3(0u);
    laneBad = 0u;
    vec3 moments[kMaxMoments];
    if (itemIndex < params.itemCount && column < params.columns)
    {
        sumColumns(column, virtualLane >> params.lanePairsLog2, moments);
        storeCounts();
    }
    else
        for (uint m = 0u; m < kMaxMoments; ++m)
            moments[m] = vec3(0.0);
    reduce(moments, firstItem, block);
}

// Segmented sum, rung 4, second pass: equal tiles of elements instead of segments, so that all groups have the same work
// however long segments are. A tile scans itself from head to head and writes the result at the end of each segment. For
// a segment that began before the tile this is its last part only; the next pass adds the parts before it.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_shuffle : require

#include "lab/shaders/segmented.glsl"
#include "lab/shaders/subgroup_lanes.glsl"
#include "lab/shaders/segmented_lanes.glsl"

shared uint headBits[kLabTile / 32u];
shared uint scanned[kLabTile];

// One bit for each element of vector i of the tile.
uint headsOfVector(uint i)
{
    return headBits[i / 8u] >> (4u * (i % 8u)) & 15u;
}

// A tile of 4096 elements per group, laid out as in scan_tile.glsl.
struct SegmentedTile
{
    uvec4 rows[kLabRows]; // scanned
    uint tail;            // of the whole tile, since its last head
};

uvec4 scanVector(uvec4 v, uint heads)
{
    v.y = (heads & 2u) != 0u ? v.y : combine(v.x, v.y);
    v.z = (heads & 4u) != 0u ? v.z : combine(v.y, v.z);
    v.w = (heads & 8u) != 0u ? v.w : combine(v.z, v.w);
    return v;
}

// Elements of v before its first head come after what is before the vector.
uvec4 continueVector(uint before, uvec4 v, uint heads)
{
    uvec4 all = combine(uvec4(before), v);
    bvec4 isBehindHead = bvec4(heads & 1u, heads & 3u, heads & 7u, heads & 15u);
    return mix(all, v, isBehindHead);
}

SegmentedTile loadTile(uint tile)
{
    SegmentedTile result;
    uint heads[kLabRows];
    Marked own = Marked(uvec4(0u), 0u);
    for (uint k = 0u; k < kLabRows; ++k)
        result.rows[k] = loadVector(tile * (kLabTile / 4u) + k * kLabRowVectors + orderedLane());
    for (uint k = 0u; k < kLabRows; ++k)
    {
        heads[k] = headsOfVector(k * kLabRowVectors + orderedLane());
        result.rows[k] = scanVector(result.rows[k], heads[k]);
        own.value[k] = result.rows[k].w;
        own.heads |= (heads[k] != 0u ? 1u : 0u) << k;
    }
    MarkedScan lanes = scanLanes(own);
    uint before = 0u;
    for (uint k = 0u; k < kLabRows; ++k)
    {
        bool isBehindHead = (lanes.before.heads >> k & 1u) != 0u;
        uint laneBefore = isBehindHead ? lanes.before.value[k] : combine(before, lanes.before.value[k]);
        result.rows[k] = continueVector(laneBefore, result.rows[k], heads[k]);
        bool rowHasHead = (lanes.total.heads >> k & 1u) != 0u;
        before = rowHasHead ? lanes.total.value[k] : combine(before, lanes.total.value[k]);
    }
    result.tail = before;
    return result;
}

void markHead(uint i)
{
    atomicOr(headBits[i / 32u], 1u << (i % 32u));
}

void markHeads(uint begin, uint firstOffset, uint endOffset)
{
    if (orderedLane() < kLabTile / 32u)
        headBits[orderedLane()] = 0u;
    barrier();
    if (orderedLane() == 0u && firstOffset > 0u && offsets[firstOffset - 1u] == begin)
        markHead(0u);
    for (uint j = firstOffset + orderedLane(); j < endOffset; j += kLabLanes)
        if (offsets[j] - begin < kLabTile)
            markHead(offsets[j] - begin);
    barrier();
}

void main()
{
    uint index = groupIndex(), begin = index * kLabTile;
    if (index >= params.tileCount)
        return;
    uint firstOffset = tiles[tableWords() + index], endOffset = tiles[tableWords() + index + 1u];
    markHeads(begin, firstOffset, endOffset);
    SegmentedTile tile = loadTile(index);
    for (uint k = 0u; k < kLabRows; ++k)
        for (uint c = 0u; c < 4u; ++c)
            scanned[4u * (k * kLabRowVectors + orderedLane()) + c] = tile.rows[k][c];
    if (orderedLane() == 0u)
        tiles[index] = tile.tail;
    barrier();
    for (uint j = firstOffset + orderedLane(); j < endOffset; j += kLabLanes)
        if (j > 0u && offsets[j - 1u] < offsets[j])
            results[j - 1u] = scanned[offsets[j] - 1u - begin];
}

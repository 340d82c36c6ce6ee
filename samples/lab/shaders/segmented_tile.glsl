// A tile of 4096 elements per group, laid out as in scan_tile.glsl, scanned from head to head.
// Needs: segmented.glsl, segmented_lanes.glsl, and
// uint headsOfVector(uint i): one bit for each element of vector i of the tile.

struct SegmentedTile
{
    uvec4 rows[kLabRows]; // scanned
    uint tail;            // of the whole tile, since its last head
    bool hasHead;
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
    result.hasHead = lanes.total.heads != 0u;
    return result;
}

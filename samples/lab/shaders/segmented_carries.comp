// The passes before and after segmented_tiles.comp.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "lab/shaders/segmented.glsl"
#if defined(PN_SEGMENTED_CARRIES)
#include "lab/shaders/shared_tree.glsl"
#endif

#if defined(PN_SEGMENTED_BOUNDS)

// Segmented sum, rung 4, first pass: for each tile, and for the end, the first offset beyond its first element.
void main()
{
    uint tile = groupIndex() * kLabLanes + gl_LocalInvocationID.x;
    if (tile > params.tileCount)
        return;
    uint low = 0u, high = params.segmentCount + 1u; // offsets before low are not beyond it, those from high on are
    while (low < high)
    {
        uint middle = (low + high) / 2u;
        if (offsets[middle] > tile * kLabTile)
            high = middle;
        else
            low = middle + 1u;
    }
    tiles[tableWords() + tile] = low;
}

#elif defined(PN_SEGMENTED_CARRIES)

// Segmented sum, rung 4, last pass: where a segment ends in a tile after the one it began in, what it came to in the
// tiles before is added to it, from left to right. Lanes fold short distances by themselves; a long one is folded by the
// whole group. Which of the two depends on the distance alone, and so do the bits.

const uint kLongDistance = 64u; // tiles

shared uint longFirst[kLabLanes]; // tiles of this group's lanes; kNone where there is no long distance

const uint kNone = ~0u;

// The first tile of the segment that reaches into this tile and ends there; kNone without one.
uint firstTileOfCarry(uint tile)
{
    if (tile == 0u || tile >= params.tileCount)
        return kNone;
    uint end = tiles[tableWords() + tile];
    if (end > params.segmentCount || offsets[end] > min((tile + 1u) * kLabTile, params.count))
        return kNone;
    uint begin = offsets[end - 1u];
    return begin < tile * kLabTile ? begin / kLabTile : kNone;
}

void addCarry(uint tile, uint carry)
{
    uint segment = tiles[tableWords() + tile] - 1u;
    results[segment] = combine(carry, results[segment]);
}

void foldLong(uint tile, uint first)
{
    uint value = 0u;
    for (uint i = first + gl_LocalInvocationID.x; i < tile; i += kLabLanes)
        value = combine(value, tiles[i]);
    value = reduceInShared(value);
    if (gl_LocalInvocationID.x == 0u)
        addCarry(tile, value);
    barrier();
}

void main()
{
    uint lane = gl_LocalInvocationID.x, groupFirst = groupIndex() * kLabLanes, tile = groupFirst + lane;
    uint first = firstTileOfCarry(tile);
    bool isLong = first != kNone && tile - first > kLongDistance;
    longFirst[lane] = isLong ? first : kNone;
    if (first != kNone && !isLong)
    {
        uint value = tiles[first];
        for (uint i = first + 1u; i < tile; ++i)
            value = combine(value, tiles[i]);
        addCarry(tile, value);
    }
    barrier();
    for (uint k = 0u; k < kLabLanes; ++k)
        if (longFirst[k] != kNone)
            foldLong(groupFirst + k, longFirst[k]);
}

#endif

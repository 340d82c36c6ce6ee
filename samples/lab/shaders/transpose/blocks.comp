// Transpose, rung 4: no shared memory and no barrier. Each lane turns blocks of 4 x 4 words in registers, with four loads
// and four stores of 16 bytes; 32 lanes together read pieces of 128 bytes of a row and write pieces of 64. The rest of a
// line of the cache follows from another lane of the group, whose tile is 128 x 128 words. Tiles go down the columns of the
// matrix, so groups that run at the same time write the same rows.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "lab/shaders/lab.h"
#include "lab/shaders/lib/group_index.glsl"

layout(local_size_x = 256, local_size_x_id = kLabSpecGroupSize) in;

layout(push_constant) uniform Params { LabTransposeParams params; };
layout(set = 0, binding = kLabElements) restrict readonly buffer Elements { uint elements[]; };
layout(set = 0, binding = kLabElements) restrict readonly buffer Elements4 { uvec4 elements4[]; };
layout(set = 0, binding = kLabResults) restrict writeonly buffer Results { uint results[]; };
layout(set = 0, binding = kLabResults) restrict writeonly buffer Results4 { uvec4 results4[]; };

const uint kTileBlocks = kLabBlocksSide / 4u; // of one side
const uint kAcross = 8u, kDown = 4u;          // blocks that 32 lanes turn side by side

// Column and row of the tile's first element; beyond the matrix for surplus groups of the grid.
uvec2 firstOfTile()
{
    uint tilesDown = (params.rows + kLabBlocksSide - 1u) / kLabBlocksSide;
    return kLabBlocksSide * uvec2(groupIndex() / tilesDown, groupIndex() % tilesDown);
}

// The block at this column and row, whose sides lie within the matrix.
void turnVectors(uvec2 at)
{
    uint i = (at.y * params.columns + at.x) / 4u, step = params.columns / 4u;
    uvec4 a = elements4[i], b = elements4[i + step], c = elements4[i + 2u * step], d = elements4[i + 3u * step];
    i = (at.x * params.rows + at.y) / 4u;
    step = params.rows / 4u;
    results4[i] = uvec4(a.x, b.x, c.x, d.x);
    results4[i + step] = uvec4(a.y, b.y, c.y, d.y);
    results4[i + 2u * step] = uvec4(a.z, b.z, c.z, d.z);
    results4[i + 3u * step] = uvec4(a.w, b.w, c.w, d.w);
}

// Where rows or columns are no multiple of four words, vectors do not lie at multiples of 16 bytes.
void turnWords(uvec2 at)
{
    for (uint y = at.y; y < min(at.y + 4u, params.rows); ++y)
        for (uint x = at.x; x < min(at.x + 4u, params.columns); ++x)
            results[x * params.rows + y] = elements[y * params.columns + x];
}

void main()
{
    uvec2 first = firstOfTile(), size = uvec2(params.columns, params.rows);
    bool isAligned = (size.x | size.y) % 4u == 0u;
    uint lane = gl_LocalInvocationID.x % 32u, across = kTileBlocks / kAcross;
    for (uint s = gl_LocalInvocationID.x / 32u; s < across * (kTileBlocks / kDown); s += gl_WorkGroupSize.x / 32u)
    {
        uvec2 corner = uvec2(s % across * kAcross, s / across * kDown);
        uvec2 at = first + 4u * (corner + uvec2(lane % kAcross, lane / kAcross));
        if (isAligned && all(lessThan(at, size)))
            turnVectors(at);
        else
            turnWords(at);
    }
}

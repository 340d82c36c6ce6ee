// Sums the light at nodes to the texels of a prefiltered mip.
//
//   texel = least texel of its channel + max(sum over the tile's nodes of weight * light, 0)
//
// A tile of 4 x 4 texels has the same weights wherever a symmetry of the cube takes it. Lanes side by side work on the
// cubemaps of a block, whose lights of a node lie side by side; then follow the chunks of the tile's nodes, which are
// added in pairs at the end, and then the images of the tile. CPU twin: plugin/core/kernel/prefilter_sum.cpp.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "shared/prefilter_sum.h"
#include "shared/texel.h"

layout(local_size_x = kSumGroupSize) in;
layout(constant_id = kSpecTarget) const uint kTarget = kTexelRgba32f;
layout(constant_id = kSpecInterleaved) const uint kInterleaved = 1u;

layout(push_constant) uniform Params { PrefilterSumParams params; };
layout(set = 0, binding = kSumLights) readonly buffer Lights { vec4 lights[]; };
layout(set = 0, binding = kSumLights) readonly buffer Least { uint least[]; };
layout(set = 0, binding = kSumTiles) readonly buffer Tiles { uint tiles[]; };
layout(set = 0, binding = kSumTiles) readonly buffer Tiles2 { uvec2 tiles2[]; };
layout(set = 0, binding = kSumWeights) readonly buffer Weights { vec4 weights[]; };
layout(set = 0, binding = kSumOutput) writeonly buffer Results { uint results[]; };
layout(set = 0, binding = kSumOutput) writeonly buffer Results2 { uvec2 results2[]; };
layout(set = 0, binding = kSumOutput) writeonly buffer Results4 { uvec4 results4[]; };

#include "lib/encode.glsl"

// Images of its tile that a workgroup makes.
const uint kImages = kSumGroupSize / (kTileChunks * kInterleaved);

shared ivec2 nodeMaps[kMostImages * kMostPlaces]; // first; along i | along j << 16
shared vec3 chunkSums[kTileQuad * kSumGroupSize];

// What a lane works on.
struct Lane
{
    uint inBlock, chunk, image;
};

Lane laneOf(uint index)
{
    return Lane(index % kInterleaved, index / kInterleaved % kTileChunks, index / kInterleaved / kTileChunks);
}

// face << 3 | swaps << 2 | mirrors v << 1 | mirrors u
uint symmetryOf(uint image)
{
    return gl_WorkGroupID.y * kImages + image;
}

// Where a symmetry sends the nodes of a face on a level: first + i * along i + j * along j.
ivec2 nodeMap(uint symmetry, uint place)
{
    uint level = place / kCubeFaces;
    int first = int(tiles[2u * level]), size = int(tiles[2u * level + 1u]);
    uint image = tiles[params.symmetryOffset + symmetry * kCubeFaces + place % kCubeFaces];
    bool mirrorsI = (image & 16u) != 0u, mirrorsJ = (image & 32u) != 0u;
    int stepI = mirrorsI ? -1 : 1, stepJ = mirrorsJ ? -size : size;
    first += int(image & 7u) * size * size + (mirrorsI ? size - 1 : 0) + (mirrorsJ ? (size - 1) * size : 0);
    bool swaps = (image & 8u) != 0u;
    return ivec2(first, swaps ? stepJ & 0xffff | stepI << 16 : stepI & 0xffff | stepJ << 16);
}

void makeNodeMaps()
{
    uint places = params.levels * kCubeFaces;
    for (uint i = gl_LocalInvocationIndex; i < kImages * places; i += kSumGroupSize)
        nodeMaps[i / places * kMostPlaces + i % places] = nodeMap(symmetryOf(i / places), i % places);
}

vec3 addLight(vec3 sum, float weight, vec3 light)
{
    precise vec3 result = sum + weight * light;
    return result;
}

// A node's light for the lane's image and cubemap, and its weights for the rows of the tile.
struct Node
{
    vec3 light;
    vec4 weight0, weight1, weight2, weight3;
};

Node nodeAt(uint n, Lane lane)
{
    uvec2 node = tiles2[params.nodeOffset / 2u + n];
    ivec2 map = nodeMaps[lane.image * kMostPlaces + node.y];
    int index = map.x + int(node.x & 0xffffu) * (map.y << 16 >> 16) + int(node.x >> 16) * (map.y >> 16);
    uint block = params.firstNode + gl_WorkGroupID.z * params.blockNodes * kInterleaved;
    uint w = n / kTileQuad * kTileQuad * kTileQuad + n % kTileQuad;
    return Node(lights[block + uint(index) * kInterleaved + lane.inBlock].rgb, weights[w], weights[w + kTileQuad],
                weights[w + 2u * kTileQuad], weights[w + 3u * kTileQuad]);
}

// The sums of a chunk for a row of the tile's texels.
struct RowSums
{
    vec3 at0, at1, at2, at3;
};

void addRow(inout RowSums sums, vec4 weight, vec3 light)
{
    sums.at0 = addLight(sums.at0, weight.x, light);
    sums.at1 = addLight(sums.at1, weight.y, light);
    sums.at2 = addLight(sums.at2, weight.z, light);
    sums.at3 = addLight(sums.at3, weight.w, light);
}

struct TileSums
{
    RowSums row0, row1, row2, row3;
};

void add(inout TileSums sums, Node node)
{
    addRow(sums.row0, node.weight0, node.light);
    addRow(sums.row1, node.weight1, node.light);
    addRow(sums.row2, node.weight2, node.light);
    addRow(sums.row3, node.weight3, node.light);
}

const RowSums kNoRow = RowSums(vec3(0.0), vec3(0.0), vec3(0.0), vec3(0.0));

// Two nodes at a time, so that their loads wait together.
TileSums sumChunk(Lane lane, uint first, uint last)
{
    TileSums sums = TileSums(kNoRow, kNoRow, kNoRow, kNoRow);
    uint n = first + lane.chunk;
    for (; n + kTileChunks < last; n += 2u * kTileChunks)
    {
        Node one = nodeAt(n, lane), other = nodeAt(n + kTileChunks, lane);
        add(sums, one);
        add(sums, other);
    }
    if (n < last)
        add(sums, nodeAt(n, lane));
    return sums;
}

// Adds the chunks of an image in pairs, for the texels of a row; leaves the sums with the first chunk.
void addChunks(RowSums sums, Lane lane, uint index)
{
    barrier(); // the sums of the row before have been read
    chunkSums[index] = sums.at0;
    chunkSums[kSumGroupSize + index] = sums.at1;
    chunkSums[2u * kSumGroupSize + index] = sums.at2;
    chunkSums[3u * kSumGroupSize + index] = sums.at3;
    uint first = index - lane.chunk * kInterleaved;
    for (uint step = 1u; step < kTileChunks; step *= 2u)
    {
        barrier();
        for (uint k = lane.chunk; k < kTileQuad * kTileChunks / (2u * step); k += kTileChunks)
        {
            uint at = k % kTileQuad * kSumGroupSize + first + k / kTileQuad * 2u * step * kInterleaved;
            precise vec3 sum = chunkSums[at] + chunkSums[at + step * kInterleaved];
            chunkSums[at] = sum;
        }
    }
    barrier();
}

// Device only: prefilter_source.comp keeps keys.
float leastOf(uint cubemap, uint channel)
{
    uint key = least[params.leastOffset + cubemap * kLeastWords + channel];
    return uintBitsToFloat((key & kSignBit) != 0u ? key & ~kSignBit : ~key);
}

float aboveLeast(float lowest, float sum)
{
    precise float value = lowest + (sum > 0.0 ? sum : 0.0);
    return value;
}

// Device only: the CPU has encodeTexel.
void store(uint index, uvec3 bits)
{
    switch (kTarget)
    {
    case kTexelRgba32f: results4[index] = uvec4(bits, 0x3f800000u); break;
    case kTexelRgb32f:
        results[3u * index] = bits.x;
        results[3u * index + 1u] = bits.y;
        results[3u * index + 2u] = bits.z;
        break;
    case kTexelRgb9e5: results[index] = sharedExponent(zeroIfNegative(bits)); break;
    case kTexelR11g11b10f: results[index] = packedFloats(zeroIfNegative(bits)); break;
    default:
        results2[index] = uvec2(halfBits(bits.x) | halfBits(bits.y) << 16, halfBits(bits.z) | 0x3c000000u);
    }
}

// Whether no image before it has the same texels: a swap maps a tile on the diagonal to itself.
bool isNeeded(Lane lane, uvec2 corner)
{
    return (symmetryOf(lane.image) & 4u) == 0u || corner.x != corner.y;
}

// Only texels of the quarter face, and those on a face's middle only once. Device only: the CPU's PrefilterWave writes.
void writeTexel(Lane lane, uvec2 texel, vec3 sum)
{
    uint symmetry = symmetryOf(lane.image), quarter = (params.size + 1u) / 2u, last = params.size - 1u;
    bool mirrorsU = (symmetry & 1u) != 0u, mirrorsV = (symmetry & 2u) != 0u;
    if (texel.x >= quarter || texel.y >= quarter)
        return;
    if ((symmetry & 4u) != 0u)
        texel = texel.yx;
    if ((mirrorsU && 2u * texel.x == last) || (mirrorsV && 2u * texel.y == last))
        return;
    texel = uvec2(mirrorsU ? last - texel.x : texel.x, mirrorsV ? last - texel.y : texel.y);
    uint cubemap = params.firstCubemap + gl_WorkGroupID.z * kInterleaved + lane.inBlock;
    vec3 rgb = vec3(aboveLeast(leastOf(cubemap, 0u), sum.x), aboveLeast(leastOf(cubemap, 1u), sum.y),
                    aboveLeast(leastOf(cubemap, 2u), sum.z));
    uint face = cubemap * kCubeFaces + symmetry / 8u;
    store((face * params.size + texel.y) * params.size + texel.x, floatBitsToUint(rgb));
}

// The lanes of the first chunks write a texel each.
void finishRow(RowSums sums, Lane lane, uvec2 corner, uint row)
{
    uint index = gl_LocalInvocationIndex, texel = lane.chunk;
    addChunks(sums, lane, index);
    if (texel < kTileQuad && isNeeded(lane, corner))
        writeTexel(lane, corner + uvec2(texel, row), chunkSums[texel * kSumGroupSize + index - texel * kInterleaved]);
}

void main()
{
    Lane lane = laneOf(gl_LocalInvocationIndex);
    uint tile = params.tileOffset + gl_WorkGroupID.x * kTileWords;
    uvec2 corner = uvec2(tiles[tile], tiles[tile + 1u]);
    makeNodeMaps();
    barrier();
    TileSums sums = sumChunk(lane, tiles[tile + 2u], isNeeded(lane, corner) ? tiles[tile + 3u] : 0u);
    finishRow(sums.row0, lane, corner, 0u);
    finishRow(sums.row1, lane, corner, 1u);
    finishRow(sums.row2, lane, corner, 2u);
    finishRow(sums.row3, lane, corner, 3u);
}

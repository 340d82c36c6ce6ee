// Sums the light at nodes to the texels of a prefiltered mip.
//
//   texel = least texel of its channel + max(sum over the tile's nodes of weight * light, 0)
//
// A tile of 4 x 4 texels has the same weights wherever a symmetry of the cube takes it. Lanes side by side work on the
// cubemaps of a block, whose lights of a node lie side by side; then follow the images of the tile, and then the chunks
// of the tile's nodes, which are added in pairs at the end. CPU twin: plugin/core/kernel/prefilter_sum.cpp.
#version 450
#extension GL_EXT_control_flow_attributes : require
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
#include "lib/store.glsl"

// Images of its tile that a workgroup makes.
const uint kImages = kSumGroupSize / (kTileChunks * kInterleaved);
const uint kLanesPerChunk = kSumGroupSize / kTileChunks;

shared ivec2 nodeMaps[kMostPlaces * kMostImages]; // first; along i | along j << 16
shared vec3 chunkSums[kTileQuad * kSumGroupSize];
shared vec3 quarterSums[kSumGroupSize]; // of four chunks

// What a lane works on.
struct Lane
{
    uint inBlock, chunk, image;
};

Lane laneOf(uint index)
{
    return Lane(index % kInterleaved, index / kLanesPerChunk, index / kInterleaved % kImages);
}

// face << 3 | swaps << 2 | mirrors v << 1 | mirrors u
uint symmetryOf(uint image)
{
    return params.firstSymmetry + gl_WorkGroupID.y * kImages + image;
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
        nodeMaps[i] = nodeMap(symmetryOf(i % kImages), i / kImages);
}

vec3 addLight(vec3 sum, float weight, vec3 light)
{
    precise vec3 result = sum + weight * light;
    return result;
}

uvec2 nodeAt(uint n)
{
    return tiles2[params.nodeOffset / 2u + n];
}

// The light of a node, for the lane's image and cubemap.
vec3 lightAt(uvec2 node, Lane lane)
{
    ivec2 map = nodeMaps[node.y * kImages + lane.image];
    int index = map.x + int(node.x & 0xffffu) * (map.y << 16 >> 16) + int(node.x >> 16) * (map.y >> 16);
    uint block = params.firstNode + gl_WorkGroupID.z * params.blockNodes * kInterleaved;
    return lights[block + uint(index) * kInterleaved + lane.inBlock].rgb;
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

void addNode(inout TileSums sums, uint n, vec3 light)
{
    uint w = n / kTileQuad * kTileQuad * kTileQuad + n % kTileQuad;
    addRow(sums.row0, weights[w], light);
    addRow(sums.row1, weights[w + kTileQuad], light);
    addRow(sums.row2, weights[w + 2u * kTileQuad], light);
    addRow(sums.row3, weights[w + 3u * kTileQuad], light);
}

const RowSums kNoRow = RowSums(vec3(0.0), vec3(0.0), vec3(0.0), vec3(0.0));

// Two nodes at a time. While they are added, the lights of the next two and the nodes after these are read, because few
// lanes fit beside so many sums, and waiting would take longer than adding.
TileSums sumChunk(Lane lane, uint first, uint last)
{
    TileSums sums = TileSums(kNoRow, kNoRow, kNoRow, kNoRow);
    uint n = first + lane.chunk, end = last - 1u;
    if (n >= last)
        return sums;
    vec3 light = lightAt(nodeAt(n), lane), light2 = lightAt(nodeAt(min(n + kTileChunks, end)), lane);
    uvec2 node = nodeAt(min(n + 2u * kTileChunks, end)), node2 = nodeAt(min(n + 3u * kTileChunks, end));
    [[dont_unroll]] for (; n + kTileChunks < last; n += 2u * kTileChunks)
    {
        vec3 next = lightAt(node, lane), next2 = lightAt(node2, lane);
        node = nodeAt(min(n + 4u * kTileChunks, end));
        node2 = nodeAt(min(n + 5u * kTileChunks, end));
        addNode(sums, n, light);
        addNode(sums, n + kTileChunks, light2);
        light = next;
        light2 = next2;
    }
    if (n < last)
        addNode(sums, n, light);
    return sums;
}

vec3 addFour(vec3 a, vec3 b, vec3 c, vec3 d)
{
    precise vec3 sum = (a + b) + (c + d);
    return sum;
}

// Adds the chunks of an image in pairs, for a row of the tile's texels. Chunk c gets the sum of texel c % 4.
vec3 addChunks(RowSums row, Lane lane)
{
    uint index = gl_LocalInvocationIndex, step = kLanesPerChunk, column = lane.chunk % kTileQuad;
    chunkSums[index] = row.at0;
    chunkSums[kSumGroupSize + index] = row.at1;
    chunkSums[2u * kSumGroupSize + index] = row.at2;
    chunkSums[3u * kSumGroupSize + index] = row.at3;
    barrier();
    uint at = column * kSumGroupSize + index - column * step;
    quarterSums[index] = addFour(chunkSums[at], chunkSums[at + step], chunkSums[at + 2u * step], chunkSums[at + 3u * step]);
    barrier();
    at = column * step + index % step;
    step *= kTileQuad;
    return addFour(quarterSums[at], quarterSums[at + step], quarterSums[at + 2u * step], quarterSums[at + 3u * step]);
}

// The sum of the texel that the lane writes: its chunk's number, row by row.
vec3 addChunks(TileSums sums, Lane lane)
{
    vec3 sum0 = addChunks(sums.row0, lane), sum1 = addChunks(sums.row1, lane);
    vec3 sum2 = addChunks(sums.row2, lane), sum3 = addChunks(sums.row3, lane);
    uint row = lane.chunk / kTileQuad;
    return row < 2u ? (row == 0u ? sum0 : sum1) : (row == 2u ? sum2 : sum3);
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

void main()
{
    Lane lane = laneOf(gl_LocalInvocationIndex);
    uint tile = params.tileOffset + gl_WorkGroupID.x * kTileWords;
    uvec2 corner = uvec2(tiles[tile], tiles[tile + 1u]);
    bool needed = isNeeded(lane, corner);
    makeNodeMaps();
    barrier();
    vec3 sum = addChunks(sumChunk(lane, tiles[tile + 2u], needed ? tiles[tile + 3u] : 0u), lane);
    if (needed)
        writeTexel(lane, corner + uvec2(lane.chunk % kTileQuad, lane.chunk / kTileQuad), sum);
}

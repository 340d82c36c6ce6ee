// Sums the light at nodes to the texels of a prefiltered mip.
//
//   texel = least texel of its channel + max(sum over the tile's nodes of weight * light, 0)
//
// A tile of 2 x 2 texels has the same weights wherever a symmetry of the cube takes it. Lanes side by side work on the
// cubemaps of a block, whose lights of a node lie side by side; then follow the chunks of the tile's nodes, which are
// added in pairs at the end. A workgroup has four tiles that touch each other and so read many of the same nodes. CPU
// twin: plugin/core/kernel/prefilter_sum.cpp.
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

// Symmetries that a workgroup applies to its tiles.
const uint kImages = kSumGroupSize / (kGroupTiles * kTileChunks * kInterleaved);

shared ivec3 nodeMaps[kMostImages * kMostPlaces]; // first, along i, along j
shared vec3 chunkSums[kTileTexels * kSumGroupSize];

// What a lane works on.
struct Lane
{
    uint inBlock, chunk, image, tile;
};

Lane laneOf(uint index)
{
    Lane lane;
    lane.inBlock = index % kInterleaved;
    lane.chunk = index / kInterleaved % kTileChunks;
    lane.image = index / kInterleaved / kTileChunks % kImages;
    lane.tile = index / kInterleaved / kTileChunks / kImages;
    return lane;
}

// face << 3 | swaps << 2 | mirrors v << 1 | mirrors u
uint symmetryOf(uint image)
{
    return gl_WorkGroupID.y * kImages + image;
}

// Where a symmetry sends the nodes of a face on a level: first + i * along i + j * along j.
ivec3 nodeMap(uint symmetry, uint place)
{
    uint level = place / kCubeFaces;
    int first = int(tiles[2u * level]), size = int(tiles[2u * level + 1u]);
    uint image = tiles[params.symmetryOffset + symmetry * kCubeFaces + place % kCubeFaces];
    bool mirrorsI = (image & 16u) != 0u, mirrorsJ = (image & 32u) != 0u;
    int stepI = mirrorsI ? -1 : 1, stepJ = mirrorsJ ? -size : size;
    first += int(image & 7u) * size * size + (mirrorsI ? size - 1 : 0) + (mirrorsJ ? (size - 1) * size : 0);
    return (image & 8u) != 0u ? ivec3(first, stepJ, stepI) : ivec3(first, stepI, stepJ);
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

// The sums of one cubemap's chunk, for the tile's four texels.
struct TileSums
{
    vec3 at0, at1, at2, at3;
};

void add(inout TileSums sums, vec4 weight, uint light)
{
    vec3 rgb = lights[light].rgb;
    sums.at0 = addLight(sums.at0, weight.x, rgb);
    sums.at1 = addLight(sums.at1, weight.y, rgb);
    sums.at2 = addLight(sums.at2, weight.z, rgb);
    sums.at3 = addLight(sums.at3, weight.w, rgb);
}

TileSums sumChunk(Lane lane, uint first, uint last)
{
    TileSums sums = TileSums(vec3(0.0), vec3(0.0), vec3(0.0), vec3(0.0));
    uint block = params.firstNode + gl_WorkGroupID.z * params.blockNodes * kInterleaved + lane.inBlock;
    for (uint n = first + lane.chunk; n < last; n += kTileChunks)
    {
        uvec2 node = tiles2[params.nodeOffset / 2u + n];
        ivec3 map = nodeMaps[lane.image * kMostPlaces + node.y];
        int index = map.x + int(node.x & 0xffffu) * map.y + int(node.x >> 16) * map.z;
        add(sums, weights[n], block + uint(index) * kInterleaved);
    }
    return sums;
}

// In pairs, as the CPU adds them.
vec3 sumOfChunks(uint first)
{
    const uint step = kInterleaved;
    precise vec3 sum01 = chunkSums[first] + chunkSums[first + step];
    precise vec3 sum23 = chunkSums[first + 2u * step] + chunkSums[first + 3u * step];
    precise vec3 sum45 = chunkSums[first + 4u * step] + chunkSums[first + 5u * step];
    precise vec3 sum67 = chunkSums[first + 6u * step] + chunkSums[first + 7u * step];
    precise vec3 sum = (sum01 + sum23) + (sum45 + sum67);
    return sum;
}

// Device only: prefilter_source.comp keeps keys.
float leastOf(uint cubemap, uint channel)
{
    uint key = least[params.leastOffset + cubemap * 4u + channel];
    return uintBitsToFloat((key & kSignBit) != 0u ? key & ~kSignBit : ~key);
}

float aboveLeast(float lowest, float sum)
{
    precise float value = lowest + (sum > 0.0 ? sum : 0.0);
    return value;
}

uint halfBits(uint bits)
{
    return (bits & kSignBit) >> 16 | halfMagnitude(bits & ~kSignBit);
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

// Only texels of the quarter face, and those on a face's middle only once. Device only: the CPU's PrefilterWave writes.
void writeTexel(uint cubemap, uint symmetry, uvec2 texel, vec3 sum)
{
    uint quarter = (params.size + 1u) / 2u, last = params.size - 1u;
    bool mirrorsU = (symmetry & 1u) != 0u, mirrorsV = (symmetry & 2u) != 0u;
    if (texel.x >= quarter || texel.y >= quarter)
        return;
    if ((symmetry & 4u) != 0u)
        texel = texel.yx;
    if ((mirrorsU && 2u * texel.x == last) || (mirrorsV && 2u * texel.y == last))
        return;
    texel = uvec2(mirrorsU ? last - texel.x : texel.x, mirrorsV ? last - texel.y : texel.y);
    vec3 rgb = vec3(aboveLeast(leastOf(cubemap, 0u), sum.x), aboveLeast(leastOf(cubemap, 1u), sum.y),
                    aboveLeast(leastOf(cubemap, 2u), sum.z));
    uint face = cubemap * kCubeFaces + symmetry / 8u;
    store((face * params.size + texel.y) * params.size + texel.x, floatBitsToUint(rgb));
}

void main()
{
    uint index = gl_LocalInvocationIndex;
    Lane lane = laneOf(index);
    uint tile = params.tileOffset + (gl_WorkGroupID.x * kGroupTiles + lane.tile) * kTileWords;
    uvec2 corner = uvec2(tiles[tile], tiles[tile + 1u]);
    uint symmetry = symmetryOf(lane.image);
    bool isNeeded = (symmetry & 4u) == 0u || corner.x != corner.y; // a swap maps a tile on the diagonal to itself
    makeNodeMaps();
    barrier();
    TileSums sums = sumChunk(lane, tiles[tile + 2u], isNeeded ? tiles[tile + 3u] : 0u);
    chunkSums[index] = sums.at0;
    chunkSums[kSumGroupSize + index] = sums.at1;
    chunkSums[2u * kSumGroupSize + index] = sums.at2;
    chunkSums[3u * kSumGroupSize + index] = sums.at3;
    barrier();
    uint texel = lane.chunk; // the lanes of the first chunks write the texels
    if (isNeeded && texel < kTileTexels)
        writeTexel(params.firstCubemap + gl_WorkGroupID.z * kInterleaved + lane.inBlock, symmetry,
                   corner + uvec2(texel % 2u, texel / 2u),
                   sumOfChunks(texel * kSumGroupSize + index - texel * kInterleaved));
}

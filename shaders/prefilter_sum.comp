// Sums the light at nodes to the texels of a prefiltered mip.
//
//   texel = least texel of its channel + max(sum over the tile's nodes of weight * light, 0)
//
// A tile of 2 x 2 texels has the same weights wherever a symmetry of the cube takes it. Eight lanes share an image of a
// tile: each sums one chunk of its nodes, and the chunks are added in pairs. A workgroup makes the images on one face, of
// PN_INTERLEAVED cubemaps at once, so that weights are read once for them. CPU twin: plugin/core/kernel/prefilter_sum.cpp.
//
// Variants: PN_INTERLEAVED, 1 or 4 cubemaps whose nodes lie side by side.
#version 450
#extension GL_GOOGLE_include_directive : require

#ifndef PN_INTERLEAVED
#error PN_INTERLEAVED must be 1 or 4
#endif

#include "shared/prefilter_sum.h"
#include "shared/texel.h"

const uint kGroupLanes = kTileImages * kTileChunks;
layout(local_size_x = kGroupLanes) in;
layout(constant_id = kSpecTarget) const uint kTarget = kTexelRgba32f;

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

shared ivec3 nodeMaps[kTileImages * kMostPlaces]; // first, along i, along j
shared vec3 chunkSums[kTileTexels * kGroupLanes];

// The workgroup's symmetries: those that map face 0 to its face. Bits: swaps << 2 | mirrors v << 1 | mirrors u.
uint symmetryOf(uint image)
{
    return gl_WorkGroupID.y * kTileImages + image;
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
    for (uint i = gl_LocalInvocationIndex; i < kTileImages * places; i += kGroupLanes)
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

const TileSums kNone = TileSums(vec3(0.0), vec3(0.0), vec3(0.0), vec3(0.0));

// Sums a chunk of the nodes, first to last, for each cubemap of the block.
void sumChunk(uint image, uint first, uint last, out TileSums sums[PN_INTERLEAVED])
{
    TileSums sums0 = kNone;
#if PN_INTERLEAVED == 4
    TileSums sums1 = kNone, sums2 = kNone, sums3 = kNone;
#endif
    uint block = params.firstNode + gl_WorkGroupID.z * params.blockNodes * PN_INTERLEAVED;
    for (uint n = first; n < last; n += kTileChunks)
    {
        uvec2 node = tiles2[params.nodeOffset / 2u + n];
        vec4 weight = weights[n];
        ivec3 map = nodeMaps[image * kMostPlaces + node.y];
        int index = map.x + int(node.x & 0xffffu) * map.y + int(node.x >> 16) * map.z;
        uint light = block + uint(index) * PN_INTERLEAVED;
        add(sums0, weight, light);
#if PN_INTERLEAVED == 4
        add(sums1, weight, light + 1u);
        add(sums2, weight, light + 2u);
        add(sums3, weight, light + 3u);
#endif
    }
    sums[0] = sums0;
#if PN_INTERLEAVED == 4
    sums[1] = sums1;
    sums[2] = sums2;
    sums[3] = sums3;
#endif
}

// In pairs, as the CPU adds them.
vec3 sumOfChunks(uint texel, uint image)
{
    uint at = texel * kGroupLanes + image * kTileChunks;
    precise vec3 sum01 = chunkSums[at] + chunkSums[at + 1u], sum23 = chunkSums[at + 2u] + chunkSums[at + 3u];
    precise vec3 sum45 = chunkSums[at + 4u] + chunkSums[at + 5u], sum67 = chunkSums[at + 6u] + chunkSums[at + 7u];
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
    uint face = cubemap * kCubeFaces + gl_WorkGroupID.y;
    store((face * params.size + texel.y) * params.size + texel.x, floatBitsToUint(rgb));
}

// Adds the chunks of one cubemap of the block, and writes the tile's texels.
void finish(uint inBlock, TileSums sums, uvec2 corner, bool isNeeded)
{
    uint lane = gl_LocalInvocationIndex, image = lane / kTileChunks, texel = lane % kTileChunks;
    chunkSums[lane] = sums.at0;
    chunkSums[kGroupLanes + lane] = sums.at1;
    chunkSums[2u * kGroupLanes + lane] = sums.at2;
    chunkSums[3u * kGroupLanes + lane] = sums.at3;
    barrier();
    if (isNeeded && texel < kTileTexels)
        writeTexel(params.firstCubemap + gl_WorkGroupID.z * PN_INTERLEAVED + inBlock, symmetryOf(image),
                   corner + uvec2(texel % 2u, texel / 2u), sumOfChunks(texel, image));
    barrier();
}

void main()
{
    uint image = gl_LocalInvocationIndex / kTileChunks, chunk = gl_LocalInvocationIndex % kTileChunks;
    uint tile = params.tileOffset + gl_WorkGroupID.x * kTileWords;
    uvec2 corner = uvec2(tiles[tile], tiles[tile + 1u]);
    bool isNeeded = (image & 4u) == 0u || corner.x != corner.y; // a swap maps a tile on the diagonal to itself
    makeNodeMaps();
    barrier();
    TileSums sums[PN_INTERLEAVED];
    sumChunk(image, tiles[tile + 2u] + chunk, isNeeded ? tiles[tile + 3u] : 0u, sums);
    finish(0u, sums[0], corner, isNeeded);
#if PN_INTERLEAVED == 4
    finish(1u, sums[1], corner, isNeeded);
    finish(2u, sums[2], corner, isNeeded);
    finish(3u, sums[3], corner, isNeeded);
#endif
}

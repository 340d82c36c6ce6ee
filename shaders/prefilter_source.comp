// Makes the light at the nodes of a cubemap, from which its prefiltered mips are summed; and mips that have no lobe.
//
//   level 0 = texel - least texel of its channel
//   level n = sum over the nodes around of weight * level n - 1, along rows first, and then along columns
//
// docs/prefiltering.md says what the levels are. A workgroup makes a square of a level's nodes; those of kInterleaved
// cubemaps lie side by side. CPU twin: plugin/core/kernel/prefilter_source.cpp.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "shared/prefilter_source.h"
#include "shared/texel.h"

layout(local_size_x = kSourceGroupSize) in;
layout(constant_id = kSpecPart) const uint kPart = kPartLeast;
layout(constant_id = kSpecFormat) const uint kFormat = kTexelRgba32f;
layout(constant_id = kSpecInterleaved) const uint kInterleaved = 1u;
layout(constant_id = kSpecTarget) const uint kTarget = kTexelRgba32f;

layout(push_constant) uniform Params { PrefilterSourceParams params; };
layout(set = 0, binding = kSourceTexels) readonly buffer Texels { uint texels[]; };
layout(set = 0, binding = kSourceTexels) readonly buffer Texels2 { uvec2 texels2[]; };
layout(set = 0, binding = kSourceTexels) readonly buffer Texels4 { uvec4 texels4[]; };
layout(set = 0, binding = kSourceTables) readonly buffer Tables { uint tables[]; };
layout(set = 0, binding = kSourceNodes) buffer Nodes { vec4 nodes[]; };
layout(set = 0, binding = kSourceNodes) buffer Least { uint least[]; };
layout(set = 0, binding = kSourceOutput) writeonly buffer Results { uint results[]; };
layout(set = 0, binding = kSourceOutput) writeonly buffer Results2 { uvec2 results2[]; };
layout(set = 0, binding = kSourceOutput) writeonly buffer Results4 { uvec4 results4[]; };

// A workgroup's square of a level.
const uint kSquareRow = kLevelBlock * kInterleaved;
const uint kLinesAtOnce = kSourceGroupSize / kSquareRow;

shared uint leastOfGroup[3];
shared vec3 rowSums[kMostLines * kSquareRow]; // of the level below, gathered along its rows

// Device only: the CPU reads its tables in place.
float byteValue(uint byte)
{
    return uintBitsToFloat(tables[params.tableOffset + byte]);
}

#include "lib/encode.glsl"
#include "lib/store.glsl"
#include "lib/texel.glsl"

uvec3 readExact(uint index)
{
    uint flags = 0u;
    uvec3 rgb = decodeTexel(loadTexel(index));
    return uvec3(applyPolicy(rgb.x, flags), applyPolicy(rgb.y, flags), applyPolicy(rgb.z, flags));
}

// A number that grows with the float, and the float's bits again. Device only: the CPU compares floats.
uint keyOf(uint bits)
{
    return (bits & kSignBit) != 0u ? ~bits : bits | kSignBit;
}

// Device only, as keyOf.
uint bitsOf(uint key)
{
    return (key & kSignBit) != 0u ? key & ~kSignBit : ~key;
}

float withoutTiny(float light)
{
    return (floatBitsToUint(light) & ~kSignBit) < kLeastNodeLightBits ? 0.0 : light;
}

vec3 withoutTiny(vec3 light)
{
    return vec3(withoutTiny(light.x), withoutTiny(light.y), withoutTiny(light.z));
}

vec3 addLight(vec3 sum, float weight, vec3 light)
{
    precise vec3 result = sum + weight * light;
    return result;
}

uint groupIndex()
{
    return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
}

void findLeast()
{
    uint cubemap = params.firstCubemap + gl_WorkGroupID.z;
    uint begin = groupIndex() * kSourceGroupSize * kTexelsPerLane + gl_LocalInvocationIndex;
    if (gl_LocalInvocationIndex < 3u)
        leastOfGroup[gl_LocalInvocationIndex] = ~0u;
    barrier();
    uvec3 key = uvec3(~0u);
    for (uint i = 0u; i < kTexelsPerLane; ++i)
    {
        uint texel = begin + i * kSourceGroupSize;
        if (texel >= params.texelCount)
            break;
        uvec3 bits = readExact(cubemap * params.texelCount + texel);
        key = min(key, uvec3(keyOf(bits.x), keyOf(bits.y), keyOf(bits.z)));
    }
    atomicMin(leastOfGroup[0], key.x);
    atomicMin(leastOfGroup[1], key.y);
    atomicMin(leastOfGroup[2], key.z);
    barrier();
    if (gl_LocalInvocationIndex < 3u)
        atomicMin(least[params.leastOffset + cubemap * kLeastWords + gl_LocalInvocationIndex],
                  leastOfGroup[gl_LocalInvocationIndex]);
}

// A node of the workgroup's block, and the cubemap of the block that it is of.
uint nodeAt(uint node, uint inBlock)
{
    return params.firstNode + (gl_WorkGroupID.z * params.blockNodes + node) * kInterleaved + inBlock;
}

void readTexel(uint texel, uint inBlock)
{
    uint cubemap = params.firstCubemap + gl_WorkGroupID.z * kInterleaved + inBlock;
    uvec3 bits = readExact(cubemap * params.texelCount + texel);
    uint at = params.leastOffset + cubemap * kLeastWords;
    vec3 lowest = uintBitsToFloat(uvec3(bitsOf(least[at]), bitsOf(least[at + 1u]), bitsOf(least[at + 2u])));
    precise vec3 light = uintBitsToFloat(bits) - lowest;
    nodes[nodeAt(texel, inBlock)] = vec4(light, 0.0);
}

// What a row or column gathers: weights begin to end, for sources from `first` on.
struct Gather
{
    uint first, begin, end;
};

Gather gatherOf(uint row)
{
    uint at = params.gatherOffset + 3u * row;
    return Gather(tables[at], tables[at + 1u], tables[at + 2u]);
}

float weightAt(uint index)
{
    return uintBitsToFloat(tables[params.weightOffset + index]);
}

// A place of a row of the level below, through all faces.
vec3 gatheredRow(uint line, uint i, uint inBlock)
{
    Gather g = gatherOf(i);
    uint from = params.below + line * params.belowSize + g.first;
    vec3 sum = vec3(0.0);
    for (uint k = g.begin; k < g.end; ++k, ++from)
        sum = addLight(sum, weightAt(k), nodes[nodeAt(from, inBlock)].rgb);
    return withoutTiny(sum);
}

vec3 gatheredColumn(uint j, uint firstLine, uint inRow)
{
    Gather g = gatherOf(j);
    uint from = (g.first - firstLine) * kSquareRow + inRow;
    vec3 sum = vec3(0.0);
    for (uint k = g.begin; k < g.end; ++k, from += kSquareRow)
        sum = addLight(sum, weightAt(k), rowSums[from]);
    return withoutTiny(sum);
}

// A square of a face's nodes: the lines below it first, and then its columns.
void makeNodes()
{
    uint squares = (params.hereSize + kLevelBlock - 1u) / kLevelBlock, square = groupIndex();
    uint face = square / squares / squares;
    if (face >= kCubeFaces)
        return; // the whole group
    uvec2 corner = kLevelBlock * uvec2(square % squares, square / squares % squares);
    uint firstLine = gatherOf(corner.y).first;
    Gather last = gatherOf(min(corner.y + kLevelBlock, params.hereSize) - 1u);
    uint lines = last.first + last.end - last.begin - firstLine, line = gl_LocalInvocationIndex / kSquareRow;
    uint inRow = gl_LocalInvocationIndex % kSquareRow, i = corner.x + inRow / kInterleaved, inBlock = inRow % kInterleaved;
    for (uint l = line; l < lines && i < params.hereSize; l += kLinesAtOnce)
        rowSums[l * kSquareRow + inRow] = gatheredRow(face * params.belowSize + firstLine + l, i, inBlock);
    barrier();
    for (uint j = corner.y + line; j < min(corner.y + kLevelBlock, params.hereSize); j += kLinesAtOnce)
        if (i < params.hereSize)
            nodes[nodeAt(params.here + (face * params.hereSize + j) * params.hereSize + i, inBlock)] =
                vec4(gatheredColumn(j, firstLine, inRow), 0.0);
}

// CPU twin: copyCubemap of plugin/core/cpu/prefilter_wave.cpp.
void copyTexel(uint texel)
{
    uint index = (params.firstCubemap + gl_WorkGroupID.z) * params.texelCount + texel;
    store(index, readExact(index));
}

void main()
{
    uint lane = groupIndex() * kSourceGroupSize + gl_LocalInvocationIndex;
    if (kPart == kPartLeast)
        findLeast();
    for (uint i = 0u; kPart == kPartTexels && lane < params.texelCount && i < kInterleaved; ++i)
        readTexel(lane, i);
    if (kPart == kPartLevel)
        makeNodes();
    if (kPart == kPartCopy && lane < params.copyEnd - params.copyBegin)
        copyTexel(params.copyBegin + lane);
}

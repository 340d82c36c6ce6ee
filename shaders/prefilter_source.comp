// Makes the light at the nodes of a cubemap, from which its prefiltered mips are summed.
//
//   level 0 = texel - least texel of its channel
//   level n = sum over the nodes around of weight * level n - 1, along rows first, and then along columns
//
// docs/prefiltering.md says what the levels are. A lane makes one node of one cubemap; nodes of kInterleaved cubemaps lie
// side by side. CPU twin: plugin/core/kernel/prefilter_source.cpp.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "shared/prefilter_source.h"
#include "shared/texel.h"

layout(local_size_x = kSourceGroupSize) in;
layout(constant_id = kSpecPart) const uint kPart = kPartLeast;
layout(constant_id = kSpecFormat) const uint kFormat = kTexelRgba32f;
layout(constant_id = kSpecInterleaved) const uint kInterleaved = 1u;

layout(push_constant) uniform Params { PrefilterSourceParams params; };
layout(set = 0, binding = kSourceTexels) readonly buffer Texels { uint texels[]; };
layout(set = 0, binding = kSourceTexels) readonly buffer Texels2 { uvec2 texels2[]; };
layout(set = 0, binding = kSourceTexels) readonly buffer Texels4 { uvec4 texels4[]; };
layout(set = 0, binding = kSourceTables) readonly buffer Tables { uint tables[]; };
layout(set = 0, binding = kSourceNodes) buffer Nodes { vec4 nodes[]; };
layout(set = 0, binding = kSourceNodes) buffer Least { uint least[]; };
layout(set = 0, binding = kSourceRows) buffer Rows { vec4 rows[]; };

shared uint leastOfGroup[3];

// Device only: the CPU reads its tables in place.
float byteValue(uint byte)
{
    return uintBitsToFloat(tables[params.tableOffset + byte]);
}

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

vec4 addLight(vec4 sum, float weight, vec4 light)
{
    precise vec4 result = sum + weight * light;
    return result;
}

// The lane's number among those that work on a cubemap, or on kInterleaved ones.
uint laneIndex()
{
    return (gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * kSourceGroupSize + gl_LocalInvocationIndex;
}

void findLeast()
{
    uint cubemap = params.firstCubemap + gl_WorkGroupID.z;
    uint begin = (laneIndex() - gl_LocalInvocationIndex) * kTexelsPerLane + gl_LocalInvocationIndex;
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

uint rowAt(uint row, uint inBlock)
{
    return params.firstRow + (gl_WorkGroupID.z * params.blockRows + row) * kInterleaved + inBlock;
}

void readTexels(uint texel, uint inBlock)
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
vec4 gatheredRow(uint line, uint i, uint inBlock)
{
    Gather g = gatherOf(i);
    uint from = params.below + line * params.belowSize + g.first;
    vec4 sum = vec4(0.0);
    for (uint k = g.begin; k < g.end; ++k, ++from)
        sum = addLight(sum, weightAt(k), nodes[nodeAt(from, inBlock)]);
    return vec4(withoutTiny(sum.x), withoutTiny(sum.y), withoutTiny(sum.z), 0.0);
}

void gatherColumn(uint index, uint inBlock)
{
    uint i = index % params.hereSize, rest = index / params.hereSize;
    uint j = rest % params.hereSize, face = rest / params.hereSize;
    Gather g = gatherOf(j);
    uint line = face * params.belowSize + g.first;
    vec4 sum = vec4(0.0);
    for (uint k = g.begin; k < g.end; ++k, ++line)
        sum = addLight(sum, weightAt(k), rows[rowAt(line * params.hereSize + i, inBlock)]);
    nodes[nodeAt(params.here + index, inBlock)] =
        vec4(withoutTiny(sum.x), withoutTiny(sum.y), withoutTiny(sum.z), 0.0);
}

void main()
{
    if (kPart == kPartLeast)
    {
        findLeast();
        return;
    }
    uint lane = laneIndex(), index = lane / kInterleaved, inBlock = lane % kInterleaved;
    if (kPart == kPartTexels && index < params.texelCount)
        readTexels(index, inBlock);
    if (kPart == kPartRows && index < kCubeFaces * params.belowSize * params.hereSize)
        rows[rowAt(index, inBlock)] = gatheredRow(index / params.hereSize, index % params.hereSize, inBlock);
    if (kPart == kPartColumns && index < kCubeFaces * params.hereSize * params.hereSize)
        gatherColumn(index, inBlock);
}

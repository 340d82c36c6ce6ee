// Makes a mip of cube faces from the mip before.
//
//   texel = first + sum over the other texels that it covers of weight * (texel - first)
//
// It covers 2 x 2 texels, or 3 x 3 of an odd size; the sum takes their rows from top to bottom, and each row from left to
// right. A weight is the solid angle of what is covered. Those of a quarter face are there, and its mirror images read
// them mirrored. A lane makes one texel. CPU twin: plugin/core/kernel/make_mip.cpp.
//
// Variants: PN_FORMAT (kTexel...).
#version 450
#extension GL_GOOGLE_include_directive : require

#ifndef PN_FORMAT
#error PN_FORMAT must name one of kTexel...
#endif

#include "shared/make_mip.h"
#include "shared/texel.h"

layout(local_size_x = 64, local_size_x_id = kSpecGroupSize) in;

layout(push_constant) uniform Params { MakeMipParams params; };
layout(set = 0, binding = kMakeTexels) readonly buffer Texels { uint texels[]; };
layout(set = 0, binding = kMakeTexels) readonly buffer Texels2 { uvec2 texels2[]; };
layout(set = 0, binding = kMakeTexels) readonly buffer Texels4 { uvec4 texels4[]; };
layout(set = 0, binding = kMakeTables) readonly buffer Tables { float tables[]; };
layout(set = 0, binding = kMakeOutput) writeonly buffer Results4 { uvec4 results4[]; };

const uint kFormat = PN_FORMAT;

// Device only: the CPU reads its tables in place.
float byteValue(uint byte)
{
    return tables[params.tableOffset + byte];
}

#include "lib/texel.glsl"

uint alphaBits(uvec4 words)
{
    switch (kFormat)
    {
    case kTexelRgba32f: return words.w;
    case kTexelRgba16f: return halfToFloatBits(words.y >> 16);
    case kTexelRgba8: return floatBitsToUint(tables[params.alphaTableOffset + (words.x >> 24)]);
    default: return 0x3f800000u;
    }
}

uint cleanAlpha(uint bits)
{
    uint sign = bits & kSignBit;
    uint magnitude = bits & ~kSignBit;
    if (magnitude > kInfinityBits)
        return 0u;
    if (magnitude > kLargestBits)
        magnitude = kReplacementBits;
    if (magnitude < kExactBits)
    {
        uint exponent = magnitude >> 23;
        magnitude = exponent < kLeastExponent ? 0u : magnitude & (~0u << ((kExactBits >> 23) - exponent));
    }
    return magnitude == 0u ? 0u : sign | magnitude;
}

// Every texel by its bits: there is little else to do for it than to read it.
vec4 readExact(uint index)
{
    uvec4 words = loadTexel(index);
    uint flags = 0u;
    uvec3 rgb = decodeTexel(words);
    rgb = uvec3(applyPolicy(rgb.x, flags), applyPolicy(rgb.y, flags), applyPolicy(rgb.z, flags));
    return uintBitsToFloat(uvec4(rgb, cleanAlpha(alphaBits(words))));
}

vec4 addTap(vec4 mean, vec4 first, vec4 texel, float weight)
{
    precise vec4 sum = mean + weight * (texel - first);
    return sum;
}

// A texel of the quarter face or of a mirror image of it. Device only: the CPU has pointers to the rows of weights.
struct Place
{
    uint row, column; // of the quarter, from the middle of the face
    bool isRight, isBottom;
};

// Device only, as Place.
Place placeOf(uint x, uint y)
{
    uint side = (params.size + 1u) / 2u, begin = params.size - side;
    Place place;
    place.isRight = x >= begin;
    place.isBottom = y >= begin;
    place.column = place.isRight ? x - begin : side - 1u - x;
    place.row = place.isBottom ? y - begin : side - 1u - y;
    return place;
}

// Device only, as Place.
float weightOf(Place place, uint i, uint j)
{
    uint side = (params.size + 1u) / 2u, last = params.taps - 1u;
    uint tap = (place.isBottom ? j : last - j) * params.taps + (place.isRight ? i : last - i);
    return tables[params.weightOffset + (tap * side + place.row) * side + place.column];
}

void main()
{
    uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    uint index = group * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    if (index >= params.texelCount)
        return;
    uint x = index % params.size, rowOfAll = index / params.size;
    uint y = rowOfAll % params.size, face = rowOfAll / params.size;
    Place place = placeOf(x, y);
    uint corner = (face * params.sourceSize + 2u * y) * params.sourceSize + 2u * x;
    vec4 first = readExact(corner), mean = first;
    for (uint tap = 1u; tap < params.taps * params.taps; ++tap)
    {
        uint i = tap % params.taps, j = tap / params.taps;
        mean = addTap(mean, first, readExact(corner + j * params.sourceSize + i), weightOf(place, i, j));
    }
    results4[index] = floatBitsToUint(mean);
}

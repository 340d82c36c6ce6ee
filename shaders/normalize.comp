// Divides the texels of cube faces by their probe's own light.
//
//   result = texel * 1 / max(f(d), floor)
//
// f is a polynomial of the direction in the face's frame (denominator.comp), and the four mirror images of a position
// share what is even and odd in it. A lane works on some rows of one column of the quarter face. A workgroup has as many
// small faces as fill it. There is no division: docs/normalization.md, section 6. CPU twin: plugin/core/kernel/normalize.cpp.
//
// Variants: PN_FORMAT (kTexel...); PN_TARGET (kTexel...), the format of the results, where it is not the texels' own.
#version 450
#extension GL_GOOGLE_include_directive : require

#ifndef PN_FORMAT
#error PN_FORMAT must name one of kTexel...
#endif

#include "shared/normalize.h"
#include "shared/texel.h"

layout(local_size_x = 64, local_size_x_id = kSpecGroupSize) in;
layout(constant_id = kSpecRgb) const uint kRgb = 0u;
layout(constant_id = kSpecClamps) const uint kClamps = 0u;
layout(constant_id = kSpecExactHalves) const uint kExactHalves = 0u;
layout(constant_id = kSpecLaneRows) const uint kLaneRows = 4u;
layout(constant_id = kSpecOneFace) const uint kOneFace = 0u;

layout(push_constant) uniform Params { NormalizeParams params; };
layout(set = 0, binding = kNormalizeTexels) readonly buffer Texels { uint texels[]; };
layout(set = 0, binding = kNormalizeTexels) readonly buffer Texels2 { uvec2 texels2[]; };
layout(set = 0, binding = kNormalizeTexels) readonly buffer Texels4 { uvec4 texels4[]; };
layout(set = 0, binding = kNormalizeGeometry) readonly buffer Geometry { float geometry[]; };
layout(set = 0, binding = kNormalizeOutput) writeonly buffer Results { uint results[]; };
layout(set = 0, binding = kNormalizeOutput) writeonly buffer Results2 { uvec2 results2[]; };
layout(set = 0, binding = kNormalizeOutput) writeonly buffer Results4 { uvec4 results4[]; };
layout(set = 0, binding = kNormalizeDenominators) readonly buffer Denominators { float denominators[]; };

const uint kFormat = PN_FORMAT;
#ifdef PN_TARGET
const uint kTarget = PN_TARGET;
#else
const uint kTarget = PN_FORMAT == kTexelRgba8 ? kTexelRgba16f : PN_FORMAT;
#endif

// Device only: the CPU reads its tables in place.
float byteValue(uint byte)
{
    return geometry[params.tableOffset + byte];
}

#include "lib/encode.glsl"
#include "lib/texel.glsl"
#include "lib/special_texel.glsl"

// One channel's polynomial.
struct Polynomial
{
    vec3 even;  // 1, c, c^2
    vec2 oddA;  // a, a c
    vec2 oddB;  // b, b c
    vec2 other; // a^2, a b
    float floor;
};

Polynomial loadPolynomial(uint channel, uint face)
{
    uint first = params.denominatorOffset + face / 6u * kDenominatorWords;
    uint at = first + channel * kChannelWords + face % 6u * kPolynomialWords;
    Polynomial q;
    q.even = vec3(denominators[at], denominators[at + 1u], denominators[at + 4u]);
    q.oddA = vec2(denominators[at + 2u], denominators[at + 5u]);
    q.oddB = vec2(denominators[at + 3u], denominators[at + 7u]);
    q.other = vec2(denominators[at + 6u], denominators[at + 8u]);
    q.floor = denominators[first + kFloorWord + channel];
    return q;
}

vec4 reciprocal(vec4 y)
{
    precise vec4 r = uintBitsToFloat(0x7ef311c7u - floatBitsToUint(y));
    r = r * (2.0 - y * r);
    r = r * (2.0 - y * r);
    r = r * (2.0 - y * r);
    return r;
}

float atLeast(float value, float least)
{
    return value > least ? value : least;
}

// What texels are multiplied by: top left, top right, bottom left, bottom right.
vec4 factors(Polynomial q, float a, float b, float c)
{
    precise float even = (q.even.x + (q.even.y + q.even.z * c) * c) + q.other.x * (a * a);
    precise float oddA = (q.oddA.x + q.oddA.y * c) * a;
    precise float oddB = (q.oddB.x + q.oddB.y * c) * b;
    precise float oddBoth = q.other.y * (a * b);
    precise float rightEven = even + oddA, leftEven = even - oddA;
    precise float rightOdd = oddB + oddBoth, leftOdd = oddB - oddBoth;
    precise vec4 f = vec4(leftEven - leftOdd, rightEven - rightOdd, leftEven + leftOdd, rightEven + rightOdd);
    return reciprocal(
        vec4(atLeast(f.x, q.floor), atLeast(f.y, q.floor), atLeast(f.z, q.floor), atLeast(f.w, q.floor)));
}

// Alpha as a half, from a texel's words.
uint readAlpha(uvec4 words)
{
    switch (kFormat)
    {
    case kTexelRgba32f: return halfBits(words.w);
    case kTexelRgba16f: return words.y >> 16;
    default: return halfBits(floatBitsToUint(geometry[params.alphaTableOffset + (words.x >> 24)]));
    }
}

// index is the texel's among the results; words, as read, have its alpha; signs are those of halves. Device only: the CPU
// has encodeTexel.
void store(uint index, uvec4 words, uvec3 magnitudes, uvec2 signs)
{
    switch (kTarget)
    {
    case kTexelRgba32f: results4[index] = uvec4(magnitudes, words.w); break;
    case kTexelRgb32f:
        results[3u * index] = magnitudes.x;
        results[3u * index + 1u] = magnitudes.y;
        results[3u * index + 2u] = magnitudes.z;
        break;
    case kTexelRgb9e5: results[index] = sharedExponent(magnitudes); break;
    case kTexelR11g11b10f: results[index] = packedFloats(magnitudes); break;
    default:
        results2[index] = signs | uvec2(halfMagnitude(magnitudes.x) | halfMagnitude(magnitudes.y) << 16,
                                        halfMagnitude(magnitudes.z) | readAlpha(words) << 16);
    }
}

// For texels that are not special. Device only: the CPU normalizes every texel as normalizeExact does.
void normalizeFast(uint index, uvec4 words, vec3 factor)
{
    precise vec3 result = decodeFast(words) * factor;
    store(index, words, floatBitsToUint(result), uvec2(0u));
}

void normalizeExact(uint index, uvec4 words, vec3 factor)
{
    uint flags = 0u;
    uvec3 bits = decodeTexel(words);
    bits = uvec3(applyPolicy(bits.x, flags), applyPolicy(bits.y, flags), applyPolicy(bits.z, flags));
    precise vec3 result = uintBitsToFloat(bits) * factor;
    bits = floatBitsToUint(result);
    if (kTarget == kTexelRgba32f || kTarget == kTexelRgb32f)
        store(index, words, bits, uvec2(0u));
    else if (kTarget == kTexelR11g11b10f || kTarget == kTexelRgb9e5)
        store(index, words, zeroIfNegative(bits), uvec2(0u));
    else
    {
        uvec3 signs = bits >> 16 & 0x8000u;
        store(index, words, bits & ~kSignBit, uvec2(signs.x | signs.y << 16, signs.z));
    }
}

// Texels, and what they are multiplied by, in the order top left, top right, bottom left, bottom right.
struct Quad
{
    uvec4 index;
    uvec4 words[4];
    vec4 red, green, blue;
};

// Device only: on the CPU each row of the two is normalized by itself.
void normalizeQuad(Quad q)
{
    uint special = specialTexel(q.words[0]) | specialTexel(q.words[1]) | specialTexel(q.words[2]) | specialTexel(q.words[3]);
    if (!isSpecial(special))
    {
        normalizeFast(q.index.x, q.words[0], vec3(q.red.x, q.green.x, q.blue.x));
        normalizeFast(q.index.y, q.words[1], vec3(q.red.y, q.green.y, q.blue.y));
        normalizeFast(q.index.z, q.words[2], vec3(q.red.z, q.green.z, q.blue.z));
        normalizeFast(q.index.w, q.words[3], vec3(q.red.w, q.green.w, q.blue.w));
        return;
    }
    for (uint side = 0u; side < 4u; ++side) // so that the slow path's code stands here once
    {
        uvec4 words = side == 0u ? q.words[0] : side == 1u ? q.words[1] : side == 2u ? q.words[2] : q.words[3];
        normalizeExact(q.index[side], words, vec3(q.red[side], q.green[side], q.blue[side]));
    }
}

// Device only, as normalizeQuad.
Quad loadQuad(uint face, uint column, uint row)
{
    uint top = face * params.faceTexels + params.topOffset - row * params.rowTexels;
    uint bottom = face * params.faceTexels + params.bottomOffset + row * params.rowTexels;
    uint left = params.leftColumn - column, right = params.rightColumn + column;
    Quad q;
    q.index = uvec4(top + left, top + right, bottom + left, bottom + right);
    q.words[0] = loadTexel(q.index.x);
    q.words[1] = loadTexel(q.index.y);
    q.words[2] = loadTexel(q.index.z);
    q.words[3] = loadTexel(q.index.w);
    return q;
}

void normalizeRow(uint face, uint column, uint row, Polynomial red, Polynomial green, Polynomial blue)
{
    Quad q = loadQuad(face, column, row);
    float c = geometry[params.cosineOffset + row * params.geometryRowWords + column];
    precise float a = geometry[params.rowPositionOffset + column] * c, b = geometry[params.rowPositionOffset + row] * c;
    q.red = q.green = q.blue = factors(red, a, b, c);
    if (kRgb != 0u)
    {
        q.green = factors(green, a, b, c);
        q.blue = factors(blue, a, b, c);
    }
    normalizeQuad(q);
}

void main()
{
    uint faceLanes = gl_WorkGroupSize.x >> params.groupFacesLog2;
    uint lane = gl_WorkGroupID.y * gl_WorkGroupSize.x + (gl_LocalInvocationID.x & (faceLanes - 1u));
    uint column = lane & ((1u << params.laneColumnsLog2) - 1u);
    uint begin = params.rowBegin + (lane >> params.laneColumnsLog2) * kLaneRows;
    uint face = gl_WorkGroupID.x;
    if (kOneFace == 0u)
        face = (face << params.groupFacesLog2) + gl_LocalInvocationID.x / faceLanes;
    if (column >= params.columns || face >= params.faceCount)
        return;
    Polynomial red = loadPolynomial(0u, params.firstFace + face), green = red, blue = red;
    if (kRgb != 0u)
    {
        green = loadPolynomial(1u, params.firstFace + face);
        blue = loadPolynomial(2u, params.firstFace + face);
    }
    for (uint row = begin; row < min(begin + kLaneRows, params.rowEnd); ++row)
        normalizeRow(face, column, row, red, green, blue);
}

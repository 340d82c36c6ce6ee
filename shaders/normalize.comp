// Divides the texels of cube faces by their probe's own light.
//
//   result = texel * 1 / max(f(d), floor)
//
// f is a polynomial of the direction in the face's frame (denominator.comp), and the four mirror images of a position
// share what is even and odd in it. A lane works on some rows of one column of the quarter face. There is no division:
// docs/normalization.md, section 6. CPU twin: plugin/core/normalize.cpp.
//
// Variants: PN_FORMAT (kTexel...), PN_ROUND_TO_NEAREST (lib/rounding.glsl).
#version 450
#extension GL_GOOGLE_include_directive : require
#include "lib/rounding.glsl"

#ifndef PN_FORMAT
#error PN_FORMAT must name one of kTexel...
#endif

#include "shared/normalize.h"
#include "shared/sh_project.h"
#include "shared/texel.h"

layout(local_size_x = 64, local_size_x_id = kSpecGroupSize) in;
layout(constant_id = kSpecRgb) const uint kRgb = 0u;
layout(constant_id = kSpecClamps) const uint kClamps = 0u;
layout(constant_id = kSpecExactHalves) const uint kExactHalves = 0u;
layout(constant_id = kSpecLaneRows) const uint kLaneRows = 4u;

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

#include "lib/encode.glsl"
#include "lib/texel.glsl"

// One channel's polynomial.
struct Polynomial
{
    vec3 even;  // 1, c, c^2
    vec2 oddA;  // a, a c
    vec2 oddB;  // b, b c
    vec2 other; // a^2, a b
    float floor;
};

Polynomial loadPolynomial(uint channel, uint item)
{
    uint first = params.denominatorOffset + item / 6u * kDenominatorWords;
    uint at = first + channel * kChannelWords + item % 6u * kPolynomialWords;
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

vec3 decode(uvec4 words)
{
    if (!isOdd(oddTexel(words)))
        return decodeOrdinary(words);
    uint flags = 0u;
    uvec3 bits = decodeBits(words);
    return uintBitsToFloat(uvec3(applyPolicy(bits.x, flags), applyPolicy(bits.y, flags), applyPolicy(bits.z, flags)));
}

// index is the texel's among the results; words, as read, have its alpha.
void store(uint index, uvec4 words, uvec3 bits)
{
    switch (kFormat)
    {
    case kTexelRgba32f: results4[index] = uvec4(bits, words.w); break;
    case kTexelRgb32f:
        results[3u * index] = bits.x;
        results[3u * index + 1u] = bits.y;
        results[3u * index + 2u] = bits.z;
        break;
    case kTexelRgba16f:
        results2[index] =
            uvec2(halfBits(bits.x) | halfBits(bits.y) << 16, halfBits(bits.z) | words.y & 0xffff0000u);
        break;
    case kTexelRgb9e5: results[index] = sharedExponent(bits); break;
    case kTexelR11g11b10f: results[index] = packedFloats(bits); break;
    default:
    {
        uint alpha = floatBitsToUint(geometry[params.alphaTableOffset + (words.x >> 24)]);
        results2[index] =
            uvec2(halfBits(bits.x) | halfBits(bits.y) << 16, halfBits(bits.z) | halfBits(alpha) << 16);
    }
    }
}

void divide(uint index, uvec4 words, vec3 factor)
{
    precise vec3 result = decode(words) * factor;
    store(index, words, floatBitsToUint(result));
}

void divideQuad(uint item, uint column, uint row, Polynomial red, Polynomial green, Polynomial blue)
{
    uint top = item * params.itemTexels + params.topOffset - row * params.rowTexels;
    uint bottom = item * params.itemTexels + params.bottomOffset + row * params.rowTexels;
    uint left = params.leftColumn - column, right = params.rightColumn + column;
    uvec4 topLeft = loadTexel(top + left), topRight = loadTexel(top + right);
    uvec4 bottomLeft = loadTexel(bottom + left), bottomRight = loadTexel(bottom + right);

    float c = geometry[params.slopeOffset + row * params.geometryRowWords + column];
    precise float a = geometry[params.riseOffset + column] * c, b = geometry[params.riseOffset + row] * c;
    vec4 r = factors(red, a, b, c), g = r, blueFactors = r;
    if (kRgb != 0u)
    {
        g = factors(green, a, b, c);
        blueFactors = factors(blue, a, b, c);
    }
    divide(top + left, topLeft, vec3(r.x, g.x, blueFactors.x));
    divide(top + right, topRight, vec3(r.y, g.y, blueFactors.y));
    divide(bottom + left, bottomLeft, vec3(r.z, g.z, blueFactors.z));
    divide(bottom + right, bottomRight, vec3(r.w, g.w, blueFactors.w));
}

void main()
{
    uint lane = gl_WorkGroupID.y * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    uint column = lane & ((1u << params.laneColumnsLog2) - 1u);
    uint begin = params.rowBegin + (lane >> params.laneColumnsLog2) * kLaneRows;
    if (column >= params.columns)
        return;
    uint item = gl_WorkGroupID.x;
    Polynomial red = loadPolynomial(0u, params.firstItem + item), green = red, blue = red;
    if (kRgb != 0u)
    {
        green = loadPolynomial(1u, params.firstItem + item);
        blue = loadPolynomial(2u, params.firstItem + item);
    }
    for (uint row = begin; row < min(begin + kLaneRows, params.rowEnd); ++row)
        divideQuad(item, column, row, red, green, blue);
}

// Kinds of texels, and the limits of a texel's value.
#ifndef PN_SHARED_TEXEL_H
#define PN_SHARED_TEXEL_H

#include "lang.h"

PN_SHARED_BEGIN

// What PN_FORMAT may be; the bytes of RGBA8 and of RGBA8_SRGB differ in their table only.
PN_SHARED_CONST uint kTexelRgba32f = 1u;
PN_SHARED_CONST uint kTexelRgb32f = 2u;
PN_SHARED_CONST uint kTexelRgba16f = 3u;
PN_SHARED_CONST uint kTexelRgb9e5 = 4u;
PN_SHARED_CONST uint kTexelR11g11b10f = 5u;
PN_SHARED_CONST uint kTexelRgba8 = 6u;

// Limits, as bits of float32; docs/math.md, section 6.
PN_SHARED_CONST uint kSignBit = 0x80000000u;
PN_SHARED_CONST uint kInfinityBits = 0x7f800000u;
PN_SHARED_CONST uint kLargestBits = 0x5f800000u;     // 2^64; what is larger counts as infinite
PN_SHARED_CONST uint kReplacementBits = 0x477fe000u; // 65504, half's largest, stands for infinity
PN_SHARED_CONST uint kExactBits = 0x37000000u;       // 2^-17; from here on a float32 is a multiple of 2^-40
PN_SHARED_CONST uint kLeastExponent = 87u;           // biased exponent of 2^-40

PN_SHARED_END

#endif

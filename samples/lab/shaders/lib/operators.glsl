// The operators. combine(a, b) is associative, and kIdentity changes nothing. Type and operator are specialization
// constants, so one kernel serves them all, and what a device runs has one of them only. A value is carried as the bits of
// its float or integer. With PN_PAIRS a value is a 64-bit integer in two words, the lower one first, and combine() adds
// modulo 2^64: no device needs 64-bit integers for it.
// Needs: lab.h.
layout(constant_id = kLabSpecType) const uint kType = kLabFloat;
layout(constant_id = kLabSpecOperator) const uint kOperator = kLabSum;

#ifdef PN_PAIRS

#define Value uvec2
const uint kValueWords = 2u;
const uvec2 kIdentity = uvec2(0u);

uvec2 combine(uvec2 a, uvec2 b)
{
    uint carry, low = uaddCarry(a.x, b.x, carry);
    return uvec2(low, a.y + b.y + carry);
}

// Two values side by side, and both of them together.
uvec4 combine(uvec4 a, uvec4 b)
{
    return uvec4(combine(a.xy, b.xy), combine(a.zw, b.zw));
}

uvec2 combineAll(uvec4 v)
{
    return combine(v.xy, v.zw);
}

uvec4 identity4()
{
    return uvec4(0u);
}

#else

#define Value uint
const uint kValueWords = 1u;
const uint kLeast = kType == kLabFloat ? 0xff800000u : kType == kLabInt ? 0x80000000u : 0u; // -infinity for floats
const uint kMost = kType == kLabFloat ? 0x7f800000u : kType == kLabInt ? 0x7fffffffu : ~0u;
const uint kOne = kType == kLabFloat ? 0x3f800000u : 1u;
const uint kIdentity = kOperator == kLabProduct ? kOne
                       : kOperator == kLabMin   ? kMost
                       : kOperator == kLabMax   ? kLeast
                       : kOperator == kLabAnd   ? ~0u
                                                : 0u;

// combine(a, b), for one value and for four side by side.
#define PN_DEFINE_COMBINE(Bits, Floats, Ints) \
    Bits combineFloats(Floats a, Floats b) \
    { \
        precise Floats sum = a + b, product = a * b; \
        return floatBitsToUint(kOperator == kLabSum       ? sum \
                               : kOperator == kLabProduct ? product \
                               : kOperator == kLabMin     ? min(a, b) \
                                                          : max(a, b)); \
    } \
    Bits combine(Bits a, Bits b) \
    { \
        if (kType == kLabFloat) \
            return combineFloats(uintBitsToFloat(a), uintBitsToFloat(b)); \
        if (kOperator == kLabMin) \
            return kType == kLabInt ? Bits(min(Ints(a), Ints(b))) : min(a, b); \
        if (kOperator == kLabMax) \
            return kType == kLabInt ? Bits(max(Ints(a), Ints(b))) : max(a, b); \
        return kOperator == kLabSum       ? a + b \
               : kOperator == kLabProduct ? a * b \
               : kOperator == kLabAnd     ? (a & b) \
               : kOperator == kLabOr      ? (a | b) \
                                          : (a ^ b); \
    }

PN_DEFINE_COMBINE(uint, float, int)
PN_DEFINE_COMBINE(uvec4, vec4, ivec4)

// The components of a vector as a tree, neighbours first.
uint combineAll(uvec4 v)
{
    return combine(combine(v.x, v.y), combine(v.z, v.w));
}

uvec4 identity4()
{
    return uvec4(kIdentity);
}

#endif

// The lab's sums, of floats and of words; those of floats are associative up to rounding.
// A value is one 32-bit word. With PN_PAIRS it is a 64-bit word in two, the lower one first, and the sum is modulo 2^64: no
// device needs 64-bit integers for it.
// Needs: lab_reduce.h.

layout(constant_id = kLabSpecOperator) const uint kOperator = kLabSumFloat;

#ifdef PN_PAIRS

#define Value uvec2
const uint kValueWords = 2u;

uvec2 combine(uvec2 a, uvec2 b)
{
    uint carry, low = uaddCarry(a.x, b.x, carry);
    return uvec2(low, a.y + b.y + carry);
}

// Two values side by side.
uvec4 combine(uvec4 a, uvec4 b)
{
    return uvec4(combine(a.xy, b.xy), combine(a.zw, b.zw));
}

// The two values of a vector.
uvec2 combineAll(uvec4 v)
{
    return combine(v.xy, v.zw);
}

#else

#define Value uint
const uint kValueWords = 1u;

// combine(a, b), for one value and for four side by side.
#define PN_DEFINE_COMBINE(Bits, Float) \
    Bits combine(Bits a, Bits b) \
    { \
        precise Float sum = uintBitsToFloat(a) + uintBitsToFloat(b); \
        return kOperator == kLabSumFloat ? floatBitsToUint(sum) : a + b; \
    }

PN_DEFINE_COMBINE(uint, float)
PN_DEFINE_COMBINE(uvec4, vec4)

// The components of one value as a tree, neighbours first.
uint combineAll(uvec4 v)
{
    return combine(combine(v.x, v.y), combine(v.z, v.w));
}

#endif

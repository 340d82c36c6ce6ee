// Texels of every format as float32 bits, and what becomes of odd values; the twin of plugin/core/texel_bits.h.
// Needs: kFormat, kClamps, kExactHalves, params, the Texels blocks, and byteValue(uint), the value of a byte.

// One channel's bits after the policy, with what had to be done to it: bit 0 not finite, 1 negative, 2 clamped.
uint applyPolicy(uint bits, inout uint flags)
{
    uint sign = bits & kSignBit;
    uint magnitude = bits & ~kSignBit;
    if (magnitude > kInfinityBits)
    {
        flags |= 1u;
        return 0u;
    }
    if (magnitude > kLargestBits)
    {
        flags |= 1u;
        magnitude = kReplacementBits;
    }
    if (magnitude < kExactBits)
    {
        uint exponent = magnitude >> 23;
        magnitude = exponent < kLeastExponent ? 0u : magnitude & (~0u << ((kExactBits >> 23) - exponent));
    }
    if (sign != 0u && magnitude != 0u)
    {
        flags |= 2u;
        if (params.zeroNegative != 0u)
            return 0u;
    }
    if (magnitude > params.maximumBits)
    {
        flags |= 4u;
        magnitude = params.maximumBits;
    }
    return magnitude == 0u ? 0u : sign | magnitude;
}

uint halfToFloatBits(uint value)
{
    uint sign = (value & 0x8000u) << 16;
    uint exponent = value >> 10 & 31u;
    uint mantissa = value & 0x3ffu;
    if (exponent == 31u)
        return sign | kInfinityBits | mantissa << 13;
    if (exponent != 0u)
        return sign | (exponent + 112u) << 23 | mantissa << 13;
    if (mantissa == 0u)
        return sign;
    uint shift = 10u - uint(findMSB(mantissa));
    return sign | (113u - shift) << 23 | (mantissa << shift & 0x3ffu) << 13;
}

// The words of a texel as stored; unused ones are zero.
uvec4 loadTexel(uint index)
{
    switch (kFormat)
    {
    case kTexelRgba32f: return texels4[index];
    case kTexelRgb32f: return uvec4(texels[3u * index], texels[3u * index + 1u], texels[3u * index + 2u], 0u);
    case kTexelRgba16f: return uvec4(texels2[index], 0u, 0u);
    default: return uvec4(texels[index], 0u, 0u, 0u);
    }
}

// Three unsigned small floats of a word as halves.
uvec3 smallFloats(uint word)
{
    return uvec3((word & 0x7ffu) << 4, word >> 7 & 0x7ff0u, word >> 17 & 0x7fe0u);
}

// Exact bits of any texel of any format.
uvec3 decodeBits(uvec4 words)
{
    switch (kFormat)
    {
    case kTexelRgba32f:
    case kTexelRgb32f: return words.xyz;
    case kTexelRgba16f:
        return uvec3(halfToFloatBits(words.x & 0xffffu), halfToFloatBits(words.x >> 16),
                     halfToFloatBits(words.y & 0xffffu));
    case kTexelR11g11b10f:
    {
        uvec3 halves = smallFloats(words.x);
        return uvec3(halfToFloatBits(halves.x), halfToFloatBits(halves.y), halfToFloatBits(halves.z));
    }
    case kTexelRgb9e5:
    {
        precise float scale = uintBitsToFloat((words.x >> 27) + 103u << 23);
        precise vec3 value = vec3(uvec3(words.x, words.x >> 9, words.x >> 18) & 511u) * scale;
        return floatBitsToUint(value);
    }
    default:
    {
        uvec3 bytes = uvec3(words.x, words.x >> 8, words.x >> 16) & 255u;
        return floatBitsToUint(vec3(byteValue(bytes.x), byteValue(bytes.y), byteValue(bytes.z)));
    }
    }
}

// The value of a texel that is not odd, by the cheapest means.
vec3 decodeOrdinary(uvec4 words)
{
    switch (kFormat)
    {
    case kTexelRgba16f: return vec3(unpackHalf2x16(words.x), unpackHalf2x16(words.y).x);
    case kTexelR11g11b10f:
    {
        uvec3 halves = smallFloats(words.x);
        return vec3(unpackHalf2x16(halves.x | halves.y << 16), unpackHalf2x16(halves.z).x);
    }
    default: return uintBitsToFloat(decodeBits(words));
    }
}

const uint kHalfSigns = 0x80008000u;

// The sign bits of two packed halves tell: set where one is infinite or NaN (7c00 up), negative, or a denormal (1 to
// 3ff) on a device whose conversion of those is not known to be exact. The tests of one half spoil the other's only
// where that is negative itself, which tells as well.
uint oddHalves(uint pair)
{
    uint odd = pair | (pair + 0x04000400u);
    if (kExactHalves == 0u)
        odd |= (pair + 0x7fff7fffu) ^ (pair + 0x7c007c00u);
    return odd;
}

// Non-zero where a channel's float32 is negative, below 2^-17 but not zero, or too large.
uint oddFloat(uint bits)
{
    return uint(bits - 1u < kExactBits - 1u) | uint(bits > kLargestBits);
}

// What oddTexel says of some texels together: whether one of them needs the policy.
bool isOdd(uint odd)
{
    bool hasHalves = kFormat == kTexelRgba16f || kFormat == kTexelR11g11b10f;
    return (hasHalves ? odd & kHalfSigns : odd) != 0u;
}

uint oddTexel(uvec4 words)
{
    uint odd = 0u;
    switch (kFormat)
    {
    case kTexelRgba32f:
    case kTexelRgb32f: odd = oddFloat(words.x) | oddFloat(words.y) | oddFloat(words.z); break;
    case kTexelRgba16f: odd = oddHalves(words.x) | oddHalves(words.y & 0xffffu); break;
    case kTexelR11g11b10f:
    {
        uvec3 halves = smallFloats(words.x);
        odd = oddHalves(halves.x | halves.y << 16) | oddHalves(halves.z);
        break;
    }
    default: break;
    }
    if (kClamps != 0u)
    {
        uvec3 bits = floatBitsToUint(decodeOrdinary(words));
        odd |= max(bits.x, max(bits.y, bits.z)) > params.maximumBits ? kHalfSigns : 0u;
    }
    return odd;
}

// What is left of texels that were taken for ordinary. Infinite and NaN halves need none: they show in the sum.
struct OddMark
{
    uvec3 bits;
};

OddMark noMark()
{
    return OddMark(uvec3(0u, 0u, ~0u));
}

// The device's conversion of denormal halves is not to be trusted, or ordinary values may have to be clamped.
bool startsCareful()
{
    bool hasHalves = kFormat == kTexelRgba16f || kFormat == kTexelR11g11b10f;
    return kClamps != 0u || hasHalves && kExactHalves == 0u;
}

void markFloats(uvec3 bits, inout OddMark mark)
{
    uvec3 less = bits - 1u; // zero is not small
    mark.bits.y = max(max(mark.bits.y, bits.x), max(bits.y, bits.z));
    mark.bits.z = min(min(mark.bits.z, less.x), min(less.y, less.z));
}

void markOdd(uvec4 a, uvec4 b, inout OddMark mark)
{
    switch (kFormat)
    {
    case kTexelRgba32f:
    case kTexelRgb32f:
        markFloats(a.xyz, mark);
        markFloats(b.xyz, mark);
        break;
    case kTexelRgba16f:
        mark.bits.x |= a.x | a.y | b.x | b.y; // alpha too: a negative one costs time, not bits, a test of it registers
        break;
    default: break;
    }
}

// Whether a channel was negative, or, of float32, too large or below 2^-17 but not zero.
bool isMarked(OddMark mark)
{
    switch (kFormat)
    {
    case kTexelRgba32f:
    case kTexelRgb32f: return mark.bits.y > kLargestBits || mark.bits.z < kExactBits - 1u;
    case kTexelRgba16f: return (mark.bits.x & kHalfSigns) != 0u;
    default: return false;
    }
}

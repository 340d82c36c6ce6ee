// Finds the texels that need the policy, and decodes the others by the cheapest means. Needs: kClamps, kExactHalves,
// texel.glsl.

// Decodes a texel that is not special, by the cheapest means. Device only: the CPU uses Texels::load of
// texel_loader-inl.h, which decodes a block of texels at a time.
vec3 decodeFast(uvec4 words)
{
    switch (kFormat)
    {
    case kTexelRgba16f: return vec3(unpackHalf2x16(words.x), unpackHalf2x16(words.y).x);
    case kTexelR11g11b10f:
    {
        uvec3 halves = smallFloats(words.x);
        return vec3(unpackHalf2x16(halves.x | halves.y << 16), unpackHalf2x16(halves.z).x);
    }
    default: return uintBitsToFloat(decodeTexel(words));
    }
}

const uint kHalfSigns = 0x80008000u;

// Looks for special values in two half floats. In the result, the sign bit of a half is set if that half is infinite
// or NaN (7c00 and above), or negative, or denormal (1 to 3ff) on a device whose conversion of denormals may be
// inexact. The test of the lower half carries into the upper half only if the lower one is negative, and then the
// texel is special anyway. Device only, as all functions here that look for special texels: the CPU looks at the range
// of values of a block (Range of texel_loader-inl.h).
uint specialHalves(uint pair)
{
    uint special = pair | (pair + 0x04000400u);
    if (kExactHalves == 0u)
        special |= (pair + 0x7fff7fffu) ^ (pair + 0x7c007c00u);
    return special;
}

// Non-zero where a channel's float32 is negative, below 2^-17 but not zero, or too large. Device only.
uint specialFloat(uint bits)
{
    return uint(bits - 1u < kExactBits - 1u) | uint(bits > kLargestBits);
}

// Whether a texel needs the policy, from the results of specialTexel for several texels, combined by or. Device only.
bool isSpecial(uint special)
{
    bool hasHalves = kFormat == kTexelRgba16f || kFormat == kTexelR11g11b10f;
    return (hasHalves ? special & kHalfSigns : special) != 0u;
}

// Device only.
uint specialTexel(uvec4 words)
{
    uint special = 0u;
    switch (kFormat)
    {
    case kTexelRgba32f:
    case kTexelRgb32f: special = specialFloat(words.x) | specialFloat(words.y) | specialFloat(words.z); break;
    case kTexelRgba16f: special = specialHalves(words.x) | specialHalves(words.y & 0xffffu); break;
    case kTexelR11g11b10f:
    {
        uvec3 halves = smallFloats(words.x);
        special = specialHalves(halves.x | halves.y << 16) | specialHalves(halves.z);
        break;
    }
    default: break;
    }
    if (kClamps != 0u)
    {
        uvec3 bits = floatBitsToUint(decodeFast(words));
        special |= max(bits.x, max(bits.y, bits.z)) > params.maximumBits ? kHalfSigns : 0u;
    }
    return special;
}

// Records whether the fast path met a special texel. Infinite and NaN halves need no record: they propagate into the sum.
struct SpecialMask
{
    uvec3 bits;
};

// Device only.
SpecialMask noSpecial()
{
    return SpecialMask(uvec3(0u, 0u, ~0u));
}

// Whether the fast path must not be used: values may have to be clamped, or the device's conversion of denormal half
// floats may be inexact. Device only.
bool needsExactPath()
{
    bool hasHalves = kFormat == kTexelRgba16f || kFormat == kTexelR11g11b10f;
    return kClamps != 0u || hasHalves && kExactHalves == 0u;
}

// Device only.
void markFloats(uvec3 bits, inout SpecialMask mark)
{
    uvec3 less = bits - 1u; // 0 wraps to the largest value, so it does not count as small
    mark.bits.y = max(max(mark.bits.y, bits.x), max(bits.y, bits.z));
    mark.bits.z = min(min(mark.bits.z, less.x), min(less.y, less.z));
}

// Device only.
void markSpecial(uvec4 a, uvec4 b, inout SpecialMask mark)
{
    switch (kFormat)
    {
    case kTexelRgba32f:
    case kTexelRgb32f:
        markFloats(a.xyz, mark);
        markFloats(b.xyz, mark);
        break;
    case kTexelRgba16f:
        mark.bits.x |= a.x | a.y | b.x | b.y; // includes alpha: leaving it out costs registers, and a negative alpha only costs time
        break;
    default: break;
    }
}

// Whether a channel was negative or, in float32 formats, too large or non-zero below 2^-17. Device only.
bool isMarked(SpecialMask mark)
{
    switch (kFormat)
    {
    case kTexelRgba32f:
    case kTexelRgb32f: return mark.bits.y > kLargestBits || mark.bits.z < kExactBits - 1u;
    case kTexelRgba16f: return (mark.bits.x & kHalfSigns) != 0u;
    default: return false;
    }
}

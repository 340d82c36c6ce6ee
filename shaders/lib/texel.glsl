// Decodes texels of every format to float32 bits, and applies the policy to special values. Twin of
// plugin/core/kernel/texel_bits.h. Needs: kFormat, params, the Texels blocks, and byteValue(uint), the value of a byte.

// Applies the policy to one channel. Sets bits of flags for what was changed: bit 0 not finite, bit 1 negative, bit 2
// clamped.
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

// Loads the words of a texel; unused words are zero. Device only: the CPU decodes from bytes.
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

// Converts the three small unsigned floats of a word to half floats.
uvec3 smallFloats(uint word)
{
    return uvec3((word & 0x7ffu) << 4, word >> 7 & 0x7ff0u, word >> 17 & 0x7fe0u);
}

// Decodes any texel of any format exactly.
uvec3 decodeTexel(uvec4 words)
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

// Stores float32 bits as a texel whose alpha is 1. Device only: the CPU has encodeTexel. Needs: encode.glsl, kTarget, and
// the Results blocks.

void store(uint index, uvec3 bits)
{
    switch (kTarget)
    {
    case kTexelRgba32f: results4[index] = uvec4(bits, 0x3f800000u); break;
    case kTexelRgb32f:
        results[3u * index] = bits.x;
        results[3u * index + 1u] = bits.y;
        results[3u * index + 2u] = bits.z;
        break;
    case kTexelRgb9e5: results[index] = sharedExponent(zeroIfNegative(bits)); break;
    case kTexelR11g11b10f: results[index] = packedFloats(zeroIfNegative(bits)); break;
    default:
        results2[index] = uvec2(halfBits(bits.x) | halfBits(bits.y) << 16, halfBits(bits.z) | 0x3c000000u);
    }
}

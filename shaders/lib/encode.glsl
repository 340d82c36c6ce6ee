// Float32 results as texels, rounded to nearest even by integer arithmetic and one addition; the twin of
// plugin/core/encode.cpp. Needs: kFormat.

const uint kLargestHalf = 0x477fe000u;    // 65504
const uint kLargestFloat11 = 0x477e0000u; // 65024
const uint kLargestFloat10 = 0x477c0000u; // 64512
const uint kLargestShared = 0x477f8000u;  // 65408 = 511 * 2^7
const uint kLeastHalfExponent = 113u;
const uint kLeastSharedExponent = 111u;

// A magnitude in units of 2^(exponent - 127 - bits), rounded by adding it to 2^23 of these.
uint roundedUnits(uint magnitude, uint exponent, uint bits)
{
    uint large = exponent + 23u - bits << 23;
    precise float sum = uintBitsToFloat(magnitude) + uintBitsToFloat(large);
    return floatBitsToUint(sum) - large;
}

// A float of 5 bits of exponent and some of mantissa, without its sign.
uint smallFloat(uint magnitude, uint largest, uint bits)
{
    magnitude = min(magnitude, largest);
    uint exponent = max(magnitude >> 23, kLeastHalfExponent);
    return (exponent - kLeastHalfExponent << bits) + roundedUnits(magnitude, exponent, bits);
}

uint halfBits(uint bits)
{
    return bits >> 16 & 0x8000u | smallFloat(bits & ~kSignBit, kLargestHalf, 10u);
}

uvec3 zeroIfNegative(uvec3 bits)
{
    return bits & ((bits >> 31) - 1u);
}

uint packedFloats(uvec3 bits)
{
    bits = zeroIfNegative(bits);
    return smallFloat(bits.x, kLargestFloat11, 6u) | smallFloat(bits.y, kLargestFloat11, 6u) << 11 |
           smallFloat(bits.z, kLargestFloat10, 5u) << 22;
}

uint sharedExponent(uvec3 bits)
{
    bits = min(zeroIfNegative(bits), uvec3(kLargestShared));
    uint most = max(bits.x, max(bits.y, bits.z));
    uint exponent = max(most >> 23, kLeastSharedExponent);
    exponent += roundedUnits(most, exponent, 8u) >> 9; // 512 units: one more bit is needed
    return roundedUnits(bits.x, exponent, 8u) | roundedUnits(bits.y, exponent, 8u) << 9 |
           roundedUnits(bits.z, exponent, 8u) << 18 | exponent - kLeastSharedExponent << 27;
}

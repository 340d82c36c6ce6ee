// Encodes float32 results as texels, rounded to nearest even by integer arithmetic and one addition. Twin of
// plugin/core/kernel/encode.h. Values must not be negative, but for halfBits.

const uint kLargestHalf = 0x477fe000u;    // 65504
const uint kLargestFloat11 = 0x477e0000u; // 65024
const uint kLargestFloat10 = 0x477c0000u; // 64512
const uint kLargestShared = 0x477f8000u;  // 65408 = 511 * 2^7
const uint kLeastHalfExponent = 0x38800000u;   // 2^-14; smaller values share its unit
const uint kLeastSharedExponent = 0x37800000u; // 2^-16, the shared exponent 0

// A magnitude in units of 2^(e - bits), where exponent holds e as the bits of 2^e: rounded by adding it to 2^23 of these.
uint roundedUnits(uint magnitude, uint exponent, uint bits)
{
    uint large = exponent + (23u - bits << 23);
    precise float sum = uintBitsToFloat(magnitude) + uintBitsToFloat(large);
    return floatBitsToUint(sum) - large;
}

uint exponentOf(uint magnitude, uint least)
{
    return max(magnitude & kInfinityBits, least);
}

// A float of 5 bits of exponent and some of mantissa, without its sign.
uint smallFloat(uint magnitude, uint largest, uint bits)
{
    magnitude = min(magnitude, largest);
    uint exponent = exponentOf(magnitude, kLeastHalfExponent);
    return (exponent - kLeastHalfExponent >> 23u - bits) + roundedUnits(magnitude, exponent, bits);
}

uint halfMagnitude(uint magnitude)
{
    return smallFloat(magnitude, kLargestHalf, 10u);
}

uint halfBits(uint bits)
{
    return (bits & kSignBit) >> 16 | halfMagnitude(bits & ~kSignBit);
}

uvec3 zeroIfNegative(uvec3 bits)
{
    return bits & ((bits >> 31) - 1u);
}

uint packedFloats(uvec3 bits)
{
    return smallFloat(bits.x, kLargestFloat11, 6u) | smallFloat(bits.y, kLargestFloat11, 6u) << 11 |
           smallFloat(bits.z, kLargestFloat10, 5u) << 22;
}

uint sharedExponent(uvec3 bits)
{
    bits = min(bits, uvec3(kLargestShared));
    uint most = max(bits.x, max(bits.y, bits.z));
    uint exponent = exponentOf(most, kLeastSharedExponent);
    exponent += roundedUnits(most, exponent, 8u) >> 9 << 23; // 512 units: one more bit is needed
    return roundedUnits(bits.x, exponent, 8u) | roundedUnits(bits.y, exponent, 8u) << 9 |
           roundedUnits(bits.z, exponent, 8u) << 18 | exponent - kLeastSharedExponent << 4;
}

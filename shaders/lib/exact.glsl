// Functions of floats that give the same bits on every device. They work on a float's word, or they add and multiply, which
// every device rounds alike. Devices may round quotients and square roots differently. Twin of the first functions of
// plugin/core/kernel/denominator.cpp. Needs: kSignBit, kTinySearchBits.

uint magnitudeBits(float value)
{
    return floatBitsToUint(value) & ~kSignBit;
}

float zeroIfBelow(float value, uint bits)
{
    return magnitudeBits(value) < bits ? 0.0 : value;
}

float zeroIfTiny(float value)
{
    return zeroIfBelow(value, kTinySearchBits);
}

float magnitude(float value)
{
    return uintBitsToFloat(magnitudeBits(value));
}

float larger(float a, float b)
{
    return a > b ? a : b;
}

float inverseSquareRoot(float x)
{
    precise float r = uintBitsToFloat(0x5f375a86u - (floatBitsToUint(x) >> 1));
    precise float halfX = 0.5 * x;
    for (uint i = 0u; i < 3u; ++i)
        r = r * (1.5 - halfX * (r * r));
    return r;
}

vec3 normalized(vec3 v, vec3 otherwise)
{
    precise float squared = (v.x * v.x + v.y * v.y) + v.z * v.z;
    if (squared == 0.0)
        return otherwise;
    float r = inverseSquareRoot(squared);
    precise vec3 unit = v * r;
    return vec3(zeroIfTiny(unit.x), zeroIfTiny(unit.y), zeroIfTiny(unit.z));
}

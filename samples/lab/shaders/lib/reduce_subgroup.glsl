// The device's own reduction of a subgroup, in an order of its own.
// Needs: operators.glsl, GL_KHR_shader_subgroup_arithmetic.
#ifdef PN_PAIRS

// A sum of words loses its carries. So the lower words are added as halves of 16 bits, whose sums have room for them.
uvec2 reduceSubgroup(uvec2 value)
{
    uint low = subgroupAdd(value.x & 0xffffu);
    uint middle = subgroupAdd(value.x >> 16) + (low >> 16);
    uint high = subgroupAdd(value.y) + (middle >> 16);
    return uvec2(middle << 16 | low & 0xffffu, high);
}

#else

#define PN_REDUCE_SUBGROUP(toBits, value) \
    { \
        if (kOperator == kLabSum) \
            return toBits(subgroupAdd(value)); \
        if (kOperator == kLabProduct) \
            return toBits(subgroupMul(value)); \
        if (kOperator == kLabMin) \
            return toBits(subgroupMin(value)); \
        if (kOperator == kLabMax) \
            return toBits(subgroupMax(value)); \
    }

uint reduceSubgroup(uint value)
{
    if (kType == kLabFloat)
        PN_REDUCE_SUBGROUP(floatBitsToUint, uintBitsToFloat(value))
    else if (kType == kLabInt)
        PN_REDUCE_SUBGROUP(uint, int(value))
    else
        PN_REDUCE_SUBGROUP(uint, value)
    if (kOperator == kLabAnd)
        return subgroupAnd(value);
    return kOperator == kLabOr ? subgroupOr(value) : subgroupXor(value);
}

#endif

// The device's own reduction of a subgroup, in an order of its own.
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

uint reduceSubgroup(uint value)
{
    if (kOperator == kLabSumFloat)
        return floatBitsToUint(subgroupAdd(uintBitsToFloat(value)));
    return subgroupAdd(value);
}

#endif

// The device's own reduction of a subgroup, in an order of its own.
uint reduceSubgroup(uint value)
{
    float number = uintBitsToFloat(value);
    switch (kOperator)
    {
    case kLabSumFloat: return floatBitsToUint(subgroupAdd(number));
    case kLabMinFloat: return floatBitsToUint(subgroupMin(number));
    case kLabMaxFloat: return floatBitsToUint(subgroupMax(number));
    case kLabProductFloat: return floatBitsToUint(subgroupMul(number));
    case kLabSumUint: return subgroupAdd(value);
    case kLabMinUint: return subgroupMin(value);
    case kLabMaxUint: return subgroupMax(value);
    case kLabAnd: return subgroupAnd(value);
    case kLabOr: return subgroupOr(value);
    default: return subgroupXor(value);
    }
}

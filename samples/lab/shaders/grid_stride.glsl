// A lane's share of the vector: every element that is a multiple of the grid's lanes away from its first.
// However many elements there are, the number of groups is one that keeps the device busy.
Value reduceGridStride()
{
    Value value = Value(0u);
    uint lanes = gl_NumWorkGroups.x * gl_WorkGroupSize.x;
    for (uint i = gl_GlobalInvocationID.x; i < params.count; i += lanes)
        value = combine(value, elements[i]);
    return value;
}

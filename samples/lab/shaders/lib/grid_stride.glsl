// A lane's share of all elements: its own number, and every number that is a multiple of the grid's lanes further. The number
// of groups is one that keeps the device busy, however many elements there are.
// Needs: reduction.glsl.
Value reduceShare()
{
    Value value = kIdentity;
    uint lanes = gl_NumWorkGroups.x * gl_WorkGroupSize.x;
    for (uint i = gl_GlobalInvocationID.x; i < params.count; i += lanes)
        value = combine(value, elements[i]);
    return value;
}

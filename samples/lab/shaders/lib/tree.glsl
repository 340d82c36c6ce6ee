// A group's values by a tree in shared memory, whose stride falls from half of the group to 1. Lane 0 gets the result.
// Needs: operators.glsl.
shared Value scratch[gl_WorkGroupSize.x];

Value reduceGroup(Value value)
{
    uint lane = gl_LocalInvocationID.x;
    scratch[lane] = value;
    for (uint stride = gl_WorkGroupSize.x / 2u; stride > 0u; stride /= 2u)
    {
        barrier();
        if (lane < stride)
            scratch[lane] = combine(scratch[lane], scratch[lane + stride]);
    }
    return scratch[lane];
}

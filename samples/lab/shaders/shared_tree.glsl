// The group's values as a tree in shared memory, each step half as wide as the one before: neighbouring lanes use
// neighbouring words, so there are no bank conflicts, and whole subgroups fall idle at once.
shared Value scratch[gl_WorkGroupSize.x];

// Lane 0 gets the result.
Value reduceInShared(Value value)
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

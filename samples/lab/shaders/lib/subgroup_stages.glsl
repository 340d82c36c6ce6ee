// A group's values by reducing each subgroup, then what the subgroups left, until one value is left. Two stages are enough
// only where a subgroup has as many lanes as the group has subgroups: 1024 lanes in subgroups of 4 take five.
// Ordered lane 0 gets the result.
// Needs: subgroups.glsl, and Value reduceSubgroup(Value), whose result at least the subgroup's first lane gets.
shared Value scratch[gl_WorkGroupSize.x / 2u]; // one value per subgroup

// From the values of subgroups, which their first lanes have.
Value reduceStages(Value value)
{
    uint width = subgroupLanes(), lane = orderedLane();
    for (uint left = gl_NumSubgroups; left > 1u; left = (left + width - 1u) / width)
    {
        if (gl_SubgroupInvocationID == 0u && gl_SubgroupID < left)
            scratch[gl_SubgroupID] = value;
        barrier();
        value = lane < left ? scratch[lane] : kIdentity;
        barrier(); // before scratch is written again
        value = reduceSubgroup(value);
    }
    return value;
}

Value reduceGroup(Value value)
{
    return reduceStages(reduceSubgroup(value));
}

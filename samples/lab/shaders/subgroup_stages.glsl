// A group's values by reducing subgroups, then what they left, until one value is left. A first stage and a second are
// enough only where a subgroup has as many lanes as the group has subgroups: 1024 lanes in subgroups of 4 take five.
// Needs: reduceSubgroup(value), whose result at least the subgroup's first lane gets.
shared Value scratch[gl_WorkGroupSize.x / 2u]; // one value per subgroup

// From a value for each subgroup, which its first lane has, to that of the group in lane 0.
Value reduceSubgroups(Value value)
{
    uint width = subgroupLanes(), lane = orderedLane();
    for (uint left = gl_NumSubgroups; left > 1u; left = (left + width - 1u) / width)
    {
        if (gl_SubgroupInvocationID == 0u && gl_SubgroupID < left)
            scratch[gl_SubgroupID] = value;
        barrier();
        value = lane < left ? scratch[lane] : Value(0u);
        barrier(); // before scratch is written again
        value = reduceSubgroup(value);
    }
    return value;
}

Value reduceGroup(Value value)
{
    return reduceSubgroups(reduceSubgroup(value));
}

// A group's sum by the device's own sum of a subgroup, in an order of its own, then of what subgroups left, until one
// value is left. Two stages are enough only where a subgroup has as many lanes as the group has subgroups: 1024 lanes in
// subgroups of 4 take five.
// Needs: GL_KHR_shader_subgroup_arithmetic.
shared float scratch[gl_WorkGroupSize.x / 2u]; // one value per subgroup

// Lanes numbered through their subgroups. Vulkan does not say that gl_LocalInvocationID counts them in this order, and
// a subgroup is as wide as the group where that is smaller.
uint subgroupLanes()
{
    return gl_WorkGroupSize.x / gl_NumSubgroups;
}

uint orderedLane()
{
    return gl_SubgroupID * subgroupLanes() + gl_SubgroupInvocationID;
}

// Ordered lane 0 gets the result.
float sumGroup(float value)
{
    uint width = subgroupLanes(), lane = orderedLane();
    value = subgroupAdd(value);
    for (uint left = gl_NumSubgroups; left > 1u; left = (left + width - 1u) / width)
    {
        if (gl_SubgroupInvocationID == 0u && gl_SubgroupID < left)
            scratch[gl_SubgroupID] = value;
        barrier();
        value = lane < left ? scratch[lane] : 0.0;
        barrier(); // before scratch is written again
        value = subgroupAdd(value);
    }
    return value;
}

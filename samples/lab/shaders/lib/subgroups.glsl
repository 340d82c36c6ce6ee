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

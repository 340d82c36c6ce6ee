// The number of the group. A grid of many groups has two sides.
uint groupIndex()
{
    return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
}

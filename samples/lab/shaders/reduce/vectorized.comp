// Rung 13: rung 11 and two things more. A lane loads 16 bytes at a time, four times before it needs the first, into four sums that
// do not wait for each other: that many bytes in flight reach the limit of the memory. And one pass is enough without atomics on the
// result, since the group that ends last combines the partials of all. It knows by a ticket. On one device and driver a float sum
// does not depend on which group is last.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require

#include "lab/shaders/lib/reduction.glsl"
#include "lab/shaders/lib/subgroups.glsl"
#include "lab/shaders/lib/reduce_subgroup.glsl"
#include "lab/shaders/lib/subgroup_stages.glsl"

layout(set = 0, binding = kLabThird) coherent buffer Tickets { uint tickets; }; // zero between dispatches

shared uint ticket;

// Tiles of four loads per lane. The tiles of one group are one grid apart.
Value reduceShare()
{
    const uint kLoadElements = 4u / kValueWords;
    uint group = gl_WorkGroupSize.x, tile = 4u * group, lane = gl_LocalInvocationID.x;
    uint end = params.count / kLoadElements / tile * tile;
    uvec4 a = identity4(), b = a, c = a, d = a;
    for (uint i = gl_WorkGroupID.x * tile + lane; i < end; i += gl_NumWorkGroups.x * tile)
    {
        a = combine(a, loads[i]);
        b = combine(b, loads[i + group]);
        c = combine(c, loads[i + 2u * group]);
        d = combine(d, loads[i + 3u * group]);
    }
    Value value = combineAll(combine(combine(a, b), combine(c, d)));
    uint lanes = gl_NumWorkGroups.x * group;
    for (uint i = kLoadElements * end + gl_GlobalInvocationID.x; i < params.count; i += lanes) // less than a tile
        value = combine(value, elements[i]);
    return value;
}

// Whether all other groups have stored their partials. A partial is visible before its ticket is taken, and whoever
// takes the last ticket sees what came before the others.
bool isLastGroup()
{
    memoryBarrierBuffer();
    if (orderedLane() == 0u)
        ticket = atomicAdd(tickets, 1u);
    barrier();
    memoryBarrierBuffer();
    return ticket == params.groupCount - 1u;
}

void main()
{
    Value value = reduceGroup(reduceShare());
    if (orderedLane() == 0u)
        storePartial(value);
    if (!isLastGroup())
        return;
    value = kIdentity;
    for (uint i = orderedLane(); i < params.groupCount; i += gl_WorkGroupSize.x)
        value = combine(value, partials[i]);
    value = reduceGroup(value);
    if (orderedLane() == 0u)
    {
        partials[0] = value;
        tickets = 0u;
    }
}

// Rung 6: 16-byte loads and four sums that do not wait for each other; one dispatch, since the group that ends last
// adds the partials of all. The order of a sum depends on how many groups and lanes there are, not on who is last.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require

#include "lab/shaders/reduction.glsl"
#include "lab/shaders/subgroup_sum.glsl"

layout(set = 0, binding = kLabBindingElements) readonly buffer Loads { vec4 loads[]; };
layout(set = 0, binding = kLabBindingTickets) coherent buffer Tickets { uint tickets; };

shared uint ticket;

// Tiles of four loads per lane, all in flight together. The tiles of one group are one grid apart.
float sumOfLane()
{
    uint group = gl_WorkGroupSize.x, tile = 4u * group, lane = gl_LocalInvocationID.x;
    uint end = params.count / 4u / tile * tile;
    vec4 a = vec4(0.0), b = a, c = a, d = a;
    for (uint i = gl_WorkGroupID.x * tile + lane; i < end; i += gl_NumWorkGroups.x * tile)
    {
        a += loads[i];
        b += loads[i + group];
        c += loads[i + 2u * group];
        d += loads[i + 3u * group];
    }
    vec4 sums = (a + b) + (c + d);
    float value = (sums.x + sums.y) + (sums.z + sums.w);
    uint lanes = gl_NumWorkGroups.x * group;
    for (uint i = 4u * end + gl_GlobalInvocationID.x; i < params.count; i += lanes) // less than a tile
        value += elements[i];
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
    float value = sumGroup(sumOfLane());
    if (orderedLane() == 0u)
        storePartial(value);
    if (!isLastGroup())
        return;
    value = 0.0;
    for (uint i = orderedLane(); i < params.groupCount; i += gl_WorkGroupSize.x)
        value += partials[i];
    value = sumGroup(value);
    if (orderedLane() == 0u)
    {
        partials[0] = value;
        tickets = 0u; // for the next dispatch
    }
}

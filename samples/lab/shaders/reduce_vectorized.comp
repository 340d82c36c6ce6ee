// Rung 13: 16-byte loads and four sums that do not wait for each other; one dispatch, since the group that ends last
// adds the partials of all. The order of a float sum depends on how many groups and lanes there are, not on who is last.
//
// The last group may read the partials because of a chain in Vulkan's memory model: each group's partial, its
// ticket (release, device), the last ticket (acquire, device), the barrier of the last group.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#pragma use_vulkan_memory_model

#define PN_PARTIALS devicecoherent
#include "lab/shaders/reduction.glsl"
#include "lab/shaders/subgroup_lanes.glsl"
#include "lab/shaders/subgroup_builtin.glsl"
#include "lab/shaders/subgroup_stages.glsl"

layout(set = 0, binding = kLabBindingTickets) buffer Tickets { uint tickets; };

shared uint ticket;

const int kBoth = gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible;

// Tiles of four loads per lane, all in flight together. The tiles of one group are one grid apart.
Value reduceTiles()
{
    uint group = gl_WorkGroupSize.x, tile = 4u * group, lane = gl_LocalInvocationID.x;
    uint vectors = params.count / kLoadElements, end = vectors / tile * tile;
    uvec4 a = uvec4(0u), b = a, c = a, d = a;
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

// Whether all other groups have stored their partials.
bool isLastGroup()
{
    if (orderedLane() == 0u)
        ticket = atomicAdd(tickets, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, kBoth);
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer | gl_StorageSemanticsShared, kBoth);
    return ticket == params.groupCount - 1u;
}

Value reducePartials()
{
    Value value = Value(0u);
    for (uint i = orderedLane(); i < params.groupCount; i += gl_WorkGroupSize.x)
        value = combine(value, partials[i]);
    return reduceGroup(value);
}

void main()
{
    Value value = reduceGroup(reduceTiles());
    if (orderedLane() == 0u)
        storePartial(value);
    if (!isLastGroup())
        return;
    value = reducePartials();
    if (orderedLane() == 0u)
    {
        partials[0] = value;
        atomicStore(tickets, 0u, gl_ScopeDevice, 0, 0); // for the next dispatch
    }
}

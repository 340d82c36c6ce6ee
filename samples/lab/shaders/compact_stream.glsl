// A tile of kLabStreamTile elements per group, in equal parts of consecutive elements for its subgroups. They go through
// it once, so that it need not fit into registers, and count what they keep.
// Needs: compact.glsl, subgroup_lanes.glsl, subgroup arithmetic.

shared uint partKept[kLabLanes / kLabLeastSubgroup]; // by the part's subgroup

uint partSize()
{
    return kLabStreamTile / gl_NumSubgroups;
}

uint firstOfPart(uint tile)
{
    return tile * kLabStreamTile + gl_SubgroupID * partSize();
}

struct Parts
{
    uint before; // kept of the parts before the subgroup's own
    uint total;  // of all parts
    uint most;   // of one part
};

// All lanes of the group call it.
Parts sumParts(uint own)
{
    barrier(); // an earlier tile's numbers have been read
    if (gl_SubgroupInvocationID == 0u)
        partKept[gl_SubgroupID] = own;
    subgroupBarrier();
    barrier();
    Parts parts = Parts(0u, 0u, 0u);
    for (uint s = 0u; s < gl_NumSubgroups; ++s)
    {
        uint kept = partKept[s];
        parts = Parts(parts.before + (s < gl_SubgroupID ? kept : 0u), parts.total + kept, max(parts.most, kept));
    }
    return parts;
}

// How many elements of the subgroup's part are kept, which are not moved.
uint countPart(uint tile)
{
    uint first = min(firstOfPart(tile), params.count), last = min(first + partSize(), params.count);
    uint kept = 0u, end = last / 4u, lanes = subgroupLanes();
    for (uint i = first / 4u + gl_SubgroupInvocationID; i < end; i += 4u * lanes)
        for (uint k = 0u; k < 4u; ++k) // four loads in flight
        {
            uvec4 vector = elements4[min(i + k * lanes, end - 1u)];
            uint own = uint(isKept(vector.x)) + uint(isKept(vector.y)) + uint(isKept(vector.z)) + uint(isKept(vector.w));
            kept += i + k * lanes < end ? own : 0u;
        }
    for (uint i = max(4u * end, first) + gl_SubgroupInvocationID; i < last; i += lanes) // less than a vector
        kept += isKept(elements[i]) ? 1u : 0u;
    return subgroupAdd(kept);
}

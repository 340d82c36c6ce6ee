// A subgroup goes through consecutive elements, eight vectors of four per lane and round, and packs those that are kept.
// Needs: compact.glsl, subgroup_lanes.glsl, subgroup ballots, and void keep(uint place, uint element).

layout(set = 0, binding = kLabScanInput) readonly buffer Elements4 { uvec4 elements4[]; };

// Element i and the three after it; those from end on are not kept.
uvec4 loadVector(uint i, uint end, out bvec4 kept)
{
    uvec4 vector = uvec4(0u);
    if (i + 4u <= end)
        vector = elements4[i / 4u];
    else
        for (uint c = 0u; c < 4u; ++c)
            vector[c] = i + c < end ? elements[i + c] : 0u;
    for (uint c = 0u; c < 4u; ++c)
        kept[c] = isKept(vector[c]) && i + c < end;
    return vector;
}

// Hands over what the subgroup keeps of its vectors, in order, and returns the place after it.
uint packVectors(uvec4 vector, bvec4 kept, uint place)
{
    uvec4 x = subgroupBallot(kept.x), y = subgroupBallot(kept.y);
    uvec4 z = subgroupBallot(kept.z), w = subgroupBallot(kept.w);
    if ((x | y | z | w) != uvec4(0u))
    {
        uint own = place + subgroupBallotExclusiveBitCount(x) + subgroupBallotExclusiveBitCount(y) +
                   subgroupBallotExclusiveBitCount(z) + subgroupBallotExclusiveBitCount(w);
        if (kept.x)
            keep(own++, vector.x);
        if (kept.y)
            keep(own++, vector.y);
        if (kept.z)
            keep(own++, vector.z);
        if (kept.w)
            keep(own, vector.w);
        place += subgroupBallotBitCount(x) + subgroupBallotBitCount(y) + subgroupBallotBitCount(z) +
                 subgroupBallotBitCount(w);
    }
    return place;
}

uint packVectors(uvec4 vector, uint place)
{
    return packVectors(vector, greaterThanEqual(vector, uvec4(params.threshold)), place);
}

// Eight vectors per lane, `step` elements apart, all in flight. They are no array, which a loop that stays one would keep in
// memory.
uint packWhole(uint i, uint step, uint place)
{
    uvec4 a = elements4[i / 4u], b = elements4[(i + step) / 4u];
    uvec4 c = elements4[(i + 2u * step) / 4u], d = elements4[(i + 3u * step) / 4u];
    uvec4 e = elements4[(i + 4u * step) / 4u], f = elements4[(i + 5u * step) / 4u];
    uvec4 g = elements4[(i + 6u * step) / 4u], h = elements4[(i + 7u * step) / 4u];
    place = packVectors(d, packVectors(c, packVectors(b, packVectors(a, place))));
    return packVectors(h, packVectors(g, packVectors(f, packVectors(e, place))));
}

// Four of them, which the end may cut.
uint packCut(uint i, uint step, uint end, uint place)
{
    bvec4 keptA, keptB, keptC, keptD;
    uvec4 a = loadVector(i, end, keptA), b = loadVector(i + step, end, keptB);
    uvec4 c = loadVector(i + 2u * step, end, keptC), d = loadVector(i + 3u * step, end, keptD);
    return packVectors(d, keptD, packVectors(c, keptC, packVectors(b, keptB, packVectors(a, keptA, place))));
}

// The elements from first on, so many of them, but none from end on. Returns the place after what is kept of them.
uint packElements(uint first, uint size, uint end, uint place)
{
    uint step = 4u * subgroupLanes();
    for (uint at = first; at - first < size; at += 8u * step)
    {
        uint i = at + 4u * gl_SubgroupInvocationID;
        if (at + 8u * step <= end)
            place = packWhole(i, step, place);
        else
        {
            place = packCut(i, step, end, place);
            place = packCut(i + 4u * step, step, end, place);
        }
    }
    return place;
}

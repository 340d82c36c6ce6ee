// A subgroup goes through consecutive elements, eight vectors of four per lane and round, and hands over those that are kept.
// Needs: compaction.glsl, subgroups.glsl, subgroup ballots, and void keep(uint place, uint element).

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

uint packVectors(uvec4 vector, uvec4 marks, uint place)
{
    bvec4 kept = bvec4(isKept(vector.x, marks.x), isKept(vector.y, marks.y), isKept(vector.z, marks.z),
                       isKept(vector.w, marks.w));
    return packVectors(vector, kept, place);
}

// Eight vectors per lane, `step` vectors apart, all in flight. They are no array, which a loop that stays one would keep in
// memory.
uint packWhole(uint i, uint step, uint place)
{
    uvec4 a = elements4[i], b = elements4[i + step], c = elements4[i + 2u * step], d = elements4[i + 3u * step];
    uvec4 e = elements4[i + 4u * step], f = elements4[i + 5u * step];
    uvec4 g = elements4[i + 6u * step], h = elements4[i + 7u * step];
    uvec4 marksA = marksOf(i), marksB = marksOf(i + step), marksC = marksOf(i + 2u * step);
    uvec4 marksD = marksOf(i + 3u * step), marksE = marksOf(i + 4u * step), marksF = marksOf(i + 5u * step);
    uvec4 marksG = marksOf(i + 6u * step), marksH = marksOf(i + 7u * step);
    place = packVectors(b, marksB, packVectors(a, marksA, place));
    place = packVectors(d, marksD, packVectors(c, marksC, place));
    place = packVectors(f, marksF, packVectors(e, marksE, place));
    return packVectors(h, marksH, packVectors(g, marksG, place));
}

// Vector i, and what is kept of it; none of it from element end on.
uvec4 loadCut(uint i, uint end, out bvec4 kept)
{
    uvec4 vector;
    for (uint c = 0u; c < 4u; ++c)
    {
        bool isThere = 4u * i + c < end;
        vector[c] = isThere ? elements[4u * i + c] : 0u;
        kept[c] = isThere && isKept(vector[c], markOf(4u * i + c));
    }
    return vector;
}

// The same where the elements end.
uint packCut(uint i, uint step, uint end, uint place)
{
    for (uint k = 0u; k < 8u; ++k)
    {
        bvec4 kept;
        uvec4 vector = loadCut(i + k * step, end, kept);
        place = packVectors(vector, kept, place);
    }
    return place;
}

// The elements from first on, so many of them, but none from end on. Returns the place after what is kept of them.
uint packElements(uint first, uint size, uint end, uint place)
{
    uint step = subgroupLanes();
    for (uint at = first; at - first < size; at += 32u * step)
    {
        uint i = at / 4u + gl_SubgroupInvocationID;
        if (at + 32u * step <= end)
            place = packWhole(i, step, place);
        else
            place = packCut(i, step, end, place);
    }
    return place;
}

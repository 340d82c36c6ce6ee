// Counts every element that this group is in charge of: it strides over the input by whole grids.
// Needs: histogram.glsl, void countBin(uint bin, bool isElement). All lanes of a group call countBin together.

void countVector(uvec4 v, uint i)
{
    if (kSource == kLabSourceLuminance)
    {
        countBin(luminanceBin(v.xy), 2u * i < params.count);
        countBin(luminanceBin(v.zw), 2u * i + 1u < params.count);
        return;
    }
    for (uint k = 0u; k < 4u; ++k)
        countBin(wordBin(v[k]), 4u * i + k < params.count);
}

void countAll()
{
    uint perVector = kSource == kLabSourceLuminance ? 2u : 4u;
    uint vectors = (params.count + perVector - 1u) / perVector, group = gl_WorkGroupSize.x;
    for (uint first = gl_WorkGroupID.x * group * 2u; first < vectors; first += gl_NumWorkGroups.x * group * 2u)
    {
        uint i = first + gl_LocalInvocationID.x, j = i + group; // two loads in flight
        uvec4 a = elements4[min(i, vectors - 1u)], b = elements4[min(j, vectors - 1u)];
        countVector(a, i);
        countVector(b, j);
    }
}

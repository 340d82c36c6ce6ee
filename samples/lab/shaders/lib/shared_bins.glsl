// Bins of a group's own, in shared memory. Where they do not all fit, a dispatch counts one range of them, from bin params.first
// on, and the texels are read once per range. Several copies of each bin, chosen by the lane, keep lanes apart that meet in one.
// Needs: histogram.glsl.
layout(constant_id = kLabSpecSharedBins) const uint kSharedBins = 256u;
layout(constant_id = kLabSpecCopies) const uint kCopies = 1u;

shared uint counts[kSharedBins * kCopies]; // copies of one bin side by side, and so in different banks

void clearShared()
{
    for (uint i = gl_LocalInvocationID.x; i < kSharedBins * kCopies; i += gl_WorkGroupSize.x)
        counts[i] = 0u;
    barrier();
}

// The number of a bin in the range; kSharedBins or more for one that is not in it, since what lies below wraps around.
uint placeOf(uint bin)
{
    return kSharedBins == kBins ? bin : bin - params.first;
}

bool isInRange(uint bin)
{
    return kSharedBins == kBins || placeOf(bin) < kSharedBins;
}

void addToShared(uint bin, uint count)
{
    atomicAdd(counts[placeOf(bin) * kCopies + (gl_LocalInvocationID.x & (kCopies - 1u))], count);
}

// Of bin params.first + i, in all copies.
uint sharedCount(uint i)
{
    uint count = 0u;
    for (uint copy = 0u; copy < kCopies; ++copy)
        count += counts[i * kCopies + copy];
    return count;
}

// The group's counts go to the result by one atomic addition per bin.
void addSharedToBins()
{
    barrier();
    for (uint i = gl_LocalInvocationID.x; i < kSharedBins; i += gl_WorkGroupSize.x)
    {
        uint count = sharedCount(i);
        if (count != 0u)
            atomicAdd(bins[params.first + i], count);
    }
}

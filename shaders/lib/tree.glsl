// Adds the lanes of a workgroup by a tree of fixed shape: through the subgroup as far as it reaches, then through
// shared memory. Needs: params, scratch, kScratchFloats, kValueCount, storeSum(first face of the workgroup, face,
// block, value, sum), unrolled.glsl.

#ifdef PN_SUBGROUPS
// One step of the tree through the subgroup. Two lanes form a pair and split their values: one lane adds up the
// even-numbered ones, its partner the odd-numbered ones. So each step halves the values per lane, and one shuffle does
// the work of two.
#define PN_ADD_PAIR(i) \
    if (2u * i < count) \
    { \
        float sent = isSecond ? values[2 * i] : values[2 * i + 1]; \
        precise float sum = (isSecond ? values[2 * i + 1] : values[2 * i]) + subgroupShuffleXor(sent, distance); \
        values[i] = sum; \
    }

#define PN_ADD_STEP(step, PN_FOR_PAIRS) \
    if (step < steps) \
    { \
        const uint count = kValueCount + (1u << step) - 1u >> step; \
        const uint distance = 1u << step; \
        bool isSecond = (gl_SubgroupInvocationID & distance) != 0u; \
        PN_FOR_PAIRS(PN_ADD_PAIR) \
    }

// Afterwards values[i] of a lane is the value with the number (i << steps) + the lane's number in its cluster.
// Device only: subgroups.
void addSubgroup(uint steps, inout float values[kMaxValues + 1])
{
    PN_ADD_STEP(0, PN_FOR_38)
    PN_ADD_STEP(1, PN_FOR_19)
    PN_ADD_STEP(2, PN_FOR_10)
    PN_ADD_STEP(3, PN_FOR_5)
    PN_ADD_STEP(4, PN_FOR_3)
    PN_ADD_STEP(5, PN_FOR_2)
    PN_ADD_STEP(6, PN_FOR_1)
}
#endif

#define PN_STORE_RESULT(i) \
    if ((i << clusterLog2) + laneOfCluster < kValueCount && firstFace + cluster < params.faceCount) \
        storeSum(firstFace, firstFace + cluster, block, (i << clusterLog2) + laneOfCluster, values[i]);

#define PN_STORE_VALUE(i) \
    if (i << clusterLog2 < kValueCount) \
    { \
        uint value = (i << clusterLog2) + laneOfCluster - first; \
        if (value < count) \
            scratch[value * clusters + cluster] = values[i]; \
    }

// Adds the moments of all lanes of a face by the tree and stores the sums.
void treeSum(float values[kMaxValues + 1], uint firstFace, uint block)
{
    uint lane = gl_LocalInvocationID.x;
    uint clusterLog2 = 0u; // log2 of the lanes that the subgroup has added up
#ifdef PN_SUBGROUPS
    if (gl_NumSubgroups * gl_SubgroupSize == gl_WorkGroupSize.x)
    {
        lane = gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID;
        clusterLog2 = min(params.groupLanesLog2, min(uint(findMSB(gl_SubgroupSize)), 7u));
        addSubgroup(clusterLog2, values);
    }
#endif
    uint cluster = lane >> clusterLog2, laneOfCluster = lane & ((1u << clusterLog2) - 1u);
    if (clusterLog2 == params.groupLanesLog2 && kValueCount <= 11u << clusterLog2) // the subgroup added all lanes of the face
    {
        PN_FOR_3(PN_STORE_RESULT)
        if (3u << clusterLog2 < kValueCount)
        {
            PN_FOR_8_FROM(PN_STORE_RESULT, 3)
        }
        return;
    }
    uint clusters = gl_WorkGroupSize.x >> clusterLog2;
    uint faces = gl_WorkGroupSize.x >> params.groupLanesLog2;
    uint faceClustersLog2 = params.groupLanesLog2 - clusterLog2;
    uint slice = min(kScratchFloats / clusters, kValueCount);
    for (uint first = 0u; first < kValueCount; first += slice)
    {
        uint count = min(slice, kValueCount - first);
        barrier();
        PN_FOR_3(PN_STORE_VALUE)
        if (3u << clusterLog2 < kValueCount)
        {
            PN_FOR_75(PN_STORE_VALUE)
        }
        // Adds the neighbours that are left: scratch[i] += scratch[i + step].
        for (uint step = 1u; step < 1u << faceClustersLog2; step *= 2u)
        {
            barrier();
            uint pairs = clusters / (2u * step);
            for (uint i = gl_LocalInvocationID.x; i < count * pairs; i += gl_WorkGroupSize.x)
            {
                uint at = i / pairs * clusters + i % pairs * 2u * step;
                precise float sum = scratch[at] + scratch[at + step];
                scratch[at] = sum;
            }
        }
        barrier();
        for (uint i = gl_LocalInvocationID.x; i < count * faces; i += gl_WorkGroupSize.x)
        {
            uint face = i / count, value = i % count;
            if (firstFace + face < params.faceCount)
                storeSum(firstFace, firstFace + face, block, first + value,
                         scratch[value * clusters + (face << faceClustersLog2)]);
        }
    }
}

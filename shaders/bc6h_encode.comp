// Texels to blocks of BC6H, a lane per block.
//
//   block = the modes, partitions and endpoints whose decoded halves have bits that differ least: sum of squares
//
// All is integer arithmetic without overflow, so every device gives the blocks of the CPU. CPU twin:
// plugin/core/kernel/bc6h_encode.cpp, with its lines (bc6h_fit-inl.h) and codings (bc6h_code-inl.h).
#version 450
#extension GL_EXT_control_flow_attributes : require
#extension GL_GOOGLE_include_directive : require

#include "shared/bc6h_encode.h"

layout(local_size_x = kBc6hGroupSize) in;
layout(constant_id = kSpecBc6hEffort) const uint kEffort = kBc6hHigh;
layout(constant_id = kSpecBc6hSigned) const uint kIsSigned = 0u;

layout(push_constant) uniform Params { Bc6hParams params; };
layout(set = 0, binding = kBc6hTexels) readonly buffer Texels2 { uvec2 texels2[]; };
layout(set = 0, binding = kBc6hTables) readonly buffer Tables { uint tables[]; };
layout(set = 0, binding = kBc6hBlocks) writeonly buffer Blocks4 { uvec4 blocks4[]; };

const bool kSigned = kIsSigned != 0u;

shared uint texels[48u * kBc6hGroupSize]; // 16 bits of halves and of lines (lib/bc6h_fit.glsl)

ivec3 gLeast;
int gShift, gRange;

#include "lib/bc6h_fit.glsl"
#include "lib/bc6h_code.glsl"

Moments gAll; // of the block

// Lines along the axes of the subsets.
Fit firstFit(bool two, uint shape, int anchor)
{
    Moments firstMoments = gAll, secondMoments;
    if (two)
    {
        secondMoments = momentsOf(shape);
        firstMoments = less(gAll, secondMoments);
    }
    Extent first = extentAlong(axisOf(firstMoments).direction), second = first;
    if (two)
        second.direction = axisOf(secondMoments).direction;
    for (uint i = 0u; i < 16u; ++i)
    {
        ivec3 texel = lineOf(i);
        bool isSecond = two && (shape >> i & 1u) != 0u;
        int place = dotOf(texel, isSecond ? second.direction : first.direction);
        if (isSecond)
            extend(texel, place, second);
        else
            extend(texel, place, first);
    }
    Fit fit;
    fit.first = lineOf(first, firstMoments.n);
    if (two)
        fit.second = lineOf(second, secondMoments.n);
    orient(two, anchor, fit);
    return fit;
}

// The best of the lane, sorted.
struct Ranking
{
    int errors[kBc6hLikelyShapes];
    uint numbers[kBc6hLikelyShapes];
};

Ranking noRanking()
{
    Ranking ranking;
    [[unroll]] for (uint i = 0u; i < kBc6hLikelyShapes; ++i)
    {
        ranking.errors[i] = 0x7fffffff;
        ranking.numbers[i] = 0u;
    }
    return ranking;
}

void addTo(inout Ranking ranking, int error, uint number)
{
    [[unroll]] for (uint i = 0u; i < kBc6hLikelyShapes; ++i)
    {
        bool isLess = error < ranking.errors[i];
        int nextError = isLess ? ranking.errors[i] : error;
        uint nextNumber = isLess ? ranking.numbers[i] : number;
        ranking.errors[i] = isLess ? error : ranking.errors[i];
        ranking.numbers[i] = isLess ? number : ranking.numbers[i];
        error = nextError;
        number = nextNumber;
    }
}

// The number at a place. Every array index is a constant, so that rankings stay in registers.
uint numberAt(Ranking ranking, uint place)
{
    uint number = 0u;
    [[unroll]] for (uint i = 0u; i < kBc6hLikelyShapes; ++i)
        number = i == place ? ranking.numbers[i] : number;
    return number;
}

Ranking likelyShapes()
{
    Ranking shapes = noRanking();
    for (uint s = 0u; s < 32u; ++s)
    {
        Moments second = momentsOf(tables[kBc6hShapes + s]);
        addTo(shapes, axisOf(less(gAll, second)).rest + axisOf(second).rest, s);
    }
    return shapes;
}

// Codes a fit and refines it, twice: by a mode, or by the finest one that fits.
Fit improve(bool two, uint shape, Fit fit, uint only, inout Coding best)
{
    uint bits = tables[kBc6hShapes + shape];
    int anchor = int(tables[kBc6hAnchors + shape]);
    for (uint i = 0u; i < 2u; ++i)
    {
        Points wide = widePoints(two, fit);
        uint mode = only != kBc6hModes ? only : finestMode(two, wide);
        Coding coding = codePoints(two, false, bits, anchor, quantizedPoints(two, wide, mode), mode);
        coding.shape = shape;
        if (coding.error < best.error)
            best = coding;
        if (i == 0u)
        {
            refine(two, bits, coding.indices, fit);
            orient(two, anchor, fit);
        }
    }
    return fit;
}

Fit firstFit(bool two, uint shape)
{
    return firstFit(two, tables[kBc6hShapes + shape], int(tables[kBc6hAnchors + shape]));
}

// The modes of two subsets that change a fit's ends least.
Ranking likelyModes(Fit fit)
{
    Ranking modes = noRanking();
    Points wide = widePoints(true, fit);
    for (uint i = 0u; i < 10u; ++i)
    {
        uint mode = tables[kBc6hFromCoarse + i];
        addTo(modes, loss(wide, mode), mode);
    }
    return modes;
}

// The best of one subset and of the likely shapes.
Coding encodeFast()
{
    Coding best = noCoding();
    Ranking shapes = noRanking();
    if (kEffort == kBc6hMiddle)
        shapes = likelyShapes();
    for (uint i = 0u; i < (kEffort == kBc6hMiddle ? 3u : 1u); ++i)
    {
        uint shape = i == 0u ? 0u : numberAt(shapes, i - 1u);
        improve(i > 0u, shape, firstFit(i > 0u, shape), kBc6hModes, best);
    }
    return best;
}

// First the likely shapes, then one subset, then the best of the shapes. The best shapes are tried by the likely modes,
// too; they and one subset are polished. One loop does it all, so that drivers inline the code once: a GPU's instruction
// cache is small.
Coding encodeHigh()
{
    Ranking likely = likelyShapes(), shapes = noRanking(), modes;
    Coding best = noCoding();
    for (uint i = 0u; i < kBc6hLikelyShapes + 1u + kBc6hBestShapes; ++i)
    {
        bool isLikely = i < kBc6hLikelyShapes, two = i != kBc6hLikelyShapes;
        uint shape = isLikely ? numberAt(likely, i) : two ? numberAt(shapes, i - kBc6hLikelyShapes - 1u) : 0u;
        Coding found = noCoding();
        Fit fit = firstFit(two, shape);
        for (uint k = 0u; k < (isLikely || !two ? 1u : 1u + kBc6hLikelyModes); ++k)
        {
            Fit improved = improve(two, shape, fit, k == 0u ? kBc6hModes : numberAt(modes, k - 1u), found);
            if (k == 0u && !isLikely && two)
            {
                fit = improved;
                modes = likelyModes(fit);
            }
        }
        if (isLikely)
        {
            addTo(shapes, found.error, shape);
            continue;
        }
        polish(two, found);
        if (found.error < best.error)
            best = found;
    }
    return best;
}

void main()
{
    uint block = gl_GlobalInvocationID.x + gl_GlobalInvocationID.y * gl_NumWorkGroups.x * kBc6hGroupSize;
    if (block >= params.blockCount)
        return;
    loadTexels(block);
    gAll = momentsOf(0xffffu);
    if (kEffort == kBc6hHigh)
        blocks4[block] = packed(encodeHigh());
    else
        blocks4[block] = packed(encodeFast());
}

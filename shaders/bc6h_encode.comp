// Texels to blocks of BC6H, a lane per block.
//
//   block = the modes, partitions and endpoints whose decoded halves have bits that differ least: sum of squares
//
// All is integer arithmetic without overflow, so every device gives the blocks of the CPU. CPU twin:
// plugin/core/kernel/bc6h_encode.cpp, with its lines (bc6h_fit-inl.h) and codings (bc6h_code-inl.h).
#version 450
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

// The halves of the lane's texels, 16 bits each: red and green, then blue.
shared uint halves[32u * kBc6hGroupSize];

ivec3 gLeast;
int gShift, gRange;

#include "lib/bc6h_fit.glsl"
#include "lib/bc6h_code.glsl"

// Lines along the axes of the subsets.
Fit firstFit(bool two, uint shape, int anchor)
{
    Moments first = momentsOf(0xffffu);
    Fit fit;
    if (two)
    {
        Moments second = momentsOf(shape);
        first = less(first, second);
        fit.second = lineAlong(axisOf(second).direction, second.n, shape);
    }
    fit.first = lineAlong(axisOf(first).direction, first.n, two ? ~shape : 0xffffu);
    orient(two, anchor, fit);
    return fit;
}

// The best of the lane, sorted.
const int kRanks = 12;

struct Ranking
{
    int errors[kRanks];
    uint numbers[kRanks];
};

Ranking noRanking()
{
    Ranking ranking;
    for (int i = 0; i < kRanks; ++i)
    {
        ranking.errors[i] = 0x7fffffff;
        ranking.numbers[i] = 0u;
    }
    return ranking;
}

void addTo(inout Ranking ranking, int error, uint number)
{
    for (int i = 0; i < kRanks; ++i)
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

Ranking likelyShapes()
{
    Ranking shapes = noRanking();
    Moments all = momentsOf(0xffffu);
    for (uint s = 0u; s < 32u; ++s)
    {
        Moments second = momentsOf(tables[kBc6hShapes + s]);
        addTo(shapes, axisOf(less(all, second)).rest + axisOf(second).rest, s);
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

// The modes that change a fit's ends least.
Ranking likelyModes(bool two, Fit fit)
{
    Ranking modes = noRanking();
    Points wide = widePoints(two, fit);
    for (uint i = two ? 0u : 10u; i < (two ? 10u : 14u); ++i)
    {
        uint mode = tables[kBc6hFromCoarse + i];
        addTo(modes, loss(two, wide, mode), mode);
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
        uint shape = i == 0u ? 0u : shapes.numbers[i - 1u];
        improve(i > 0u, shape, firstFit(i > 0u, shape), kBc6hModes, best);
    }
    return best;
}

// One subset, and the four best of the likely shapes, by several modes; each best one is polished.
Coding encodeHigh()
{
    Ranking likely = likelyShapes(), shapes = noRanking();
    for (uint i = 0u; i < uint(kRanks); ++i)
    {
        Coding found = noCoding();
        improve(true, likely.numbers[i], firstFit(true, likely.numbers[i]), kBc6hModes, found);
        addTo(shapes, found.error, likely.numbers[i]);
    }
    Coding best = noCoding();
    for (uint i = 0u; i < 5u; ++i)
    {
        bool two = i > 0u;
        uint shape = two ? shapes.numbers[i - 1u] : 0u;
        Coding polished = noCoding();
        Fit fit = firstFit(two, shape);
        Ranking modes = likelyModes(two, fit);
        for (uint k = two ? 0u : 1u; k < (two ? 4u : 5u); ++k)
        {
            Coding found = noCoding();
            Fit improved = improve(two, shape, fit, k == 0u ? kBc6hModes : modes.numbers[k - 1u], found);
            if (k == 0u)
            {
                fit = improved;
                modes = likelyModes(two, fit);
            }
            else if (found.error < polished.error)
                polished = found;
        }
        polish(two, 4u, polished);
        if (polished.error < best.error)
            best = polished;
    }
    return best;
}

void main()
{
    uint block = gl_GlobalInvocationID.x + gl_GlobalInvocationID.y * gl_NumWorkGroups.x * kBc6hGroupSize;
    if (block >= params.blockCount)
        return;
    loadTexels(block);
    if (kEffort == kBc6hHigh)
        blocks4[block] = packed(encodeHigh());
    else
        blocks4[block] = packed(encodeFast());
}

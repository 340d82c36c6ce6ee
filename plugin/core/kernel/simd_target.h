#pragma once

#include "core/kernel/bc6h_encode.h"
#include "core/kernel/luminance.h"
#include "core/kernel/make_mip.h"
#include "core/kernel/normalize.h"
#include "core/kernel/prefilter_sum.h"
#include "core/kernel/sh_project.h"

namespace pn {

// The CPU twins of the kernels for one instruction set. Their bits are the kernels', whichever set it is.
struct SimdTarget
{
    const char* name; // "AVX3", "AVX2", "SSE4", "SCALAR", ...
    void (*projectSegment)(const SegmentJob& job);
    void (*normalizeRows)(const NormalizeRowsJob& job);
    void (*makeMip)(const MakeMipJob& job);
    MakeLobeWeights makeLobeWeights;
    void (*prefilterSum)(const PrefilterSumJob& job);
    float (*luminanceRow)(const LuminanceJob& job);
    void (*encodeBc6h)(const Bc6hJob& job);
};

// The targets that this build and this processor both have, best first; never empty.
std::span<const SimdTarget> simdTargets();

} // namespace pn

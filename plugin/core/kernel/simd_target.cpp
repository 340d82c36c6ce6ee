// Highway's foreach_target.h compiles this file once per instruction set, each time in another namespace
// (HWY_NAMESPACE).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernel/simd_target.cpp"
#include "core/kernel/simd_config.h"

#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "core/kernel/simd_target.h"

namespace pn {
namespace HWY_NAMESPACE {

void projectSegment(const SegmentJob& job);      // sh_project.cpp
void normalizeRows(const NormalizeRowsJob& job); // normalize.cpp
void makeMip(const MakeMipJob& job);             // make_mip.cpp
void makeLobeWeights(const LobeWeightsJob& job); // lobe_weights.cpp
void prefilterSum(const PrefilterSumJob& job);   // prefilter_sum.cpp
float luminanceRow(const LuminanceJob& job);     // luminance.cpp
void encodeBc6h(const Bc6hJob& job);             // bc6h_encode.cpp

SimdTarget simdTargetHere()
{
    return {hwy::TargetName(HWY_TARGET),
            &projectSegment,
            &normalizeRows,
            &makeMip,
            &makeLobeWeights,
            &prefilterSum,
            &luminanceRow,
            &encodeBc6h};
}

} // namespace HWY_NAMESPACE
} // namespace pn

#if HWY_ONCE

#if HWY_ARCH_X86
#include <cpuid.h>
#endif

namespace pn {
namespace {

// Highway's own dispatch needs its library, which a plugin cannot carry; these lines do for what is compiled here.
struct Candidates
{
    SimdTarget targets[5] = {};
    std::size_t count = 0;

    void add(const SimdTarget& target) { targets[count++] = target; }
};

#if HWY_ARCH_X86
// Conversion of half floats, which older compilers' __builtin_cpu_supports does not know.
[[maybe_unused]] bool supportsF16c()
{
    unsigned a = 0, b = 0, c = 0, d = 0;
    return __get_cpuid(1, &a, &b, &c, &d) != 0 && (c & bit_F16C) != 0;
}
#endif

Candidates findTargets()
{
    Candidates found;
#if HWY_ARCH_X86
    __builtin_cpu_init();
#if HWY_TARGETS & HWY_AVX3
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512cd") && supportsF16c())
        found.add(N_AVX3::simdTargetHere());
#endif
#if HWY_TARGETS & HWY_AVX2
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2") &&
        supportsF16c())
        found.add(N_AVX2::simdTargetHere());
#endif
#if HWY_TARGETS & HWY_SSE4
    if (__builtin_cpu_supports("sse4.2"))
        found.add(N_SSE4::simdTargetHere());
#endif
#endif
    found.add(HWY_NAMESPACE::simdTargetHere());
    return found;
}

} // namespace

std::span<const SimdTarget> simdTargets()
{
    static const Candidates found = findTargets();
    return {found.targets, found.count};
}

} // namespace pn

#endif

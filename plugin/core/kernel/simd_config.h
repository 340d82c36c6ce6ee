// What every file that Highway compiles for each instruction set includes before foreach_target.h: all of them must be
// compiled for the same sets, since simd_target.cpp names their functions.
#define HWY_BROKEN_EMU128 1         // one lane at a time where there is no SIMD, rather than arrays that play four
#define TOOLCHAIN_MISS_SYS_AUXV_H 1 // on ARM: NEON, and no SVE, whose vectors have no operators in GCC
#ifndef PN_DISABLED_TARGETS         // sanitizers compile for half a minute for each
#define PN_DISABLED_TARGETS 0
#endif
// AVX3_DL brings nothing here over AVX3. SSSE3 alone is in processors of 2006 and 2007; they run the scalar code, for
// the same bits.
#define HWY_DISABLED_TARGETS (HWY_AVX3_DL | HWY_SSSE3 | PN_DISABLED_TARGETS)

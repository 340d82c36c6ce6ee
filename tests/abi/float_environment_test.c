/* A game may run with flush-to-zero, another rounding direction or trapping exceptions. Each entry point leaves the
 * caller's floating-point environment as it was, to the bit, and none of it reaches the coefficients. */
#include "abi_test.h"

#include <xmmintrin.h>

static PnContext context;
static PnSh sh, wild[3]; /* of the last projections */

static uint32_t x87Control(void)
{
    uint16_t word = 0;
    __asm__ volatile("fnstcw %0" : "=m"(word));
    return word;
}

static void callInfo(void)
{
    PnContextInfo info;
    uint32_t count = 0;
    info.structSize = sizeof(info);
    SUCCEEDS(pnGetContextInfo(context, &info));
    SUCCEEDS(pnEnumerateDevices(0, NULL, &count));
    pnGetVersion();
    pnGetAlgorithmVersion();
    pnGetResultName(PN_SUCCESS);
    pnGetFormatBytes(PN_FORMAT_RGBA8);
    pnGetConventionName(PN_CONVENTION_UNITY);
    pnGetAxesName(PN_AXES_KEEP);
    pnGetConventionFloatCount(PN_CONVENTION_UNITY, 3);
}

static void callContext(void)
{
    pnDestroyContext(abiCpuContext());
}

static void callCubemap(void)
{
    static const float tiny[16] = {1e-39f, 1e-30f, 1,    1, 0x1p-24f, 3,    1e-12f, 1,
                                   1e38f,  1e5f,   0.1f, 1, 0.3f,     0.7f, 2,      1};
    PnEnvironmentView view = abiCubemap();
    view.faces[0] = tiny;
    view.faces[3] = tiny;
    PnProjectInfo info = abiProjectInfo();
    SUCCEEDS(pnProjectEnvironment(context, &view, NULL, &sh, &info));
    SUCCEEDS(pnProjectEnvironments(context, 1, &view, NULL, &sh, NULL, NULL));
}

/* Faces large enough for two threads, whose texels have every kind of value, many of them too small to be normal. */
static void callWild(void)
{
    enum
    {
        kSize = 200
    };
    static const PnFormat formats[3] = {PN_FORMAT_RGBA32F, PN_FORMAT_RGBA16F, PN_FORMAT_R11G11B10F};
    static uint32_t words[kSize * kSize * 4];
    uint32_t state = 1;
    for (size_t i = 0; i < kSize * kSize * 4; ++i)
    {
        state = state * 1664525u + 1013904223u;
        words[i] = state >> 30 == 0 ? state * 0x9e3779b9u & 0x83ff83ffu : (state & 0x87ff87ffu) + 0x3b003000u;
    }
    for (int i = 0; i < 3; ++i)
    {
        PnEnvironmentView view = {.structSize = sizeof(view),
                                  .kind = PN_ENVIRONMENT_CUBEMAP,
                                  .width = kSize,
                                  .height = kSize,
                                  .format = formats[i]};
        view.faceBytes = (uint64_t)kSize * kSize * pnGetFormatBytes(formats[i]);
        for (int face = 0; face < 6; ++face)
            view.faces[face] = words;
        SUCCEEDS(pnProjectEnvironment(context, &view, NULL, &wild[i], NULL));
    }
}

static void callEquirect(void)
{
    const PnEnvironmentView view = abiEquirect();
    PnSh other;
    SUCCEEDS(pnProjectEnvironment(context, &view, NULL, &other, NULL));
    SUCCEEDS(pnProjectEnvironments(context, 1, &view, NULL, &other, NULL, NULL));
}

static void callEvaluate(void)
{
    const float up[3] = {0, 1, 0};
    float rgb[3];
    SUCCEEDS(pnEvaluateRadiance(&sh, 1, up, rgb));
    SUCCEEDS(pnEvaluateIrradiance(&sh, 1, up, rgb));
}

static void callRotateAndWindow(void)
{
    const float turn[9] = {0.6f, 0.8f, 0, -0.8f, 0.6f, 0, 0, 0, 1};
    PnSh other;
    SUCCEEDS(pnRotateSh(&sh, turn, &other));
    SUCCEEDS(pnWindowSh(&other, PN_WINDOW_LANCZOS, 3.0f, &other));
}

static void callConvert(void)
{
    float floats[27];
    PnSh other;
    SUCCEEDS(pnConvertToConvention(&sh, PN_CONVENTION_UNITY, PN_AXES_MIRROR_X, 27, floats));
    SUCCEEDS(pnConvertFromConvention(PN_CONVENTION_UNITY, PN_AXES_MIRROR_X, 3, 27, floats, &other));
}

static void callWithFailures(void)
{
    INVALID(pnProjectEnvironment(context, NULL, NULL, &sh, NULL), "environment");
    INVALID(pnRotateSh(NULL, NULL, NULL), "sh is null");

    /* A NaN that traps when it is compared, and a denormal that is zero to a caller who flushes. */
    const PnEnvironmentView view = abiCubemap();
    PnProjectOptions options = abiOptions();
    const uint32_t spoiled[] = {0x7fc00000u, 0x7f800001u, 0x00000001u};
    for (int i = 0; i < 3; ++i)
    {
        memcpy(&options.maxRadiance, &spoiled[i], sizeof(options.maxRadiance));
        INVALID(pnProjectEnvironment(context, &view, &options, &sh, NULL), "maxRadiance");
    }
}

typedef void (*Call)(void);
static const Call calls[] = {callInfo,     callContext,         callCubemap, callWild,        callEquirect,
                             callEvaluate, callRotateAndWindow, callConvert, callWithFailures};

int main(void)
{
    /* MXCSR: default, FTZ and DAZ, toward zero, down with FTZ, up, every exception trapping, sticky flags set. */
    const uint32_t modes[] = {0x1f80, 0x9fc0, 0x7f80, 0xbf80, 0x5f80, 0x0000, 0x1fbf};
    const PnContextDesc desc = {.structSize = sizeof(desc), .backend = PN_BACKEND_CPU, .threadCount = 2};
    SUCCEEDS(pnCreateContext(&desc, &context));
    callCubemap();
    callWild();
    const PnSh expected[] = {sh, wild[0], wild[1], wild[2]};
    for (size_t m = 0; m < sizeof(modes) / sizeof(modes[0]); ++m)
        for (size_t c = 0; c < sizeof(calls) / sizeof(calls[0]); ++c)
        {
            const uint32_t x87 = x87Control();
            _mm_setcsr(modes[m]);
            calls[c]();
            const uint32_t after = _mm_getcsr();
            _mm_setcsr(0x1f80);
            if (after != modes[m])
                fprintf(stderr, "call %d: MXCSR %04x became %04x\n", (int)c, (unsigned)modes[m], (unsigned)after);
            CHECK(after == modes[m]);
            CHECK(x87Control() == x87);
            CHECK(memcmp(&sh, expected, sizeof(sh)) == 0 && memcmp(wild, expected + 1, sizeof(wild)) == 0);
        }
    pnDestroyContext(context);
    return abiReport("float environment");
}

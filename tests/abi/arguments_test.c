/* Calls without texels: results by hand, in place and apart; bad arguments give a code and a message, never a crash,
 * and nothing is written. */
#include "abi_test.h"

static void checkVersionAndNames(void)
{
#define NAME(code)                                                                                                     \
    {                                                                                                                  \
        code, #code                                                                                                    \
    }
    const struct
    {
        PnResult code;
        const char* name;
    } names[] = {NAME(PN_SUCCESS),
                 NAME(PN_ERROR_UNKNOWN),
                 NAME(PN_ERROR_INVALID_ARGUMENT),
                 NAME(PN_ERROR_OUT_OF_MEMORY),
                 NAME(PN_ERROR_UNSUPPORTED_DEVICE),
                 NAME(PN_ERROR_DEVICE_LOST),
                 NAME(PN_ERROR_TIMEOUT),
                 NAME(PN_ERROR_CANCELLED),
                 NAME(PN_ERROR_UNSUPPORTED_FORMAT),
                 NAME(PN_ERROR_BAD_TEXEL),
                 NAME(PN_ERROR_BUFFER_TOO_SMALL)};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i)
        CHECK(strcmp(pnGetResultName(names[i].code), names[i].name) == 0);
    const PnResult unknown[] = {1, -12, INT32_MIN, INT32_MAX};
    for (int i = 0; i < 4; ++i)
        CHECK(pnGetResultName(unknown[i]) != NULL);
    CHECK(pnGetVersion() == 0 * 65536 + 1 * 256 + 0);
    CHECK(pnGetAlgorithmVersion() == 2);

    const uint32_t bytes[] = {0, 16, 12, 8, 4, 4, 4, 4, 0};
    for (int32_t format = 0; format < 9; ++format)
        CHECK(pnGetFormatBytes(format) == bytes[format]);
    CHECK(pnGetFormatBytes(-1) == 0 && pnGetFormatBytes(INT32_MIN) == 0 && pnGetFormatBytes(INT32_MAX) == 0);
}

static void checkDevices(void)
{
    uint32_t count = 77;
    SUCCEEDS(pnEnumerateDevices(0, NULL, &count));
    CHECK(count < 64);
    INVALID(pnEnumerateDevices(0, NULL, NULL), "outCount");
    INVALID(pnEnumerateDevices(1, NULL, &count), "infos");

    PnDeviceInfo info;
    memset(&info, 0, sizeof(info));
    INVALID(pnEnumerateDevices(1, &info, &count), "structSize");
    info.structSize = sizeof(info);
    SUCCEEDS(pnEnumerateDevices(1, &info, &count));
    if (count > 0)
        CHECK(info.index == 0 && info.name[0] != '\0' && memchr(info.name, 0, sizeof(info.name)) != NULL);
}

static void checkContext(void)
{
    PnContextDesc desc = {.structSize = sizeof(desc)};
    PnContext context = (PnContext)&desc;

    INVALID(pnCreateContext(&desc, NULL), "outContext");
    WITH(desc, backend = 3, INVALID(pnCreateContext(&desc, &context), "backend"));
    CHECK(context == NULL);
    WITH(desc, backend = -1, INVALID(pnCreateContext(&desc, &context), "backend"));
    desc.backend = PN_BACKEND_VULKAN;
    desc.deviceIndex = 0xffffffffu;
    FAILS(pnCreateContext(&desc, &context), PN_ERROR_UNSUPPORTED_DEVICE, "device");
    CHECK(context == NULL);

    desc.backend = PN_BACKEND_CPU;
    WITH(desc, flags = 0x80000000u, INVALID(pnCreateContext(&desc, &context), "flags"));
    desc.threadCount = 0xffffffffu; /* as many as there are processors, or a clear refusal */
    const PnResult result = pnCreateContext(&desc, &context);
    CHECK(result == PN_SUCCESS || strstr(pnGetLastErrorMessage(), "threadCount") != NULL);
    pnDestroyContext(context);

    pnDestroyContext(NULL);
    PnContextInfo info = {.structSize = sizeof(info)};
    INVALID(pnGetContextInfo(NULL, &info), "context");
    context = abiCpuContext();
    INVALID(pnGetContextInfo(context, NULL), "outInfo");
    pnDestroyContext(context);
}

/* Radiance 1 + x + 2 y + 3 z in red, 2 in green, and a fourth band's row that three bands must not see. */
static PnSh cosine(void)
{
    const float k0 = 3.5449077f, k1 = 2.0466534f; /* 2 sqrt(pi), 2 sqrt(pi / 3) */
    PnSh sh = {3, {{k0, 2 * k0}, {2 * k1}, {3 * k1}, {k1}}};
    sh.rgb[9][0] = NAN;
    return sh;
}

static PnSh withBands(uint32_t bands)
{
    PnSh sh = cosine();
    sh.bands = bands;
    return sh;
}

static void checkEvaluate(void)
{
    const PnSh sh = cosine();
    const float directions[6] = {0.36f, -0.48f, 0.8f, 0, 0, -1}, up[3] = {0, 1, 0};
    float rgb[6];
    SUCCEEDS(pnEvaluateRadiance(&sh, 2, directions, rgb));
    CHECK(isNear(rgb[0], 1 + 0.36f - 0.96f + 2.4f) && isNear(rgb[1], 2) && rgb[2] == 0);
    CHECK(isNear(rgb[3], -2) && isNear(rgb[4], 2) && rgb[5] == 0);
    SUCCEEDS(pnEvaluateIrradiance(&sh, 2, directions, rgb)); /* band 1 times 2/3 */
    CHECK(isNear(rgb[0], 1 + (0.36f - 0.96f + 2.4f) * 2 / 3) && isNear(rgb[1], 2));
    CHECK(isNear(rgb[3], -1) && isNear(rgb[4], 2));

    PnResult (*const calls[2])(const PnSh*, uint32_t, const float*, float*) = {pnEvaluateRadiance,
                                                                               pnEvaluateIrradiance};
    const float bad[][3] = {{0, 0, 0}, {0, 0, 1.01f}, {0, 0, 0.99f}, {0, NAN, 1}, {INFINITY, 0, 0}, {1e30f, 0, 0}};
    const uint32_t wrongBands[] = {0, 6, 0xffffffffu};
    const float lengths[4] = {0.9991f, 1.0009f, 0.9989f, 1.0011f}; /* the first two are within 1e-3 of 1 */
    for (int call = 0; call < 2; ++call)
    {
        float untouched[6] = {7, 7, 7, 7, 7, 7};
        SUCCEEDS(calls[call](&sh, 0, NULL, NULL));
        INVALID(calls[call](NULL, 1, up, untouched), "sh");
        INVALID(calls[call](&sh, 1, NULL, untouched), "directions");
        INVALID(calls[call](&sh, 1, up, NULL), "outRgb");
        for (int i = 0; i < 3; ++i)
        {
            const PnSh wrong = withBands(wrongBands[i]);
            INVALID(calls[call](&wrong, 1, up, untouched), "bands");
        }
        for (int i = 0; i < 6; ++i)
        {
            const float mixed[6] = {0, 0, 1, bad[i][0], bad[i][1], bad[i][2]};
            INVALID(calls[call](&sh, 2, mixed, untouched), "directions");
        }
        CHECK(untouched[0] == 7 && untouched[5] == 7);
        for (int i = 0; i < 4; ++i)
        {
            const float along[3] = {0, lengths[i], 0};
            CHECK((calls[call](&sh, 1, along, rgb) == PN_SUCCESS) == (i < 2));
        }
    }
}

static void checkRotate(void)
{
    const float turn[9] = {0, -1, 0, 1, 0, 0, 0, 0, 1}; /* x to y, y to -x */
    PnSh sh = cosine(), turned;
    SUCCEEDS(pnRotateSh(&sh, turn, &turned));
    CHECK(turned.rgb[1][0] == sh.rgb[3][0] && turned.rgb[3][0] == -sh.rgb[1][0]);
    CHECK(turned.rgb[2][0] == sh.rgb[2][0] && turned.rgb[0][1] == sh.rgb[0][1]);
    CHECK(turned.bands == 3 && turned.rgb[9][0] == 0);
    SUCCEEDS(pnRotateSh(&sh, turn, &sh));
    CHECK(memcmp(&sh, &turned, sizeof(sh)) == 0);

    INVALID(pnRotateSh(NULL, turn, &sh), "sh");
    INVALID(pnRotateSh(&sh, NULL, &sh), "matrix");
    INVALID(pnRotateSh(&sh, turn, NULL), "outSh");
    const float bad[] = {1.0002f, 0.0f, NAN, INFINITY};
    for (int i = 0; i < 4; ++i)
    {
        const float stretched[9] = {1, 0, 0, 0, bad[i], 0, 0, 0, 1};
        INVALID(pnRotateSh(&turned, stretched, &sh), "matrix");
    }
    WITH(turned, bands = 6, INVALID(pnRotateSh(&turned, turn, &sh), "bands"));
    CHECK(memcmp(&sh, &turned, sizeof(sh)) == 0);
}

static void checkWindow(void)
{
    PnSh sh = cosine(), windowed;
    SUCCEEDS(pnWindowSh(&sh, PN_WINDOW_HANN, 2, &windowed)); /* 1, 1/2, 0 */
    CHECK(windowed.rgb[0][0] == sh.rgb[0][0] && isNear(windowed.rgb[2][0], sh.rgb[2][0] / 2));
    CHECK(windowed.rgb[9][0] == 0);
    SUCCEEDS(pnWindowSh(&sh, PN_WINDOW_HANN, 2, &sh));
    CHECK(memcmp(&sh, &windowed, sizeof(sh)) == 0);
    SUCCEEDS(pnWindowSh(&windowed, PN_WINDOW_NONE, 0, &sh)); /* without a window there is no width */
    CHECK(memcmp(&sh, &windowed, sizeof(sh)) == 0);

    INVALID(pnWindowSh(NULL, PN_WINDOW_HANN, 3, &sh), "sh");
    INVALID(pnWindowSh(&sh, PN_WINDOW_HANN, 3, NULL), "outSh");
    INVALID(pnWindowSh(&sh, 5, 3, &sh), "window");
    INVALID(pnWindowSh(&sh, -1, 3, &sh), "window");
    const float wrongWidths[] = {0, -1, NAN, INFINITY};
    for (int i = 0; i < 4; ++i)
        INVALID(pnWindowSh(&windowed, PN_WINDOW_SINC4, wrongWidths[i], &sh), "width");
    WITH(windowed, bands = 6, INVALID(pnWindowSh(&windowed, PN_WINDOW_HANN, 3, &sh), "bands"));
    CHECK(memcmp(&sh, &windowed, sizeof(sh)) == 0);
}

static void checkConventionTables(void)
{
    for (int32_t convention = 0; convention < PN_CONVENTION_COUNT; ++convention)
    {
        CHECK(pnGetConventionName(convention) != NULL);
        CHECK(pnGetConventionFloatCount(convention, 3) >= 27);
        CHECK(pnGetConventionFloatCount(convention, 0) == 0 && pnGetConventionFloatCount(convention, 6) == 0);
        CHECK(pnGetConventionFloatCount(convention, 0xffffffffu) == 0);
    }
    CHECK(pnGetConventionFloatCount(PN_CONVENTION_CANONICAL, 5) == 75);
    CHECK(pnGetConventionFloatCount(PN_CONVENTION_UNITY, 1) == 27 &&
          pnGetConventionFloatCount(PN_CONVENTION_UNITY, 4) == 0);
    CHECK(pnGetConventionFloatCount(PN_CONVENTION_UNITY_SHA, 3) == 28);
    CHECK(pnGetConventionName(-1) == NULL && pnGetConventionName(PN_CONVENTION_COUNT) == NULL);
    CHECK(pnGetConventionFloatCount(-1, 3) == 0 && pnGetConventionFloatCount(PN_CONVENTION_COUNT, 3) == 0);
    for (int32_t axes = 0; axes < PN_AXES_COUNT; ++axes)
        CHECK(pnGetAxesName(axes) != NULL);
    CHECK(pnGetAxesName(-1) == NULL && pnGetAxesName(PN_AXES_COUNT) == NULL);
}

static void checkRoundTrip(PnConvention convention, PnAxes axes, uint32_t bands)
{
    PnSh sh, back;
    float floats[76];
    const uint32_t count = pnGetConventionFloatCount(convention, bands);
    memset(&sh, 0, sizeof(sh));
    sh.bands = bands;
    for (uint32_t i = 0; i < bands * bands; ++i)
        for (uint32_t c = 0; c < 3; ++c)
            sh.rgb[i][c] = (i == 0 ? 3.0f : 0.5f) + (float)((i * 7 + c * 5) % 11) / 11;
    floats[count] = 7; /* the float behind the buffer */
    SUCCEEDS(pnConvertToConvention(&sh, convention, axes, count, floats));
    CHECK(floats[count] == 7);
    SUCCEEDS(pnConvertFromConvention(convention, axes, bands, count, floats, &back));
    CHECK(back.bands == bands);
    for (uint32_t i = 0; i < 25; ++i)
        for (uint32_t c = 0; c < 3; ++c)
            CHECK(isNear(back.rgb[i][c], sh.rgb[i][c]));
}

static void checkConvert(void)
{
    for (PnConvention convention = 0; convention < PN_CONVENTION_COUNT; ++convention)
        for (PnAxes axes = 0; axes < PN_AXES_COUNT; ++axes)
            for (uint32_t bands = 1; bands <= PN_MAX_BANDS; ++bands)
                if (pnGetConventionFloatCount(convention, bands) > 0)
                    checkRoundTrip(convention, axes, bands);

    const PnConvention unity = PN_CONVENTION_UNITY;
    const PnAxes keep = PN_AXES_KEEP;
    const PnSh sh = cosine(), none = withBands(0), four = withBands(4);
    PnSh back;
    float v[48];
    SUCCEEDS(pnConvertToConvention(&sh, unity, PN_AXES_UNREAL, 27, v)); /* X = z, Y = x, Z = y */
    CHECK(isNear(v[0], 1) && isNear(v[1], 2.0f / 3) && isNear(v[2], 4.0f / 3) && isNear(v[3], 2) && isNear(v[9], 2));

    v[0] = 7;
    FAILS(pnConvertToConvention(&sh, PN_CONVENTION_UNITY_SHA, keep, 27, v), PN_ERROR_BUFFER_TOO_SMALL, "28");
    FAILS(pnConvertToConvention(&sh, unity, keep, 0, v), PN_ERROR_BUFFER_TOO_SMALL, "floatCount");
    INVALID(pnConvertToConvention(&sh, unity, keep, 28, v), "floatCount must be 27");
    INVALID(pnConvertToConvention(NULL, unity, keep, 27, v), "sh");
    INVALID(pnConvertToConvention(&sh, -1, keep, 27, v), "convention");
    INVALID(pnConvertToConvention(&sh, unity, PN_AXES_COUNT, 27, v), "axes");
    INVALID(pnConvertToConvention(&sh, unity, keep, 27, NULL), "outFloats");
    INVALID(pnConvertToConvention(&four, unity, keep, 27, v), "directxmath");
    INVALID(pnConvertToConvention(&none, PN_CONVENTION_CANONICAL, keep, 3, v), "bands");
    CHECK(v[0] == 7);

    INVALID(pnConvertFromConvention(unity, keep, 3, 27, NULL, &back), "floats");
    INVALID(pnConvertFromConvention(unity, keep, 3, 27, v, NULL), "outSh");
    INVALID(pnConvertFromConvention(unity, keep, 4, 48, v, &back), "bands");
    INVALID(pnConvertFromConvention(unity, -1, 3, 27, v, &back), "axes");
    INVALID(pnConvertFromConvention(PN_CONVENTION_COUNT, keep, 3, 27, v, &back), "convention");
    FAILS(pnConvertFromConvention(unity, keep, 3, 26, v, &back), PN_ERROR_BUFFER_TOO_SMALL, "floatCount");
}

int main(void)
{
    checkVersionAndNames();
    checkDevices();
    checkContext();
    checkEvaluate();
    checkRotate();
    checkWindow();
    checkConventionTables();
    checkConvert();
    return abiReport("arguments");
}

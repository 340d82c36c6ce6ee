/* Bad arguments to the entry points that need no texels: a code and a message, never a crash. */
#include "abi_test.h"

#include <math.h>

static void checkVersionAndNames(void)
{
    CHECK(pnGetVersion() == 0 * 65536 + 1 * 256 + 0);
    CHECK(pnGetAlgorithmVersion() == 1);
    CHECK(strcmp(pnGetResultName(PN_SUCCESS), "PN_SUCCESS") == 0);
    CHECK(strcmp(pnGetResultName(PN_ERROR_UNKNOWN), "PN_ERROR_UNKNOWN") == 0);
    CHECK(strcmp(pnGetResultName(PN_ERROR_INVALID_ARGUMENT), "PN_ERROR_INVALID_ARGUMENT") == 0);
    CHECK(strcmp(pnGetResultName(PN_ERROR_OUT_OF_MEMORY), "PN_ERROR_OUT_OF_MEMORY") == 0);
    CHECK(strcmp(pnGetResultName(PN_ERROR_UNSUPPORTED_DEVICE), "PN_ERROR_UNSUPPORTED_DEVICE") == 0);
    CHECK(strcmp(pnGetResultName(PN_ERROR_DEVICE_LOST), "PN_ERROR_DEVICE_LOST") == 0);
    CHECK(strcmp(pnGetResultName(PN_ERROR_TIMEOUT), "PN_ERROR_TIMEOUT") == 0);
    CHECK(strcmp(pnGetResultName(PN_ERROR_CANCELLED), "PN_ERROR_CANCELLED") == 0);
    CHECK(strcmp(pnGetResultName(PN_ERROR_UNSUPPORTED_FORMAT), "PN_ERROR_UNSUPPORTED_FORMAT") == 0);
    CHECK(strcmp(pnGetResultName(PN_ERROR_BAD_TEXEL), "PN_ERROR_BAD_TEXEL") == 0);
    CHECK(strcmp(pnGetResultName(PN_ERROR_BUFFER_TOO_SMALL), "PN_ERROR_BUFFER_TOO_SMALL") == 0);
    CHECK(pnGetResultName(1) != NULL && pnGetResultName(-12) != NULL);
    CHECK(pnGetResultName(INT32_MIN) != NULL && pnGetResultName(INT32_MAX) != NULL);

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
    PnContextDesc desc;
    memset(&desc, 0, sizeof(desc));
    desc.structSize = sizeof(desc);
    PnContext context = (PnContext)&desc;

    INVALID(pnCreateContext(&desc, NULL), "outContext");
    desc.backend = 3;
    INVALID(pnCreateContext(&desc, &context), "backend");
    CHECK(context == NULL);
    desc.backend = -1;
    INVALID(pnCreateContext(&desc, &context), "backend");
    desc.backend = PN_BACKEND_VULKAN;
    desc.deviceIndex = 0xffffffffu;
    FAILS(pnCreateContext(&desc, &context), PN_ERROR_UNSUPPORTED_DEVICE, "device");
    CHECK(context == NULL);

    desc.backend = PN_BACKEND_CPU;
    desc.flags = 0x80000000u;
    INVALID(pnCreateContext(&desc, &context), "flags");
    desc.flags = 0;
    desc.threadCount = 0xffffffffu; /* as many as there are processors, or a clear refusal */
    const PnResult result = pnCreateContext(&desc, &context);
    CHECK(result == PN_SUCCESS || strstr(pnGetLastErrorMessage(), "threadCount") != NULL);
    pnDestroyContext(context);

    pnDestroyContext(NULL);
    PnContextInfo info;
    info.structSize = sizeof(info);
    INVALID(pnGetContextInfo(NULL, &info), "context");
    context = abiCpuContext();
    INVALID(pnGetContextInfo(context, NULL), "outInfo");
    pnDestroyContext(context);
}

static void checkEvaluate(void)
{
    PnSh sh;
    memset(&sh, 0, sizeof(sh));
    const float up[3] = {0, 1, 0};
    float rgb[3] = {7, 7, 7};
    sh.bands = 3;
    SUCCEEDS(pnEvaluateRadiance(&sh, 1, up, rgb));
    SUCCEEDS(pnEvaluateIrradiance(&sh, 0, NULL, NULL));
    SUCCEEDS(pnEvaluateRadiance(&sh, 0, NULL, NULL));
    INVALID(pnEvaluateRadiance(NULL, 1, up, rgb), "sh");
    INVALID(pnEvaluateRadiance(&sh, 1, NULL, rgb), "directions");
    INVALID(pnEvaluateRadiance(&sh, 1, up, NULL), "outRgb");
    INVALID(pnEvaluateIrradiance(NULL, 1, up, rgb), "sh");
    INVALID(pnEvaluateIrradiance(&sh, 1, NULL, rgb), "directions");
    INVALID(pnEvaluateIrradiance(&sh, 1, up, NULL), "outRgb");
    const uint32_t wrongBands[] = {0, 6, 0xffffffffu};
    for (int i = 0; i < 3; ++i)
    {
        sh.bands = wrongBands[i];
        INVALID(pnEvaluateRadiance(&sh, 1, up, rgb), "bands");
        INVALID(pnEvaluateIrradiance(&sh, 1, up, rgb), "bands");
    }
}

static void checkRotateAndWindow(void)
{
    PnSh sh;
    memset(&sh, 0, sizeof(sh));
    sh.bands = 3;
    const float identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    SUCCEEDS(pnRotateSh(&sh, identity, &sh));
    INVALID(pnRotateSh(NULL, identity, &sh), "sh");
    INVALID(pnRotateSh(&sh, NULL, &sh), "matrix");
    INVALID(pnRotateSh(&sh, identity, NULL), "outSh");
    const float bad[] = {1.001f, 0.0f, NAN, INFINITY};
    for (int i = 0; i < 4; ++i)
    {
        float matrix[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
        matrix[4] = bad[i];
        INVALID(pnRotateSh(&sh, matrix, &sh), "matrix");
    }

    SUCCEEDS(pnWindowSh(&sh, PN_WINDOW_HANN, 3.0f, &sh));
    INVALID(pnWindowSh(NULL, PN_WINDOW_HANN, 3.0f, &sh), "sh");
    INVALID(pnWindowSh(&sh, PN_WINDOW_HANN, 3.0f, NULL), "outSh");
    INVALID(pnWindowSh(&sh, 5, 3.0f, &sh), "window");
    INVALID(pnWindowSh(&sh, -1, 3.0f, &sh), "window");
    INVALID(pnWindowSh(&sh, PN_WINDOW_HANN, 0.0f, &sh), "width");
    INVALID(pnWindowSh(&sh, PN_WINDOW_HANN, -1.0f, &sh), "width");
    INVALID(pnWindowSh(&sh, PN_WINDOW_HANN, NAN, &sh), "width");
    sh.bands = 6;
    INVALID(pnRotateSh(&sh, identity, &sh), "bands");
    INVALID(pnWindowSh(&sh, PN_WINDOW_HANN, 3.0f, &sh), "bands");
}

static void checkConventionTables(void)
{
    for (int32_t convention = 0; convention < PN_CONVENTION_COUNT; ++convention)
    {
        CHECK(pnGetConventionName(convention) != NULL);
        CHECK(pnConventionFloatCount(convention, 3) >= 27);
        CHECK(pnConventionFloatCount(convention, 0) == 0 && pnConventionFloatCount(convention, 6) == 0);
        CHECK(pnConventionFloatCount(convention, 0xffffffffu) == 0);
    }
    CHECK(pnConventionFloatCount(PN_CONVENTION_CANONICAL, 5) == 75);
    CHECK(pnConventionFloatCount(PN_CONVENTION_UNITY, 1) == 27 && pnConventionFloatCount(PN_CONVENTION_UNITY, 4) == 0);
    CHECK(pnConventionFloatCount(PN_CONVENTION_UNITY_SHA, 3) == 28);
    CHECK(pnGetConventionName(-1) == NULL && pnGetConventionName(PN_CONVENTION_COUNT) == NULL);
    CHECK(pnConventionFloatCount(-1, 3) == 0 && pnConventionFloatCount(PN_CONVENTION_COUNT, 3) == 0);
    for (int32_t axes = 0; axes < PN_AXES_COUNT; ++axes)
        CHECK(pnGetAxesName(axes) != NULL);
    CHECK(pnGetAxesName(-1) == NULL && pnGetAxesName(PN_AXES_COUNT) == NULL);
}

static void checkConvert(void)
{
    PnSh sh;
    memset(&sh, 0, sizeof(sh));
    sh.bands = 3;
    float floats[75];
    const PnConvention unity = PN_CONVENTION_UNITY;
    SUCCEEDS(pnConvertToConvention(&sh, unity, PN_AXES_KEEP, 27, floats));
    SUCCEEDS(pnConvertFromConvention(unity, PN_AXES_KEEP, 3, 27, floats, &sh));

    INVALID(pnConvertToConvention(NULL, unity, PN_AXES_KEEP, 27, floats), "sh");
    INVALID(pnConvertToConvention(&sh, -1, PN_AXES_KEEP, 27, floats), "convention");
    INVALID(pnConvertToConvention(&sh, unity, PN_AXES_COUNT, 27, floats), "axes");
    INVALID(pnConvertToConvention(&sh, unity, PN_AXES_KEEP, 28, floats), "floatCount");
    INVALID(pnConvertToConvention(&sh, unity, PN_AXES_KEEP, 27, NULL), "outFloats");
    FAILS(pnConvertToConvention(&sh, unity, PN_AXES_KEEP, 26, floats), PN_ERROR_BUFFER_TOO_SMALL, "floatCount");
    FAILS(pnConvertToConvention(&sh, unity, PN_AXES_KEEP, 0, floats), PN_ERROR_BUFFER_TOO_SMALL, "floatCount");

    INVALID(pnConvertFromConvention(unity, PN_AXES_KEEP, 3, 27, NULL, &sh), "floats");
    INVALID(pnConvertFromConvention(unity, PN_AXES_KEEP, 3, 27, floats, NULL), "outSh");
    INVALID(pnConvertFromConvention(unity, PN_AXES_KEEP, 4, 48, floats, &sh), "bands");
    INVALID(pnConvertFromConvention(unity, -1, 3, 27, floats, &sh), "axes");
    INVALID(pnConvertFromConvention(PN_CONVENTION_COUNT, PN_AXES_KEEP, 3, 27, floats, &sh), "convention");
    FAILS(pnConvertFromConvention(unity, PN_AXES_KEEP, 3, 26, floats, &sh), PN_ERROR_BUFFER_TOO_SMALL, "floatCount");

    sh.bands = 4;
    INVALID(pnConvertToConvention(&sh, unity, PN_AXES_KEEP, 27, floats), "bands");
    sh.bands = 0;
    INVALID(pnConvertToConvention(&sh, PN_CONVENTION_CANONICAL, PN_AXES_KEEP, 3, floats), "bands");
}

int main(void)
{
    checkVersionAndNames();
    checkDevices();
    checkContext();
    checkEvaluate();
    checkRotateAndWindow();
    checkConventionTables();
    checkConvert();
    return abiReport("arguments");
}

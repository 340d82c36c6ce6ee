/* The calls on coefficients: results by hand, in place and apart, and nothing written where a call fails. */
#include "abi_test.h"

#include <math.h>

/* Radiance 1 + x + 2 y + 3 z in red, 2 in green, and a fourth band's row that three bands must not see. */
static PnSh cosine(void)
{
    const float k0 = 3.5449077f, k1 = 2.0466534f; /* 2 sqrt(pi), 2 sqrt(pi / 3) */
    PnSh sh;
    memset(&sh, 0, sizeof(sh));
    sh.bands = 3;
    sh.rgb[0][0] = k0;
    sh.rgb[1][0] = 2 * k1;
    sh.rgb[2][0] = 3 * k1;
    sh.rgb[3][0] = k1;
    sh.rgb[0][1] = 2 * k0;
    sh.rgb[9][0] = NAN;
    return sh;
}

static int isNear(float a, float b)
{
    return fabsf(a - b) <= 1e-6f * (1 + fabsf(b)); /* a few roundings of a float */
}

static void checkEvaluate(void)
{
    const PnSh sh = cosine();
    const float directions[6] = {0.36f, -0.48f, 0.8f, 0, 0, -1};
    float rgb[6];
    SUCCEEDS(pnEvaluateRadiance(&sh, 2, directions, rgb));
    CHECK(isNear(rgb[0], 1 + 0.36f - 0.96f + 2.4f) && isNear(rgb[1], 2) && rgb[2] == 0);
    CHECK(isNear(rgb[3], -2) && isNear(rgb[4], 2) && rgb[5] == 0);

    SUCCEEDS(pnEvaluateIrradiance(&sh, 2, directions, rgb)); /* band 1 times 2/3 */
    CHECK(isNear(rgb[0], 1 + (0.36f - 0.96f + 2.4f) * 2 / 3) && isNear(rgb[1], 2));
    CHECK(isNear(rgb[3], -1) && isNear(rgb[4], 2));

    const float bad[][3] = {{0, 0, 0}, {0, 0, 1.01f}, {0, 0, 0.99f}, {0, NAN, 1}, {INFINITY, 0, 0}, {1e30f, 0, 0}};
    for (int i = 0; i < 6; ++i)
    {
        const float mixed[6] = {0, 0, 1, bad[i][0], bad[i][1], bad[i][2]};
        float untouched[6] = {7, 7, 7, 7, 7, 7};
        INVALID(pnEvaluateRadiance(&sh, 2, mixed, untouched), "directions");
        INVALID(pnEvaluateIrradiance(&sh, 2, mixed, untouched), "directions");
        CHECK(untouched[0] == 7 && untouched[5] == 7);
    }
    const float lengths[4] = {0.9991f, 1.0009f, 0.9989f, 1.0011f}; /* the first two are within 1e-3 of 1 */
    for (int i = 0; i < 4; ++i)
    {
        const float along[3] = {0, lengths[i], 0};
        CHECK((pnEvaluateRadiance(&sh, 1, along, rgb) == PN_SUCCESS) == (i < 2));
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

    const float stretched[9] = {0, -1.0002f, 0, 1, 0, 0, 0, 0, 1};
    INVALID(pnRotateSh(&turned, stretched, &sh), "orthogonal");
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
    INVALID(pnWindowSh(&windowed, PN_WINDOW_SINC4, INFINITY, &sh), "width");
}

static void checkRoundTrip(PnConvention convention, PnAxes axes, uint32_t bands)
{
    PnSh sh, back;
    float floats[76];
    const uint32_t count = pnConventionFloatCount(convention, bands);
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
                if (pnConventionFloatCount(convention, bands) > 0)
                    checkRoundTrip(convention, axes, bands);

    const PnSh sh = cosine();
    float v[28];
    SUCCEEDS(pnConvertToConvention(&sh, PN_CONVENTION_UNITY, PN_AXES_UNREAL, 27, v)); /* X = z, Y = x, Z = y */
    CHECK(isNear(v[0], 1) && isNear(v[1], 2.0f / 3) && isNear(v[2], 4.0f / 3) && isNear(v[3], 2) && isNear(v[9], 2));

    v[0] = 7;
    FAILS(pnConvertToConvention(&sh, PN_CONVENTION_UNITY_SHA, PN_AXES_KEEP, 27, v), PN_ERROR_BUFFER_TOO_SMALL, "28");
    INVALID(pnConvertToConvention(&sh, PN_CONVENTION_UNITY, PN_AXES_KEEP, 28, v), "27");
    CHECK(v[0] == 7);

    PnSh four = cosine();
    four.bands = 4;
    INVALID(pnConvertToConvention(&four, PN_CONVENTION_UNITY, PN_AXES_KEEP, 27, v), "directxmath");
}

int main(void)
{
    checkEvaluate();
    checkRotate();
    checkWindow();
    checkConvert();
    return abiReport("coefficients");
}

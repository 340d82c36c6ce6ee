/* pnInspectCubemap, pnInspectEquirect and pnMendEnvironment: bad arguments named, sizes counted, nothing written
 * beyond. */
#include "abi_test.h"

enum
{
    SIZE = 4,
    FACE = SIZE * SIZE
};

static float texels[6][FACE][3];

static PnCubemapView cubemap(void)
{
    PnCubemapView view = {.structSize = sizeof(view), .faceSize = SIZE, .format = PN_FORMAT_RGB32F};
    view.faceBytes = sizeof(texels[0]);
    for (int face = 0; face < 6; ++face)
    {
        view.faces[face] = texels[face];
        for (int i = 0; i < FACE; ++i)
            for (int c = 0; c < 3; ++c)
                texels[face][i][c] = 1.0f + 0.1f * (float)face;
    }
    return view;
}

static PnEquirectView map(void)
{
    return (PnEquirectView){.structSize = sizeof(PnEquirectView),
                            .width = 8,
                            .height = 4,
                            .format = PN_FORMAT_RGB32F,
                            .texels = texels,
                            .texelBytes = 8 * 4 * 12};
}

static void checkFindings(PnContext context)
{
    PnCubemapView view = cubemap();
    PnFinding findings[65];
    uint32_t count = 0;
    texels[5][6][1] = NAN;
    memset(findings, 7, sizeof(findings));
    findings[0].structSize = sizeof(PnFinding);
    SUCCEEDS(pnInspectCubemap(context, 1, &view, 1, findings, &count));
    CHECK(count >= 1 && count <= 64);
    CHECK(findings[0].kind == PN_FINDING_NON_FINITE && findings[0].severity == PN_SEVERITY_ERROR);
    CHECK(findings[0].face == 5 && findings[0].x == 2 && findings[0].y == 1 && findings[0].count == 1);
    CHECK(strlen(findings[0].text) > 0 && findings[1].structSize == 0x07070707u);
    uint32_t all = 0;
    SUCCEEDS(pnInspectCubemap(context, 1, &view, 0, NULL, &all));
    CHECK(all == count);
    PnEquirectView equirect = map();
    SUCCEEDS(pnInspectEquirect(context, &equirect, 1, findings, &all));
}

static void checkMending(PnContext context)
{
    PnCubemapView view = cubemap();
    const PnEquirectView equirect = map();
    float mended[6 * FACE * 4 + 1];
    PnMendInfo info = {.structSize = sizeof(info)};
    texels[5][6][1] = NAN;
    mended[6 * FACE * 4] = 7;
    SUCCEEDS(pnMendEnvironment(context, &view, NULL, PN_MEND_NON_FINITE, 6 * FACE * 4, mended, &info));
    CHECK(mended[6 * FACE * 4] == 7);
    CHECK(mended[(5 * FACE + 6) * 4 + 1] == 1.5f && mended[(5 * FACE + 6) * 4 + 3] == 1);
    CHECK(info.texels == 1 && info.faces == 0 && info.mended == PN_MEND_NON_FINITE);
    SUCCEEDS(pnMendEnvironment(context, NULL, &equirect, PN_MEND_NEGATIVE, 8 * 4 * 4, mended, NULL));
    INVALID(pnMendEnvironment(NULL, &view, NULL, 1, 6 * FACE * 4, mended, NULL), "context");
    INVALID(pnMendEnvironment(context, NULL, NULL, 1, 6 * FACE * 4, mended, NULL), "cubemap or map");
    INVALID(pnMendEnvironment(context, &view, &equirect, 1, 6 * FACE * 4, mended, NULL), "cubemap or map");
    INVALID(pnMendEnvironment(context, &view, NULL, 0, 6 * FACE * 4, mended, NULL), "mends");
    INVALID(pnMendEnvironment(context, &view, NULL, 64, 6 * FACE * 4, mended, NULL), "mends");
    INVALID(pnMendEnvironment(context, &view, NULL, 1, 6 * FACE * 4 - 1, mended, NULL), "floatCount");
    INVALID(pnMendEnvironment(context, &view, NULL, 1, 6 * FACE * 4, NULL, NULL), "outTexels");
}

static void checkArguments(PnContext context)
{
    PnCubemapView views[2] = {cubemap(), cubemap()};
    PnFinding finding = {.structSize = sizeof(finding)};
    const PnEquirectView equirect = map();
    uint32_t count = 7;
    INVALID(pnInspectCubemap(NULL, 1, views, 1, &finding, &count), "context");
    INVALID(pnInspectCubemap(context, 0, views, 1, &finding, &count), "mipCount");
    INVALID(pnInspectCubemap(context, 16, views, 1, &finding, &count), "mipCount");
    INVALID(pnInspectCubemap(context, 1, NULL, 1, &finding, &count), "mip");
    INVALID(pnInspectCubemap(context, 2, views, 1, &finding, &count), "mips[1].faceSize");
    INVALID(pnInspectCubemap(context, 1, views, 1, NULL, &count), "findings");
    INVALID(pnInspectCubemap(context, 1, views, 1, &finding, NULL), "outCount");
    WITH(finding, structSize = 4, INVALID(pnInspectCubemap(context, 1, views, 1, &finding, &count), "findings[0]"));
    INVALID(pnInspectEquirect(context, NULL, 1, &finding, &count), "map");
    INVALID(pnInspectEquirect(NULL, &equirect, 1, &finding, &count), "context");
    CHECK(count == 7);
}

static void checkNames(void)
{
    CHECK(strcmp(pnGetFindingName(PN_FINDING_NON_FINITE), "non-finite") == 0);
    CHECK(strcmp(pnGetFindingName(PN_FINDING_COARSE_SUN), "coarse-sun") == 0);
    for (PnFindingKind kind = 1; kind < PN_FINDING_COUNT; ++kind)
        CHECK(pnGetFindingName(kind) != NULL);
    CHECK(pnGetFindingName(0) == NULL && pnGetFindingName(PN_FINDING_COUNT) == NULL && pnGetFindingName(-1) == NULL);
}

int main(void)
{
    PnContext context = abiCpuContext();
    checkFindings(context);
    checkMending(context);
    checkArguments(context);
    checkNames();
    pnDestroyContext(context);
    return abiReport("inspect");
}

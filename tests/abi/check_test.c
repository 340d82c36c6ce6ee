/* pnCheckEnvironment and pnFixEnvironment: bad arguments named, sizes counted, nothing written beyond. */
#include "abi_test.h"

enum
{
    SIZE = 4,
    FACE = SIZE * SIZE
};

static float texels[6][FACE][3];

static PnEnvironmentView cubemap(void)
{
    PnEnvironmentView view = {.structSize = sizeof(view),
                              .kind = PN_ENVIRONMENT_CUBEMAP,
                              .width = SIZE,
                              .height = SIZE,
                              .format = PN_FORMAT_RGB32F};
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

static PnEnvironmentView map(void)
{
    return (PnEnvironmentView){.structSize = sizeof(PnEnvironmentView),
                               .kind = PN_ENVIRONMENT_EQUIRECT,
                               .format = PN_FORMAT_RGB32F,
                               .width = 8,
                               .height = 4,
                               .faces = {texels},
                               .faceBytes = 8 * 4 * 12};
}

static void checkFindings(PnContext context)
{
    PnEnvironmentView view = cubemap();
    PnFinding findings[65];
    uint32_t count = 0;
    texels[5][6][1] = NAN;
    memset(findings, 7, sizeof(findings));
    findings[0].structSize = sizeof(PnFinding);
    SUCCEEDS(pnCheckEnvironment(context, 1, &view, 1, findings, &count));
    CHECK(count >= 1 && count <= 64);
    CHECK(findings[0].kind == PN_FINDING_NON_FINITE && findings[0].severity == PN_SEVERITY_ERROR);
    CHECK(findings[0].face == 5 && findings[0].x == 2 && findings[0].y == 1 && findings[0].count == 1);
    CHECK(strlen(findings[0].text) > 0 && findings[1].structSize == 0x07070707u);
    uint32_t all = 0;
    SUCCEEDS(pnCheckEnvironment(context, 1, &view, 0, NULL, &all));
    CHECK(all == count);
    PnEnvironmentView equirect = map();
    SUCCEEDS(pnCheckEnvironment(context, 1, &equirect, 1, findings, &all));
}

static void checkFixing(PnContext context)
{
    PnEnvironmentView view = cubemap();
    const PnEnvironmentView equirect = map();
    float fixed[6 * FACE * 4 + 1];
    PnFixInfo info = {.structSize = sizeof(info)};
    texels[5][6][1] = NAN;
    fixed[6 * FACE * 4] = 7;
    SUCCEEDS(pnFixEnvironment(context, &view, PN_FIX_NON_FINITE, 6 * FACE * 4, fixed, &info));
    CHECK(fixed[6 * FACE * 4] == 7);
    CHECK(fixed[(5 * FACE + 6) * 4 + 1] == 1.5f && fixed[(5 * FACE + 6) * 4 + 3] == 1);
    CHECK(info.texels == 1 && info.faces == 0 && info.fixed == PN_FIX_NON_FINITE);
    SUCCEEDS(pnFixEnvironment(context, &equirect, PN_FIX_NEGATIVE, 8 * 4 * 4, fixed, NULL));
    INVALID(pnFixEnvironment(NULL, &view, 1, 6 * FACE * 4, fixed, NULL), "context");
    INVALID(pnFixEnvironment(context, NULL, 1, 6 * FACE * 4, fixed, NULL), "environment");
    INVALID(pnFixEnvironment(context, &view, 0, 6 * FACE * 4, fixed, NULL), "fixes");
    INVALID(pnFixEnvironment(context, &view, 64, 6 * FACE * 4, fixed, NULL), "fixes");
    INVALID(pnFixEnvironment(context, &view, 1, 6 * FACE * 4 - 1, fixed, NULL), "floatCount");
    INVALID(pnFixEnvironment(context, &view, 1, 6 * FACE * 4, NULL, NULL), "outTexels");
}

static void checkArguments(PnContext context)
{
    PnEnvironmentView views[2] = {cubemap(), cubemap()};
    PnFinding finding = {.structSize = sizeof(finding)};
    const PnEnvironmentView equirect = map();
    uint32_t count = 7;
    INVALID(pnCheckEnvironment(NULL, 1, views, 1, &finding, &count), "context");
    INVALID(pnCheckEnvironment(context, 0, views, 1, &finding, &count), "mipCount");
    INVALID(pnCheckEnvironment(context, 16, views, 1, &finding, &count), "mipCount");
    INVALID(pnCheckEnvironment(context, 1, NULL, 1, &finding, &count), "mip");
    INVALID(pnCheckEnvironment(context, 2, views, 1, &finding, &count), "mips[1].width");
    INVALID(pnCheckEnvironment(context, 1, views, 1, NULL, &count), "findings");
    INVALID(pnCheckEnvironment(context, 1, views, 1, &finding, NULL), "outCount");
    WITH(finding, structSize = 4, INVALID(pnCheckEnvironment(context, 1, views, 1, &finding, &count), "findings[0]"));
    INVALID(pnCheckEnvironment(NULL, 1, &equirect, 1, &finding, &count), "context");
    PnEnvironmentView maps[2] = {map(), map()}; /* a map has no mips */
    INVALID(pnCheckEnvironment(context, 2, maps, 1, &finding, &count), "mips[0].kind");
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
    checkFixing(context);
    checkArguments(context);
    checkNames();
    pnDestroyContext(context);
    return abiReport("check");
}

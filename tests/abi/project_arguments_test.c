/* Bad arguments to the projections: a code, a message that names the field, and an untouched result. */
#include "abi_test.h"

static PnContext context;

/* Projects and checks that a failure writes nothing. */
static PnResult project(const PnEnvironmentView* view, const PnProjectOptions* options)
{
    PnSh sh;
    PnSh untouched;
    memset(&sh, 0x5a, sizeof(sh));
    memset(&untouched, 0x5a, sizeof(untouched));
    const PnResult result = pnProjectEnvironment(context, view, options, &sh, NULL);
    CHECK((result == PN_SUCCESS) != (memcmp(&sh, &untouched, sizeof(sh)) == 0));
    return result;
}

static void checkPointers(void)
{
    PnEnvironmentView faces = abiCubemap();
    PnEnvironmentView map = abiEquirect();
    PnSh sh;
    INVALID(pnProjectEnvironment(NULL, &faces, NULL, &sh, NULL), "context");
    INVALID(pnProjectEnvironment(NULL, &map, NULL, &sh, NULL), "context");
    INVALID(pnProjectEnvironment(context, NULL, NULL, &sh, NULL), "environment");
    INVALID(pnProjectEnvironment(context, &faces, NULL, NULL, NULL), "outSh");
    INVALID(pnProjectEnvironment(context, &map, NULL, NULL, NULL), "outSh");
    for (int face = 0; face < 6; ++face)
    {
        WITH(faces, faces[face] = NULL, INVALID(project(&faces, NULL), "faces"));
        WITH(faces, faces[face] = (const char*)abiTexels + 2, INVALID(project(&faces, NULL), "aligned"));
    }
    WITH(map, faces[0] = NULL, INVALID(project(&map, NULL), "faces[0]"));
    WITH(map, faces[0] = (const char*)abiTexels + 1, INVALID(project(&map, NULL), "aligned"));
    WITH(map, faces[5] = abiTexels, INVALID(project(&map, NULL), "faces[5] must be NULL for a map"));
    WITH(map, kind = 0, INVALID(project(&map, NULL), "kind must be one of PN_ENVIRONMENT_*"));
    WITH(map, kind = 3, INVALID(project(&map, NULL), "kind"));
}

static void checkCubemapSizes(void)
{
    PnEnvironmentView view = abiCubemap();
    const uint32_t wrongSizes[] = {0, 16385, 0x7fffffffu, 0x80000000u, 0xffffffffu};
    const uint32_t wrongPitches[] = {4, 28, 33, 34, 0xfffffffeu};
    const PnFormat wrongFormats[] = {PN_FORMAT_UNDEFINED, 8, -1, INT32_MIN, INT32_MAX};
    for (int i = 0; i < 5; ++i)
    {
        WITH(view, width = wrongSizes[i], INVALID(project(&view, NULL), "width must be in 1..16384"));
        WITH(view, height = wrongSizes[i], INVALID(project(&view, NULL), "height must be the width"));
        WITH(view, rowPitchBytes = wrongPitches[i], INVALID(project(&view, NULL), "rowPitchBytes"));
        WITH(view, format = wrongFormats[i], FAILS(project(&view, NULL), PN_ERROR_UNSUPPORTED_FORMAT, "format"));
    }
    /* 36 + 2 * 16 bytes are needed, 64 are there */
    WITH(view, rowPitchBytes = 36, INVALID(project(&view, NULL), "faceBytes"));
    WITH(view, rowPitchBytes = 32, SUCCEEDS(project(&view, NULL)));
    const uint64_t shortFaces[] = {0, 1, 63};
    for (int i = 0; i < 3; ++i)
        WITH(view, faceBytes = shortFaces[i], INVALID(project(&view, NULL), "faceBytes"));
    view.width = view.height = 16384; /* 2^14 rows of nearly 2^32 bytes: more than 32 bits can count */
    view.rowPitchBytes = 0xfffffffcu;
    view.faceBytes = 0xffffffffu;
    INVALID(project(&view, NULL), "faceBytes");
}

static void checkEquirectSizes(void)
{
    PnEnvironmentView view = abiEquirect();
    WITH(view, width = 0, INVALID(project(&view, NULL), "width must be in 1..32768"));
    WITH(view, width = 32769, INVALID(project(&view, NULL), "width must be in 1..32768"));
    WITH(view, height = 0, INVALID(project(&view, NULL), "height must be in 1..16384"));
    WITH(view, height = 0x80000000u, INVALID(project(&view, NULL), "height must be in 1..16384"));
    WITH(view, faceBytes = 63, INVALID(project(&view, NULL), "faceBytes"));
    WITH(view, rowPitchBytes = 30, INVALID(project(&view, NULL), "rowPitchBytes"));
    WITH(view, format = 99, FAILS(project(&view, NULL), PN_ERROR_UNSUPPORTED_FORMAT, "format"));
    view.width = 32768;
    view.height = 16384; /* 2^33 bytes */
    view.faceBytes = 0xffffffffu;
    INVALID(project(&view, NULL), "faceBytes");
}

static void checkOptions(void)
{
    const PnEnvironmentView view = abiCubemap();
    PnProjectOptions options = abiOptions();
    WITH(options, bands = 6, INVALID(project(&view, &options), "bands must be in 1..5"));
    WITH(options, bands = 0xffffffffu, INVALID(project(&view, &options), "bands"));
    WITH(options, negative = 2, INVALID(project(&view, &options), "negative"));
    WITH(options, badTexels = -1, INVALID(project(&view, &options), "badTexels"));
    WITH(options, reserved = 1, INVALID(project(&view, &options), "reserved"));
    const float wrongClamps[] = {-1.0f, NAN, INFINITY, 0x1p-15f, 0x1.000002p64f, -0x1p-149f};
    for (int i = 0; i < 6; ++i)
        WITH(options, maxRadiance = wrongClamps[i], INVALID(project(&view, &options), "maxRadiance"));
    const float rightClamps[] = {0.0f, -0.0f, 0x1p-14f, 1.0f, 0x1p64f};
    for (int i = 0; i < 5; ++i)
        WITH(options, maxRadiance = rightClamps[i], SUCCEEDS(project(&view, &options)));
}

static void checkBadTexel(void)
{
    float texels[16] = {0};
    texels[4 * 2] = NAN; /* x 0, y 1 */
    PnEnvironmentView view = abiCubemap();
    view.faces[4] = texels;
    PnProjectOptions options = abiOptions();
    options.badTexels = PN_BAD_TEXEL_ERROR;
    FAILS(project(&view, &options), PN_ERROR_BAD_TEXEL, "texel");

    PnSh sh;
    PnProjectInfo info = abiProjectInfo();
    FAILS(pnProjectEnvironment(context, &view, &options, &sh, &info), PN_ERROR_BAD_TEXEL, "texel");
    CHECK(info.nonFinite == 1 && info.hasBadTexel == 1);
    CHECK(info.badFace == 4 && info.badX == 0 && info.badY == 1);
}

static void checkMany(void)
{
    PnEnvironmentView views[3] = {abiCubemap(), abiCubemap(), abiCubemap()};
    PnEnvironmentView maps[2] = {abiEquirect(), abiEquirect()};
    PnSh shs[3];
    uint32_t completed = 77;
    SUCCEEDS(pnProjectEnvironments(context, 3, views, NULL, shs, NULL, &completed));
    CHECK(completed == 3);
    SUCCEEDS(pnProjectEnvironments(context, 2, maps, NULL, shs, NULL, NULL));
    SUCCEEDS(pnProjectEnvironments(context, 0, NULL, NULL, NULL, NULL, &completed));
    CHECK(completed == 0);
    SUCCEEDS(pnProjectEnvironments(context, 0, NULL, NULL, NULL, NULL, NULL));

    INVALID(pnProjectEnvironments(NULL, 3, views, NULL, shs, NULL, NULL), "context");
    INVALID(pnProjectEnvironments(context, 3, NULL, NULL, shs, NULL, NULL), "environments");
    INVALID(pnProjectEnvironments(context, 3, views, NULL, NULL, NULL, NULL), "outShs");
    INVALID(pnProjectEnvironments(context, 2, maps, NULL, NULL, NULL, NULL), "outShs");
    PnProjectInfo infos[3] = {{0}};
    INVALID(pnProjectEnvironments(context, 3, views, NULL, shs, infos, NULL), "structSize");
    views[2].faceBytes = 3;
    INVALID(pnProjectEnvironments(context, 3, views, NULL, shs, NULL, &completed), "faceBytes");
    CHECK(completed < 3);
    maps[1].width = 0;
    INVALID(pnProjectEnvironments(context, 2, maps, NULL, shs, NULL, &completed), "width");
}

static int32_t stopAfterOne(void* userData, uint32_t completed, uint32_t total)
{
    CHECK(total == 3 && completed <= 3);
    ++*(int*)userData;
    return completed >= 1;
}

static void checkCancel(void)
{
    const PnEnvironmentView views[3] = {abiCubemap(), abiCubemap(), abiCubemap()};
    PnSh shs[3];
    PnProgress progress = {0, 0, 1};
    PnProjectOptions options = abiOptions();
    uint32_t completed = 77;
    options.progress = &progress;
    FAILS(pnProjectEnvironments(context, 3, views, &options, shs, NULL, &completed), PN_ERROR_CANCELLED, "cancel");
    CHECK(completed == 0);

    int calls = 0;
    progress.cancel = 0;
    options.onProgress = stopAfterOne;
    options.userData = &calls;
    FAILS(pnProjectEnvironments(context, 3, views, &options, shs, NULL, &completed), PN_ERROR_CANCELLED, "cancel");
    CHECK(calls >= 1 && completed >= 1);

    options.onProgress = NULL;
    SUCCEEDS(pnProjectEnvironments(context, 3, views, &options, shs, NULL, &completed));
    CHECK(completed == 3 && progress.completed == 3 && progress.total == 3);
}

int main(void)
{
    context = abiCpuContext();
    checkPointers();
    checkCubemapSizes();
    checkEquirectSizes();
    checkOptions();
    checkBadTexel();
    checkMany();
    checkCancel();
    pnDestroyContext(context);
    return abiReport("project arguments");
}

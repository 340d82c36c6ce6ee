/* Bad arguments to the projections: a code, a message that names the field, and an untouched result. */
#include "abi_test.h"

static PnContext context;

/* Projects and checks that a failure writes nothing. */
static PnResult cubemap(const PnCubemapView* view, const PnProjectOptions* options)
{
    PnSh sh;
    PnSh untouched;
    memset(&sh, 0x5a, sizeof(sh));
    memset(&untouched, 0x5a, sizeof(untouched));
    const PnResult result = pnProjectCubemap(context, view, options, &sh, NULL);
    CHECK((result == PN_SUCCESS) != (memcmp(&sh, &untouched, sizeof(sh)) == 0));
    return result;
}

static PnResult equirect(const PnEquirectView* view, const PnProjectOptions* options)
{
    PnSh sh;
    PnSh untouched;
    memset(&sh, 0x5a, sizeof(sh));
    memset(&untouched, 0x5a, sizeof(untouched));
    const PnResult result = pnProjectEquirect(context, view, options, &sh, NULL);
    CHECK((result == PN_SUCCESS) != (memcmp(&sh, &untouched, sizeof(sh)) == 0));
    return result;
}

static void checkPointers(void)
{
    PnCubemapView faces = abiCubemap();
    PnEquirectView map = abiEquirect();
    PnSh sh;
    INVALID(pnProjectCubemap(NULL, &faces, NULL, &sh, NULL), "context");
    INVALID(pnProjectEquirect(NULL, &map, NULL, &sh, NULL), "context");
    INVALID(pnProjectCubemap(context, NULL, NULL, &sh, NULL), "cubemap");
    INVALID(pnProjectEquirect(context, NULL, NULL, &sh, NULL), "map");
    INVALID(pnProjectCubemap(context, &faces, NULL, NULL, NULL), "outSh");
    INVALID(pnProjectEquirect(context, &map, NULL, NULL, NULL), "outSh");
    for (int face = 0; face < 6; ++face)
    {
        WITH(faces, faces[face] = NULL, INVALID(cubemap(&faces, NULL), "faces"));
        WITH(faces, faces[face] = (const char*)abiTexels + 2, INVALID(cubemap(&faces, NULL), "aligned"));
    }
    WITH(map, texels = NULL, INVALID(equirect(&map, NULL), "texels"));
    WITH(map, texels = (const char*)abiTexels + 1, INVALID(equirect(&map, NULL), "aligned"));
}

static void checkCubemapSizes(void)
{
    PnCubemapView view = abiCubemap();
    const uint32_t wrongSizes[] = {0, 16385, 0x7fffffffu, 0x80000000u, 0xffffffffu};
    const uint32_t wrongPitches[] = {4, 28, 33, 34, 0xfffffffeu};
    const PnFormat wrongFormats[] = {PN_FORMAT_UNDEFINED, 8, -1, INT32_MIN, INT32_MAX};
    for (int i = 0; i < 5; ++i)
    {
        WITH(view, faceSize = wrongSizes[i], INVALID(cubemap(&view, NULL), "faceSize must be in 1..16384"));
        WITH(view, rowPitchBytes = wrongPitches[i], INVALID(cubemap(&view, NULL), "rowPitchBytes"));
        WITH(view, format = wrongFormats[i], FAILS(cubemap(&view, NULL), PN_ERROR_UNSUPPORTED_FORMAT, "format"));
    }
    /* 36 + 2 * 16 bytes are needed, 64 are there */
    WITH(view, rowPitchBytes = 36, INVALID(cubemap(&view, NULL), "faceBytes"));
    WITH(view, rowPitchBytes = 32, SUCCEEDS(cubemap(&view, NULL)));
    const uint64_t shortFaces[] = {0, 1, 63};
    for (int i = 0; i < 3; ++i)
        WITH(view, faceBytes = shortFaces[i], INVALID(cubemap(&view, NULL), "faceBytes"));
    view.faceSize = 16384; /* 2^14 rows of nearly 2^32 bytes: more than 32 bits can count */
    view.rowPitchBytes = 0xfffffffcu;
    view.faceBytes = 0xffffffffu;
    INVALID(cubemap(&view, NULL), "faceBytes");
}

static void checkEquirectSizes(void)
{
    PnEquirectView view = abiEquirect();
    WITH(view, width = 0, INVALID(equirect(&view, NULL), "width must be in 1..32768"));
    WITH(view, width = 32769, INVALID(equirect(&view, NULL), "width must be in 1..32768"));
    WITH(view, height = 0, INVALID(equirect(&view, NULL), "height must be in 1..16384"));
    WITH(view, height = 0x80000000u, INVALID(equirect(&view, NULL), "height must be in 1..16384"));
    WITH(view, texelBytes = 63, INVALID(equirect(&view, NULL), "texelBytes"));
    WITH(view, rowPitchBytes = 30, INVALID(equirect(&view, NULL), "rowPitchBytes"));
    WITH(view, reserved = 1, INVALID(equirect(&view, NULL), "reserved"));
    WITH(view, format = 99, FAILS(equirect(&view, NULL), PN_ERROR_UNSUPPORTED_FORMAT, "format"));
    view.width = 32768;
    view.height = 16384; /* 2^33 bytes */
    view.texelBytes = 0xffffffffu;
    INVALID(equirect(&view, NULL), "texelBytes");
}

static void checkOptions(void)
{
    const PnCubemapView view = abiCubemap();
    PnProjectOptions options = abiOptions();
    WITH(options, bands = 6, INVALID(cubemap(&view, &options), "bands must be in 1..5"));
    WITH(options, bands = 0xffffffffu, INVALID(cubemap(&view, &options), "bands"));
    WITH(options, negative = 2, INVALID(cubemap(&view, &options), "negative"));
    WITH(options, badTexels = -1, INVALID(cubemap(&view, &options), "badTexels"));
    WITH(options, reserved = 1, INVALID(cubemap(&view, &options), "reserved"));
    const float wrongClamps[] = {-1.0f, NAN, INFINITY, 0x1p-15f, 0x1.000002p64f, -0x1p-149f};
    for (int i = 0; i < 6; ++i)
        WITH(options, maxRadiance = wrongClamps[i], INVALID(cubemap(&view, &options), "maxRadiance"));
    const float rightClamps[] = {0.0f, -0.0f, 0x1p-14f, 1.0f, 0x1p64f};
    for (int i = 0; i < 5; ++i)
        WITH(options, maxRadiance = rightClamps[i], SUCCEEDS(cubemap(&view, &options)));
}

static void checkBadTexel(void)
{
    float texels[16] = {0};
    texels[4 * 2] = NAN; /* x 0, y 1 */
    PnCubemapView view = abiCubemap();
    view.faces[4] = texels;
    PnProjectOptions options = abiOptions();
    options.badTexels = PN_BAD_TEXEL_ERROR;
    FAILS(cubemap(&view, &options), PN_ERROR_BAD_TEXEL, "texel");

    PnSh sh;
    PnProjectInfo info = abiProjectInfo();
    FAILS(pnProjectCubemap(context, &view, &options, &sh, &info), PN_ERROR_BAD_TEXEL, "texel");
    CHECK(info.nonFinite == 1 && info.hasBadTexel == 1);
    CHECK(info.badFace == 4 && info.badX == 0 && info.badY == 1);
}

static void checkMany(void)
{
    PnCubemapView views[3] = {abiCubemap(), abiCubemap(), abiCubemap()};
    PnEquirectView maps[2] = {abiEquirect(), abiEquirect()};
    PnSh shs[3];
    uint32_t completed = 77;
    SUCCEEDS(pnProjectCubemaps(context, 3, views, NULL, shs, NULL, &completed));
    CHECK(completed == 3);
    SUCCEEDS(pnProjectEquirects(context, 2, maps, NULL, shs, NULL, NULL));
    SUCCEEDS(pnProjectCubemaps(context, 0, NULL, NULL, NULL, NULL, &completed));
    CHECK(completed == 0);
    SUCCEEDS(pnProjectEquirects(context, 0, NULL, NULL, NULL, NULL, NULL));

    INVALID(pnProjectCubemaps(NULL, 3, views, NULL, shs, NULL, NULL), "context");
    INVALID(pnProjectCubemaps(context, 3, NULL, NULL, shs, NULL, NULL), "cubemap");
    INVALID(pnProjectCubemaps(context, 3, views, NULL, NULL, NULL, NULL), "outShs");
    INVALID(pnProjectEquirects(context, 2, NULL, NULL, shs, NULL, NULL), "map");
    INVALID(pnProjectEquirects(context, 2, maps, NULL, NULL, NULL, NULL), "outShs");
    PnProjectInfo infos[3] = {{0}};
    INVALID(pnProjectCubemaps(context, 3, views, NULL, shs, infos, NULL), "structSize");
    views[2].faceBytes = 3;
    INVALID(pnProjectCubemaps(context, 3, views, NULL, shs, NULL, &completed), "faceBytes");
    CHECK(completed < 3);
    maps[1].width = 0;
    INVALID(pnProjectEquirects(context, 2, maps, NULL, shs, NULL, &completed), "width");
}

static int32_t stopAfterOne(void* userData, uint32_t completed, uint32_t total)
{
    CHECK(total == 3 && completed <= 3);
    ++*(int*)userData;
    return completed >= 1;
}

static void checkCancel(void)
{
    const PnCubemapView views[3] = {abiCubemap(), abiCubemap(), abiCubemap()};
    PnSh shs[3];
    PnProgress progress = {0, 0, 1};
    PnProjectOptions options = abiOptions();
    uint32_t completed = 77;
    options.progress = &progress;
    FAILS(pnProjectCubemaps(context, 3, views, &options, shs, NULL, &completed), PN_ERROR_CANCELLED, "cancel");
    CHECK(completed == 0);

    int calls = 0;
    progress.cancel = 0;
    options.onProgress = stopAfterOne;
    options.userData = &calls;
    FAILS(pnProjectCubemaps(context, 3, views, &options, shs, NULL, &completed), PN_ERROR_CANCELLED, "cancel");
    CHECK(calls >= 1 && completed >= 1);

    options.onProgress = NULL;
    SUCCEEDS(pnProjectCubemaps(context, 3, views, &options, shs, NULL, &completed));
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

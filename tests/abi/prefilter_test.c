/* The calls on prefiltered cubemaps: bad arguments named, and nothing written where a call fails. */
#include "abi_test.h"

#include <probenorm/probenorm_unity.h>

static PnPrefilter twoMips(void)
{
    return (PnPrefilter){.structSize = sizeof(PnPrefilter), .mipCount = 2};
}

static float secondMip[6][4];

static void makeTargets(PnCubemapTarget targets[2])
{
    targets[0] = targets[1] = abiTarget();
    targets[1].faceBytes = sizeof(secondMip[0]);
    for (int face = 0; face < 6; ++face)
        targets[1].faces[face] = secondMip[face];
}

static void checkOne(PnContext context)
{
    PnEnvironmentView view = abiCubemap();
    PnCubemapTarget targets[2];
    makeTargets(targets);
    PnPrefilter prefilter = twoMips();
    PnProjectOptions options = abiOptions();
    PnPrefilterInfo info = {.structSize = sizeof(info)};
    SUCCEEDS(prefilterOne(context, &view, &prefilter, &options, targets, &info));
    CHECK(abiResults[0][0] == 1 && secondMip[5][2] == 1 && secondMip[5][3] == 1);
    CHECK(info.backend == PN_BACKEND_CPU && info.isReproducible == 1 && info.callNanoseconds > 0);

#define ONE(word) INVALID(prefilterOne(context, &view, &prefilter, &options, targets, &info), word)
    INVALID(prefilterOne(NULL, &view, &prefilter, NULL, targets, NULL), "context");
    INVALID(prefilterOne(context, NULL, &prefilter, NULL, targets, NULL), "cubemap");
    INVALID(prefilterOne(context, &view, NULL, NULL, targets, NULL), "prefilter");
    INVALID(prefilterOne(context, &view, &prefilter, NULL, NULL, NULL), "targets");
    WITH(prefilter, structSize = 8, ONE("prefilter.structSize"));
    WITH(prefilter, lobe = 4, ONE("prefilter.lobe"));
    WITH(prefilter, mapping = 7, ONE("prefilter.mapping"));
    WITH(prefilter, effort = 3, ONE("prefilter.effort"));
    WITH(prefilter, mipCount = 0, ONE("prefilter.mipCount"));
    WITH(prefilter, mipCount = 16, ONE("prefilter.mipCount"));
    WITH(prefilter, baseSize = 3, ONE("item.cubemap.width must be at least prefilter.baseSize, 3, found 2"));
    const float rough[3][2] = {{0, 1.5f}, {-0.1f, 1}, {0, NAN}};
    WITH(prefilter, roughness = rough[0], ONE("prefilter.roughness[1]"));
    WITH(prefilter, roughness = rough[1], ONE("prefilter.roughness[0]"));
    WITH(prefilter, roughness = rough[2], ONE("prefilter.roughness[1]"));
    WITH(options, badTexels = PN_BAD_TEXEL_ERROR, ONE("options.badTexels"));
    WITH(targets[1], faceBytes = 12, ONE("targets[1].faceBytes"));
    WITH(targets[1], reserved = 1, ONE("targets[1].reserved"));
    WITH(targets[0], format = PN_FORMAT_RGBA8,
         FAILS(prefilterOne(context, &view, &prefilter, NULL, targets, NULL), PN_ERROR_UNSUPPORTED_FORMAT,
               "targets[0].format"));
    PnProgress progress = {7, 7, 1};
    options.progress = &progress;
    FAILS(prefilterOne(context, &view, &prefilter, &options, targets, NULL), PN_ERROR_CANCELLED, "cancelled");
    CHECK(progress.completed == 0 && progress.total == 1);
}

static PnResult prefilterTwo(PnContext context, const PnPrefilterItem* items)
{
    const PnPrefilter prefilter = twoMips();
    return pnPrefilterCubemaps(context, 2, items, &prefilter, NULL, NULL, NULL);
}

static void checkMany(PnContext context)
{
    const PnEnvironmentView view = abiCubemap();
    PnCubemapTarget targets[2];
    makeTargets(targets);
    PnPrefilterItem items[2] = {{sizeof(PnPrefilterItem), 0, &view, targets}};
    items[1] = items[0];
    PnPrefilterInfo infos[2] = {{.structSize = sizeof(infos[0])}};
    PnProgress progress = {7, 7, 0};
    PnProjectOptions options = abiOptions();
    options.progress = &progress;
    const PnPrefilter prefilter = twoMips();
    uint32_t completed = 7;
    SUCCEEDS(pnPrefilterCubemaps(context, 2, items, &prefilter, &options, infos, &completed));
    CHECK(completed == 2 && progress.completed == 2 && progress.total == 2);
    CHECK(infos[1].structSize == sizeof(infos[0]) && infos[1].isReproducible == 1);
    SUCCEEDS(pnPrefilterCubemaps(context, 0, NULL, &prefilter, NULL, NULL, &completed));
    CHECK(completed == 0);
    INVALID(prefilterTwo(context, NULL), "items");
    WITH(items[1], structSize -= 8, INVALID(prefilterTwo(context, items), "items[1].structSize"));
    WITH(items[1], reserved = 1, INVALID(prefilterTwo(context, items), "items[1].reserved"));
    WITH(items[1], cubemap = NULL, INVALID(prefilterTwo(context, items), "items[1].cubemap"));
    WITH(items[1], targets = NULL, INVALID(prefilterTwo(context, items), "items[1].target"));
}

static void checkRoughness(void)
{
    float roughness[3] = {7, 7, 7};
    SUCCEEDS(pnGetMipRoughness(0, 1, 2, roughness));
    CHECK(roughness[0] == 0 && roughness[1] == 1 && roughness[2] == 7);
    INVALID(pnGetMipRoughness(7, 1, 2, roughness), "mapping");
    INVALID(pnGetMipRoughness(1, 0, 2, roughness), "baseSize");
    INVALID(pnGetMipRoughness(1, 16385, 2, roughness), "baseSize");
    INVALID(pnGetMipRoughness(1, 1, 0, roughness), "mipCount");
    INVALID(pnGetMipRoughness(1, 1, 16, roughness), "mipCount");
    INVALID(pnGetMipRoughness(1, 1, 2, NULL), "outRoughness");
}

static void checkDfg(void)
{
    float rgb[12];
    SUCCEEDS(pnMakeDfgRows(PN_DFG_SCALE_BIAS, 2, 0, 2, 12, rgb));
    CHECK(rgb[0] > 0 && rgb[0] + rgb[1] < 1.0001f && rgb[11] > 0);
    INVALID(pnMakeDfgRows(0, 2, 0, 2, 12, rgb), "kind");
    INVALID(pnMakeDfgRows(3, 2, 0, 2, 12, rgb), "kind");
    INVALID(pnMakeDfgRows(PN_DFG_MULTISCATTER, 0, 0, 0, 12, rgb), "size");
    INVALID(pnMakeDfgRows(PN_DFG_MULTISCATTER, 1025, 0, 1025, UINT64_MAX, rgb), "size");
    INVALID(pnMakeDfgRows(PN_DFG_MULTISCATTER, 2, 0, 2, 11, rgb), "floatCount must be at least 12, found 11");
    INVALID(pnMakeDfgRows(PN_DFG_MULTISCATTER, 2, 0, 2, 12, NULL), "outRgb");
    SUCCEEDS(pnMakeDfgRows(PN_DFG_SCALE_BIAS, 2, 1, 1, 6, rgb));
    INVALID(pnMakeDfgRows(PN_DFG_SCALE_BIAS, 2, 2, 1, 12, rgb), "firstRow must be below size, 2, found 2");
    INVALID(pnMakeDfgRows(PN_DFG_SCALE_BIAS, 2, 1, 0, 12, rgb), "rowCount must be in 1..1, found 0");
    INVALID(pnMakeDfgRows(PN_DFG_SCALE_BIAS, 2, 1, UINT32_MAX, UINT64_MAX, rgb), "rowCount");
    INVALID(pnMakeDfgRows(PN_DFG_SCALE_BIAS, 2, 1, 1, 5, rgb), "floatCount must be at least 6, found 5");
}

/* Tables of a face of 2 texels per edge: a copy, and one tile of a mip of one texel. */
static void checkTables(void)
{
    PnPrefilter prefilter = twoMips();
    PnUnityPrefilterTables tables = {.structSize = sizeof(tables)};
    INVALID(pnMakeUnityPrefilterTables(0, &prefilter, &tables), "faceSize must be in 1..512");
    INVALID(pnMakeUnityPrefilterTables(513, &prefilter, &tables), "faceSize");
    INVALID(pnMakeUnityPrefilterTables(2, NULL, &tables), "prefilter");
    INVALID(pnMakeUnityPrefilterTables(2, &prefilter, NULL), "outTables");
    WITH(tables, structSize = 8, INVALID(pnMakeUnityPrefilterTables(2, &prefilter, &tables), "outTables.structSize"));
    SUCCEEDS(pnMakeUnityPrefilterTables(2, &prefilter, &tables));
    CHECK(tables.levelCount == 2 && tables.words[0] == 0 && tables.words[1] == 2 && tables.words[2] == 6 * 2 * 2);
    CHECK(tables.tileOffset[0] == tables.tileOffset[1] && tables.tileOffset[2] == tables.tileOffset[1] + 4);
    CHECK(tables.weightCount % 16 == 0 && tables.weightCount > 0 && tables.weightOffset < tables.wordCount);
    pnFreeUnityPrefilterTables(&tables);
    pnFreeUnityPrefilterTables(&(PnUnityPrefilterTables){0});
    pnFreeUnityPrefilterTables(NULL);
}

int main(void)
{
    PnContext context = abiCpuContext();
    checkOne(context);
    checkMany(context);
    checkRoughness();
    checkDfg();
    checkTables();
    pnDestroyContext(context);
    return abiReport("prefilter");
}

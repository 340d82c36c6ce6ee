/* The calls on normalization: results by hand, bad arguments named, and nothing written where a call fails. */
#include "abi_test.h"

#include <math.h>

static PnNormalization normalizationOf(PnPreset preset)
{
    PnNormalization n;
    memset(&n, 0, sizeof(n));
    n.structSize = sizeof(n);
    n.preset = preset;
    return n;
}

static PnSh constantLight(float radiance)
{
    PnSh sh;
    memset(&sh, 0, sizeof(sh));
    sh.bands = 1;
    for (int c = 0; c < 3; ++c)
        sh.rgb[0][c] = 3.5449077f * radiance;
    return sh;
}

static int isNear(float a, float b)
{
    return fabsf(a - b) <= 1e-6f * (1 + fabsf(b));
}

static void checkPresets(void)
{
    PnNormalization n = normalizationOf(0);
    for (PnPreset preset = 0; preset < PN_PRESET_COUNT; ++preset)
    {
        SUCCEEDS(pnFindPreset(pnGetPresetName(preset), &n));
        CHECK(n.preset == preset && n.structSize == sizeof(n) && n.bands >= 1 && n.bands <= 3);
    }
    CHECK(pnGetPresetName(-1) == NULL && pnGetPresetName(PN_PRESET_COUNT) == NULL);
    SUCCEEDS(pnFindPreset("hdrp-corrected", &n));
    CHECK(n.preset == PN_PRESET_HDRP_CORRECTED && n.low == 0.005f && n.high == 1);
    INVALID(pnFindPreset("hdrp_corrected", &n), "name");
    INVALID(pnFindPreset(NULL, &n), "name");
    INVALID(pnFindPreset("hdrp", NULL), "outNormalization");
    n.structSize = 8;
    INVALID(pnFindPreset("hdrp", &n), "structSize");
}

static void checkFactor(void)
{
    const PnSh bright = constantLight(4), dark = constantLight(1);
    const float up[6] = {0, 1, 0, 0, 1, 0}, roughness[2] = {1, 0};
    float factors[6] = {7, 7, 7, 7, 7, 7};
    SUCCEEDS(pnEvaluateFactor(NULL, &bright, &dark, 2, up, NULL, roughness, factors));
    CHECK(isNear(factors[0], 0.25f) && factors[0] == factors[1] && factors[1] == factors[2]);
    CHECK(factors[3] == 1); /* a mirror is left alone */
    SUCCEEDS(pnEvaluateFactor(NULL, &dark, &bright, 1, up, NULL, NULL, factors));
    CHECK(isNear(factors[0], 4));

    const float bad[6] = {0, 1, 0, 0, 1.1f, 0}, wrong[2] = {0.5f, 1.5f};
    float untouched[6] = {7, 7, 7, 7, 7, 7};
    INVALID(pnEvaluateFactor(NULL, &bright, &dark, 2, bad, NULL, NULL, untouched), "reflections");
    INVALID(pnEvaluateFactor(NULL, &bright, &dark, 2, up, bad, NULL, untouched), "normals");
    INVALID(pnEvaluateFactor(NULL, &bright, &dark, 2, up, NULL, wrong, untouched), "roughness");
    INVALID(pnEvaluateFactor(NULL, NULL, &dark, 2, up, NULL, NULL, untouched), "probe");
    INVALID(pnEvaluateFactor(NULL, &bright, NULL, 2, up, NULL, NULL, untouched), "local");
    const PnPreset looking[3] = {PN_PRESET_HDRP, PN_PRESET_SOURCE2, PN_PRESET_UNREAL};
    for (int i = 0; i < 3; ++i)
    {
        const PnNormalization n = normalizationOf(looking[i]);
        INVALID(pnEvaluateFactor(&n, &bright, &dark, 1, up, NULL, NULL, untouched), "normals");
    }
    PnSh broken = bright;
    broken.rgb[0][1] = NAN;
    INVALID(pnEvaluateFactor(NULL, &broken, &dark, 1, up, NULL, NULL, untouched), "finite");
    for (int i = 0; i < 6; ++i)
        CHECK(untouched[i] == 7);
    SUCCEEDS(pnEvaluateFactor(NULL, &bright, &dark, 0, NULL, NULL, NULL, NULL));
}

static void checkMinimumAndDering(void)
{
    PnSh sh = constantLight(1), out;
    float minimum[4];
    sh.bands = 2;
    sh.rgb[2][0] = 2.0466534f; /* + z in red */
    SUCCEEDS(pnFindRadianceMinimum(&sh, minimum));
    CHECK(isNear(minimum[0], 0) && isNear(minimum[1], 1) && isNear(minimum[3], 1 - 0.2126f));
    SUCCEEDS(pnFindIrradianceMinimum(&sh, minimum));
    CHECK(isNear(minimum[0], 1.0f / 3));
    INVALID(pnFindIrradianceMinimum(&sh, NULL), "outMinimum");

    PnDeringInfo info;
    memset(&info, 0, sizeof(info));
    info.structSize = sizeof(info);
    const float width = 783.0f / 1024; /* 1 - 2/3 w >= 0.49 from w = 783.36 / 1024 down */
    SUCCEEDS(pnDeringSh(&sh, 0.49f, &out, &info));
    CHECK(info.width == width && isNear(info.minimumBefore, 1.0f / 3));
    CHECK(isNear(info.minimumAfter, 1 - width * 2 / 3) && isNear(info.energyKept, width * width));
    CHECK(isNear(out.rgb[2][0], width * sh.rgb[2][0]));
    SUCCEEDS(pnDeringSh(&sh, 0.0f, &sh, NULL));
    INVALID(pnDeringSh(&sh, -0.1f, &out, NULL), "floor");
    INVALID(pnDeringSh(&sh, NAN, &out, NULL), "floor");
    INVALID(pnDeringSh(&sh, 0, NULL, NULL), "outSh");
}

static PnResult normalizeWith(PnContext context, const PnCubemapView* view, const PnCubemapTarget* target)
{
    return pnNormalizeCubemap(context, 1, view, NULL, NULL, NULL, target, NULL, NULL, NULL);
}

static void checkTargets(PnContext context)
{
    const PnCubemapView view = abiCubemap();
    PnCubemapTarget target = abiTarget();
    memset(abiResults, 0, sizeof(abiResults));
    SUCCEEDS(normalizeWith(context, &view, &target));
    for (int i = 0; i < 4; ++i)
        CHECK(isNear(abiResults[5][4 * i], 1) && abiResults[5][4 * i + 3] == 1);

    target.format = PN_FORMAT_RGBA16F;
    FAILS(normalizeWith(context, &view, &target), PN_ERROR_UNSUPPORTED_FORMAT, "target.format");
    target = abiTarget();
    target.faces[3] = NULL;
    INVALID(normalizeWith(context, &view, &target), "target.faces[3]");
    target = abiTarget();
    target.faceBytes = sizeof(abiResults[0]) - 1;
    INVALID(normalizeWith(context, &view, &target), "target.faceBytes");
    target = abiTarget();
    target.rowPitchBytes = 4;
    INVALID(normalizeWith(context, &view, &target), "target.rowPitchBytes");
    target = abiTarget();
    target.reserved = 1;
    INVALID(normalizeWith(context, &view, &target), "target.reserved");
    INVALID(normalizeWith(context, &view, NULL), "target");
    INVALID(normalizeWith(context, NULL, &target), "mip");
    INVALID(normalizeWith(NULL, &view, &target), "context");
}

/* A face divided where it lies: its texels may not move. */
static void checkInPlace(PnContext context)
{
    uint64_t memory[6][2 * 2];
    PnCubemapView view = abiCubemap();
    PnCubemapTarget target = abiTarget();
    memset(memory, 0x3c, sizeof(memory)); /* 1.06 in halves */
    view.format = target.format = PN_FORMAT_RGBA16F;
    view.faceBytes = target.faceBytes = sizeof(memory[0]);
    for (int face = 0; face < 6; ++face)
        view.faces[face] = target.faces[face] = memory[face];
    view.rowPitchBytes = 16; /* tight */
    SUCCEEDS(normalizeWith(context, &view, &target));
    CHECK(memory[5][0] != 0x3c3c3c3c3c3c3c3cu && memory[5][0] == memory[5][3]);

    view.format = PN_FORMAT_RGBA8;
    view.rowPitchBytes = 0;
    INVALID(normalizeWith(context, &view, &target), "target.faces[0]");
    view.rowPitchBytes = 16;
    INVALID(normalizeWith(context, &view, &target), "target.faces[0]");
    for (int face = 0; face < 5; ++face)
        target.faces[face] = abiResults[face];
    INVALID(normalizeWith(context, &view, &target), "target.faces[5]");
    target.faces[5] = abiResults[5];
    SUCCEEDS(normalizeWith(context, &view, &target));

    float texels[3 * 4 + 2 * 4];
    for (int i = 0; i < 20; ++i)
        texels[i] = 1;
    view = abiCubemap();
    target = abiTarget();
    view.faces[2] = target.faces[2] = texels;
    view.faceBytes = target.faceBytes = sizeof(abiResults[0]);
    SUCCEEDS(normalizeWith(context, &view, &target));
    target.rowPitchBytes = 48;
    target.faceBytes = sizeof(texels);
    INVALID(normalizeWith(context, &view, &target), "rowPitchBytes");
}

static void checkNormalize(PnContext context)
{
    PnCubemapView views[2] = {abiCubemap(), abiCubemap()};
    PnCubemapTarget targets[2] = {abiTarget(), abiTarget()};
    const PnSh light = constantLight(4);
    PnProjectOptions options = abiOptions();
    PnNormalizeInfo info;
    memset(&info, 0, sizeof(info));
    info.structSize = sizeof(info);
    SUCCEEDS(pnNormalizeCubemap(context, 1, views, NULL, &light, NULL, targets, NULL, NULL, &info));
    CHECK(isNear(abiResults[0][0], 0.25f) && isNear(info.average, 4) && info.width == 1 && info.energyKept == 1);

    const PnNormalization eevee = normalizationOf(PN_PRESET_EEVEE); /* the sum of L00 */
    SUCCEEDS(pnNormalizeCubemap(context, 1, views, &eevee, &light, NULL, targets, NULL, NULL, &info));
    CHECK(isNear(abiResults[0][0], 1 / (3 * 4 * 3.5449077f)) && isNear(info.average, 3 * 4 * 3.5449077f));

    INVALID(pnNormalizeCubemap(context, 2, views, NULL, NULL, NULL, targets, NULL, NULL, NULL), "mips[1].faceSize");
    views[1].faceSize = 1;
    SUCCEEDS(pnNormalizeCubemap(context, 2, views, NULL, NULL, NULL, targets, NULL, NULL, NULL));
    INVALID(pnNormalizeCubemap(context, 0, views, NULL, NULL, NULL, targets, NULL, NULL, NULL), "mipCount");
    INVALID(pnNormalizeCubemap(context, 16, views, NULL, NULL, NULL, targets, NULL, NULL, NULL), "mipCount");
    options.badTexels = PN_BAD_TEXEL_ERROR;
    INVALID(pnNormalizeCubemap(context, 1, views, NULL, &light, &options, targets, NULL, NULL, NULL), "badTexels");

    PnProgress progress = {0, 0, 1};
    options = abiOptions();
    options.progress = &progress;
    FAILS(pnNormalizeCubemap(context, 1, views, NULL, NULL, &options, targets, NULL, NULL, NULL), PN_ERROR_CANCELLED,
          "cancelled");
    const PnPreset looking[2] = {PN_PRESET_HDRP, PN_PRESET_SOURCE2};
    for (int i = 0; i < 2; ++i)
    {
        const PnNormalization n = normalizationOf(looking[i]);
        FAILS(pnNormalizeCubemap(context, 1, views, &n, NULL, NULL, targets, NULL, NULL, NULL), PN_ERROR_UNSUPPORTED,
              "normal");
    }
}

int main(void)
{
    PnContext context = abiCpuContext();
    checkPresets();
    checkFactor();
    checkMinimumAndDering();
    checkTargets(context);
    checkInPlace(context);
    checkNormalize(context);
    pnDestroyContext(context);
    return abiReport("normalize");
}

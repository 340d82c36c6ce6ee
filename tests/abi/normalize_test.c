/* The calls on normalization: results by hand, bad arguments named, and nothing written where a call fails. */
#include "abi_test.h"

static PnNormalization normalizationOf(PnPreset preset)
{
    return (PnNormalization){.structSize = sizeof(PnNormalization), .preset = preset};
}

static PnSh constantLight(float radiance)
{
    const float l00 = 3.5449077f * radiance;
    return (PnSh){1, {{l00, l00, l00}}};
}

static void checkPresets(void)
{
    PnNormalization n = normalizationOf(0);
    for (PnPreset preset = 0; preset < PN_PRESET_COUNT; ++preset)
    {
        SUCCEEDS(pnGetPreset(pnGetPresetName(preset), &n));
        CHECK(n.preset == preset && n.structSize == sizeof(n) && n.bands >= 1 && n.bands <= 3);
    }
    CHECK(pnGetPresetName(-1) == NULL && pnGetPresetName(PN_PRESET_COUNT) == NULL);
    SUCCEEDS(pnGetPreset("hdrp-corrected", &n));
    CHECK(n.preset == PN_PRESET_HDRP_CORRECTED && n.low == 0.005f && n.high == 1);
    INVALID(pnGetPreset("hdrp_corrected", &n), "name");
    INVALID(pnGetPreset(NULL, &n), "name");
    INVALID(pnGetPreset("hdrp", NULL), "outNormalization");
    WITH(n, structSize = 8, INVALID(pnGetPreset("hdrp", &n), "structSize"));
}

static void checkPresetInfo(void)
{
    PnPresetInfo info = {.structSize = sizeof(info)};
    SUCCEEDS(pnGetPresetInfo(PN_PRESET_PROBENORM, &info));
    CHECK(info.version == 4 && !info.isFactor && info.canDivide && !info.needsNormals && !info.needsAverage);
    SUCCEEDS(pnGetPresetInfo(PN_PRESET_HDRP, &info));
    CHECK(info.version == 1 && info.isFactor && !info.canDivide && info.needsNormals && !info.needsAverage);
    SUCCEEDS(pnGetPresetInfo(PN_PRESET_EEVEE, &info));
    CHECK(info.isFactor && info.canDivide && !info.needsNormals && info.needsAverage);
    INVALID(pnGetPresetInfo(PN_PRESET_COUNT, &info), "preset");
    INVALID(pnGetPresetInfo(0, NULL), "outInfo");
}

/* The preset probenorm under lights that are the same from everywhere: docs/normalization.md, section 2. */
static float expectedReflection(float radiance, float local, float probe) /* roughness 1: detail is left alone */
{
    const float d = local - probe;
    return (radiance * local * fminf(probe, 1.5f * local) + local * d * d) / (d * d + local * probe);
}

static void checkFactor(void)
{
    const PnSh dark = constantLight(1);
    PnSh bright = constantLight(4);
    const float up[6] = {0, 1, 0, 0, 1, 0}, roughness[2] = {1, 0};
    float factors[6] = {7, 7, 7, 7, 7, 7};
    SUCCEEDS(factorsOf(NULL, &bright, &dark, 2, up, NULL, roughness, factors));
    CHECK(isNear(factors[0], (1.5f + 9 * 0.25f) / 13) && factors[0] == factors[1] && factors[1] == factors[2]);
    CHECK(isNear(factors[3], (1.5f + 9 * 0.25f * 0.7f) / 13)); /* a mirror */
    const PnNormalization classic = normalizationOf(PN_PRESET_CLASSIC);
    SUCCEEDS(factorsOf(&classic, &bright, &dark, 2, up, NULL, roughness, factors));
    CHECK(isNear(factors[0], 0.25f) && factors[3] == 1); /* a mirror is left alone */
    SUCCEEDS(factorsOf(NULL, &dark, &bright, 1, up, NULL, NULL, factors));
    CHECK(isNear(factors[0], (4 + 9 * 4.0f) / 13));

    const float bad[6] = {0, 1, 0, 0, 1.1f, 0}, wrong[2] = {0.5f, 1.5f};
    float untouched[6] = {7, 7, 7, 7, 7, 7};
    INVALID(factorsOf(NULL, &bright, &dark, 2, bad, NULL, NULL, untouched), "reflections");
    INVALID(factorsOf(NULL, &bright, &dark, 2, up, bad, NULL, untouched), "normals");
    INVALID(factorsOf(NULL, &bright, &dark, 2, up, NULL, wrong, untouched), "roughness");
    INVALID(factorsOf(NULL, NULL, &dark, 2, up, NULL, NULL, untouched), "probe");
    INVALID(factorsOf(NULL, &bright, NULL, 2, up, NULL, NULL, untouched), "local");
    const PnPreset looking[5] = {PN_PRESET_HDRP, PN_PRESET_SOURCE2, PN_PRESET_UNREAL, PN_PRESET_GODOT, PN_PRESET_REND2};
    for (int i = 0; i < 5; ++i)
    {
        const PnNormalization n = normalizationOf(looking[i]);
        INVALID(factorsOf(&n, &bright, &dark, 1, up, NULL, NULL, untouched), "normals");
    }
    WITH(bright, rgb[0][1] = NAN, INVALID(factorsOf(NULL, &bright, &dark, 1, up, NULL, NULL, untouched), "finite"));
    for (int i = 0; i < 6; ++i)
        CHECK(untouched[i] == 7);
    SUCCEEDS(factorsOf(NULL, &bright, &dark, 0, NULL, NULL, NULL, NULL));
}

static PnSurfaces reflectionsOf(const PnSh* probe, const PnSh* local, const float* radiance, const float* up)
{
    return (PnSurfaces){.structSize = sizeof(PnSurfaces),
                        .count = 1,
                        .radiance = radiance,
                        .reflections = up,
                        .normals = up,
                        .probe = probe,
                        .local = local,
                        .lookups = up};
}

/* A probe four times as bright as the place. */
static void checkReflection(void)
{
    const PnSh bright = constantLight(4), dark = constantLight(1);
    const float up[3] = {0, 1, 0}, radiance[3] = {9, 4, 0}, light[3] = {1, 1, 1};
    float out[3];
    PnSurfaces r = reflectionsOf(&bright, &dark, radiance, up);
    SUCCEEDS(pnEvaluateReflection(NULL, &r, out));
    CHECK(isNear(out[0], expectedReflection(9, 1, 4)) && isNear(out[1], expectedReflection(4, 1, 4)) &&
          isNear(out[2], expectedReflection(0, 1, 4)));
    const PnNormalization corrected = normalizationOf(PN_PRESET_HDRP_CORRECTED);
    SUCCEEDS(pnEvaluateReflection(&corrected, &r, out));
    CHECK(isNear(out[0], 2.25f) && isNear(out[1], 1));

    r.isDivided = 1; /* by 4 */
    const float texel[3] = {2.25f, 1, 0};
    r.radiance = texel;
    SUCCEEDS(pnEvaluateReflection(NULL, &r, out));
    CHECK(isNear(out[0], expectedReflection(9, 1, 4)) && isNear(out[1], expectedReflection(4, 1, 4)));

    r = reflectionsOf(&bright, NULL, radiance, up);
    r.localAlongNormals = light;
    SUCCEEDS(pnEvaluateReflection(NULL, &r, out));
    CHECK(isNear(out[0], expectedReflection(9, 1, 4)) && isNear(out[1], expectedReflection(4, 1, 4)));
    r.localAlongReflections = light;
    SUCCEEDS(pnEvaluateReflection(NULL, &r, out));
    CHECK(isNear(out[0], expectedReflection(9, 1, 4)) && isNear(out[1], expectedReflection(4, 1, 4)));

    float inPlace[3] = {9, 4, 0};
    r = reflectionsOf(&bright, &bright, inPlace, up);
    SUCCEEDS(pnEvaluateReflection(NULL, &r, inPlace));
    CHECK(inPlace[0] == 9 && inPlace[1] == 4 && inPlace[2] == 0); /* the probe's own place */
}

static void checkBadLuminances(PnSurfaces r, float* out)
{
    const float negative = -1, one = 1;
    r.probe = NULL;
    r.probeLuminances = &negative;
    INVALID(pnEvaluateReflection(NULL, &r, out), "probeLuminances");
    r.probeLuminances = &one;
    WITH(r, isDivided = 1, INVALID(pnEvaluateReflection(NULL, &r, out), "isDivided"));
    const PnNormalization unreal = normalizationOf(PN_PRESET_UNREAL);
    FAILS(pnEvaluateReflection(&unreal, &r, out), PN_ERROR_UNSUPPORTED, "needs the probe's coefficients");
}

static void checkReflectionArguments(void)
{
    const PnSh bright = constantLight(4), dark = constantLight(1);
    const float up[3] = {0, 1, 0}, radiance[3] = {9, 4, 0}, bad[3] = {NAN, 0, 0}, two[1] = {2};
    float out[3] = {7, 7, 7};
    PnSurfaces r = reflectionsOf(&bright, &dark, radiance, up);
    INVALID(pnEvaluateReflection(NULL, NULL, out), "surfaces");
    INVALID(pnEvaluateReflection(NULL, &r, NULL), "outRadiance");
    WITH(r, radiance = bad, INVALID(pnEvaluateReflection(NULL, &r, out), "radiance"));
    WITH(r, reflections = radiance, INVALID(pnEvaluateReflection(NULL, &r, out), "reflections"));
    WITH(r, metallic = two, INVALID(pnEvaluateReflection(NULL, &r, out), "metallic"));
    WITH(r, localAlongNormals = up, INVALID(pnEvaluateReflection(NULL, &r, out), "surfaces.local"));
    WITH(r, isDivided = 2, INVALID(pnEvaluateReflection(NULL, &r, out), "isDivided"));
    WITH(r, isFactor = 2, INVALID(pnEvaluateReflection(NULL, &r, out), "isFactor"));
    WITH(r, radiance = NULL, INVALID(pnEvaluateReflection(NULL, &r, out), "radiance"));
    WITH(r, lookups = NULL, INVALID(pnEvaluateReflection(NULL, &r, out), "surfaces.lookups"));
    WITH(r, probe = NULL, INVALID(pnEvaluateReflection(NULL, &r, out), "must not both be null"));
    WITH(r, probeLuminances = up, INVALID(pnEvaluateReflection(NULL, &r, out), "must not both be set"));
    checkBadLuminances(r, out);
    const PnNormalization eevee = normalizationOf(PN_PRESET_EEVEE), hdrp = normalizationOf(PN_PRESET_HDRP);
    WITH(r, isDivided = 1, FAILS(pnEvaluateReflection(&hdrp, &r, out), PN_ERROR_UNSUPPORTED, "hdrp"));
    r.local = NULL;
    INVALID(pnEvaluateReflection(NULL, &r, out), "surfaces.localAlongNormals");
    WITH(r, localAlongNormals = bad, INVALID(pnEvaluateReflection(NULL, &r, out), "localAlongNormals"));
    WITH(r, localAlongNormals = up, FAILS(pnEvaluateReflection(&eevee, &r, out), PN_ERROR_UNSUPPORTED, "average"));
    CHECK(out[0] == 7 && out[1] == 7 && out[2] == 7);
}

/* The probe of the test above, whose last mip shows 4. */
static void checkLuminance(void)
{
    const PnSh bright = constantLight(4), dark = constantLight(1);
    const float up[3] = {0, 1, 0}, radiance[3] = {9, 4, 0}, light[3] = {1, 1, 1}, four = 4;
    float out[3], factor[3];
    PnSurfaces r = reflectionsOf(NULL, &dark, radiance, up);
    r.probeLuminances = &four;
    SUCCEEDS(pnEvaluateReflection(NULL, &r, out));
    CHECK(isNear(out[0], expectedReflection(9, 1, 4)) && isNear(out[1], expectedReflection(4, 1, 4)));
    WITH(r, lookups = NULL, SUCCEEDS(pnEvaluateReflection(NULL, &r, out))); /* the caller looked it up */
    CHECK(isNear(out[0], expectedReflection(9, 1, 4)));

    r.isFactor = 1;
    r.radiance = NULL;
    SUCCEEDS(pnEvaluateReflection(NULL, &r, out));
    SUCCEEDS(factorsOf(NULL, &bright, &dark, 1, up, up, NULL, factor));
    CHECK(isNear(out[0], factor[0]) && isNear(out[2], factor[2]) && isNear(4 * out[1], expectedReflection(4, 1, 4)));
    r.local = NULL;
    r.localAlongNormals = light;
    SUCCEEDS(pnEvaluateReflection(NULL, &r, out));
    CHECK(isNear(out[0], factor[0]));
    const PnNormalization classic = normalizationOf(PN_PRESET_CLASSIC); /* 1 / 4 */
    SUCCEEDS(pnEvaluateReflection(&classic, &r, out));
    CHECK(isNear(out[0], 0.25f));
}

static void checkMinimumAndDering(void)
{
    PnSh sh = constantLight(1), out;
    float minimum[4];
    sh.bands = 2;
    sh.rgb[2][0] = 2.0466534f; /* + z in red */
    SUCCEEDS(pnFindIrradianceMinimum(&sh, minimum));
    CHECK(isNear(minimum[0], 1.0f / 3) && isNear(minimum[1], 1) && isNear(minimum[3], 1 - 0.2126f * 2 / 3));
    INVALID(pnFindIrradianceMinimum(&sh, NULL), "outMinimum");

    PnDeringInfo info = {.structSize = sizeof(info)};
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

static PnResult normalizeWith(PnContext context, const PnEnvironmentView* view, const PnCubemapTarget* target)
{
    return normalizeOne(context, 1, view, NULL, NULL, NULL, target, NULL, NULL, NULL);
}

static void checkTargets(PnContext context)
{
    const PnEnvironmentView view = abiCubemap();
    PnCubemapTarget target = abiTarget();
    memset(abiResults, 0, sizeof(abiResults));
    SUCCEEDS(normalizeWith(context, &view, &target));
    for (int i = 0; i < 4; ++i)
        CHECK(isNear(abiResults[5][4 * i], 1) && abiResults[5][4 * i + 3] == 1);

    WITH(target, format = PN_FORMAT_RGBA16F,
         FAILS(normalizeWith(context, &view, &target), PN_ERROR_UNSUPPORTED_FORMAT, "target.format"));
    WITH(target, faces[3] = NULL, INVALID(normalizeWith(context, &view, &target), "target.faces[3]"));
    WITH(target, faceBytes -= 1, INVALID(normalizeWith(context, &view, &target), "target.faceBytes"));
    WITH(target, rowPitchBytes = 4, INVALID(normalizeWith(context, &view, &target), "target.rowPitchBytes"));
    WITH(target, reserved = 1, INVALID(normalizeWith(context, &view, &target), "target.reserved"));
    INVALID(normalizeWith(context, &view, NULL), "target");
    INVALID(normalizeWith(context, NULL, &target), "mip");
    INVALID(normalizeWith(NULL, &view, &target), "context");
}

/* A face divided where it lies: its texels may not move. */
static void checkInPlace(PnContext context)
{
    uint64_t memory[6][2 * 2];
    PnEnvironmentView view = abiCubemap();
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

/* One texel a face; half floats 1, 2 and 65504. */
static void checkPackLuminance(void)
{
    static const float faces[6][4] = {{1, 1, 1, 0},   {2, 2, 2, 0}, {1e9f, 1e9f, 1e9f, 0},
                                      {NAN, 1, 1, 0}, {0, 0, 0, 1}, {-2, -2, -2, 0}};
    const uint16_t expected[6] = {0x3C00, 0x4000, 0x7BFF, 0, 0, 0xC000};
    uint16_t halves[7] = {7, 7, 7, 7, 7, 7, 7};
    PnEnvironmentView view = abiCubemap();
    view.width = view.height = 1;
    view.faceBytes = sizeof(faces[0]);
    for (int face = 0; face < 6; ++face)
        view.faces[face] = faces[face];
    SUCCEEDS(pnPackLuminance(&view, 6, halves));
    CHECK(memcmp(halves, expected, sizeof(expected)) == 0 && halves[6] == 7);
    INVALID(pnPackLuminance(&view, 5, halves), "halfCount");
    INVALID(pnPackLuminance(&view, 6, NULL), "outHalves");
    INVALID(pnPackLuminance(NULL, 6, halves), "cubemap");
}

static void checkNormalize(PnContext context)
{
    PnEnvironmentView views[2] = {abiCubemap(), abiCubemap()};
    PnCubemapTarget targets[2] = {abiTarget(), abiTarget()};
    const PnSh light = constantLight(4);
    PnProjectOptions options = abiOptions();
    PnNormalizeInfo info = {.structSize = sizeof(info)};
    SUCCEEDS(normalizeOne(context, 1, views, NULL, &light, NULL, targets, NULL, NULL, &info));
    CHECK(isNear(abiResults[0][0], 0.25f) && isNear(info.average, 4) && info.width == 1 && info.energyKept == 1);

    const PnNormalization eevee = normalizationOf(PN_PRESET_EEVEE); /* the sum of L00 */
    SUCCEEDS(normalizeOne(context, 1, views, &eevee, &light, NULL, targets, NULL, NULL, &info));
    CHECK(isNear(abiResults[0][0], 1 / (3 * 4 * 3.5449077f)) && isNear(info.average, 3 * 4 * 3.5449077f));

    INVALID(normalizeOne(context, 2, views, NULL, NULL, NULL, targets, NULL, NULL, NULL), "mips[1].width");
    views[1].width = views[1].height = 1;
    SUCCEEDS(normalizeOne(context, 2, views, NULL, NULL, NULL, targets, NULL, NULL, NULL));
    INVALID(normalizeOne(context, 0, views, NULL, NULL, NULL, targets, NULL, NULL, NULL), "mipCount");
    INVALID(normalizeOne(context, 16, views, NULL, NULL, NULL, targets, NULL, NULL, NULL), "mipCount");
    options.badTexels = PN_BAD_TEXEL_ERROR;
    INVALID(normalizeOne(context, 1, views, NULL, &light, &options, targets, NULL, NULL, NULL), "badTexels");

    PnProgress progress = {0, 0, 1};
    options = abiOptions();
    options.progress = &progress;
    FAILS(normalizeOne(context, 1, views, NULL, NULL, &options, targets, NULL, NULL, NULL), PN_ERROR_CANCELLED,
          "cancelled");
    const PnPreset factors[4] = {PN_PRESET_HDRP, PN_PRESET_SOURCE2, PN_PRESET_REND2, PN_PRESET_GODOT};
    for (int i = 0; i < 4; ++i)
    {
        const PnNormalization n = normalizationOf(factors[i]);
        FAILS(normalizeOne(context, 1, views, &n, NULL, NULL, targets, NULL, NULL, NULL), PN_ERROR_UNSUPPORTED,
              "only be used as a factor");
    }
}

/* What GGX of a roughness below 1, seen along the normal, leaves of cos: the integral of x^2 D over that of x D, in
 * u = a^2 + (1 - a^2) (1 - x) / 2, in which D is 1 / u^2 and x is (1 + a^2 - 2 u) / (1 - a^2). */
static double ggxOfCosine(double roughness)
{
    const double a = roughness * roughness, c = 1 + a * a, u0 = a * a, u1 = c / 2, l = log(u1 / u0);
    const double first = c / u0 - c / u1 - 2 * l, second = c * c / u0 - c * c / u1 - 4 * c * l + 4 * (u1 - u0);
    return second / first / (1 - a * a);
}

/* Texels of 1 in light 1 + 0.8 z. Mip 1 of two has another roughness by each mapping. */
static void checkMapping(PnContext context)
{
    PnEnvironmentView views[2] = {abiCubemap(), abiCubemap()};
    PnCubemapTarget targets[2] = {abiTarget(), abiTarget()};
    float small[6][4];
    views[1].width = views[1].height = 1;
    views[1].faceBytes = targets[1].faceBytes = sizeof(small[0]);
    for (int face = 0; face < 6; ++face)
        targets[1].faces[face] = small[face];
    PnSh light = constantLight(1);
    light.bands = 2;
    for (int channel = 0; channel < 3; ++channel)
        light.rgb[2][channel] = 0.8f * 2.0466534f;
    PnNormalization n = normalizationOf(0);
    n.lobe = PN_LOBE_GGX;
    for (int isNamed = 0; isNamed < 2; ++isNamed)
    {
        n.mapping = isNamed ? PN_ROUGHNESS_MAPPING_LINEAR : 0; /* the same: roughness 0 and 1 */
        SUCCEEDS(normalizeOne(context, 2, views, &n, &light, NULL, targets, NULL, NULL, NULL));
        CHECK(isNear(abiResults[4][0], 1 / (1 + 0.8f / sqrtf(1.5f))) && isNear(small[4][0], 1 / (1 + 0.8f * 2 / 3)));
    }
    n.mapping = PN_ROUGHNESS_MAPPING_UNITY; /* 1 = 6 r (1.7 - 0.7 r) */
    const double r = (1.7 - sqrt(1.7 * 1.7 - 4 * 0.7 / 6)) / 1.4, seen = 0.8 * ggxOfCosine(r);
    SUCCEEDS(normalizeOne(context, 2, views, &n, &light, NULL, targets, NULL, NULL, NULL));
    CHECK(isNear(abiResults[4][0], 1 / (1 + 0.8f / sqrtf(1.5f))) && isNear(small[4][0], (float)(1 / (1 + seen))));
    n.mapping = PN_ROUGHNESS_MAPPING_UNREAL; /* 2^0 for mip 0 */
    SUCCEEDS(normalizeOne(context, 2, views, &n, &light, NULL, targets, NULL, NULL, NULL));
    CHECK(isNear(abiResults[4][0], 1 / (1 + 0.8f * 2 / 3 / sqrtf(1.5f))));
    WITH(n, mapping = PN_ROUGHNESS_MAPPING_GODOT + 1,
         INVALID(normalizeOne(context, 2, views, &n, &light, NULL, targets, NULL, NULL, NULL), "mapping"));
    WITH(n, mapping = -1,
         INVALID(normalizeOne(context, 2, views, &n, &light, NULL, targets, NULL, NULL, NULL), "mapping"));
}

static PnResult normalizeTwo(PnContext context, const PnNormalizeItem* items)
{
    return pnNormalizeCubemaps(context, 2, items, NULL, NULL, NULL, NULL, NULL, NULL);
}

static void checkMany(PnContext context)
{
    const PnEnvironmentView view = abiCubemap();
    const PnCubemapTarget target = abiTarget();
    const PnSh light = constantLight(4);
    PnNormalizeItem items[2] = {{sizeof(PnNormalizeItem), 1, &view, &target, &light, 0, 0}};
    PnNormalizeInfo infos[2] = {{.structSize = sizeof(infos[0])}};
    items[1] = items[0];
    PnProgress progress = {7, 7, 0};
    PnProjectOptions options = abiOptions();
    options.progress = &progress;
    uint32_t completed = 7;
    SUCCEEDS(pnNormalizeCubemaps(context, 2, items, NULL, &options, NULL, NULL, infos, &completed));
    CHECK(completed == 2 && progress.completed == 2 && progress.total == 2);
    CHECK(isNear(abiResults[0][0], 0.25f) && isNear(infos[1].average, 4) && infos[1].structSize == sizeof(infos[0]));
    SUCCEEDS(pnNormalizeCubemaps(context, 0, NULL, NULL, NULL, NULL, NULL, NULL, &completed));
    CHECK(completed == 0);

    INVALID(normalizeTwo(NULL, items), "context");
    INVALID(normalizeTwo(context, NULL), "items");
    WITH(items[1], structSize -= 8, INVALID(normalizeTwo(context, items), "items[1].structSize"));
    WITH(items[1], mipCount = 0, INVALID(normalizeTwo(context, items), "items[1].mipCount"));
    WITH(items[1], givenMipCount = 2, INVALID(normalizeTwo(context, items), "items[1].givenMipCount"));
    WITH(items[1], reserved = 1, INVALID(normalizeTwo(context, items), "items[1].reserved"));
    WITH(items[1], targets = NULL, INVALID(normalizeTwo(context, items), "items[1].target"));
    items[1].mipCount = 15; /* more than there are down to one texel */
    items[1].givenMipCount = 1;
    INVALID(normalizeTwo(context, items), "items[1].mipCount");
}

int main(void)
{
    PnContext context = abiCpuContext();
    checkMany(context);
    checkPresets();
    checkPresetInfo();
    checkFactor();
    checkPackLuminance();
    checkReflection();
    checkLuminance();
    checkReflectionArguments();
    checkMinimumAndDering();
    checkTargets(context);
    checkInPlace(context);
    checkNormalize(context);
    checkMapping(context);
    pnDestroyContext(context);
    return abiReport("normalize");
}

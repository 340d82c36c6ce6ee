/* What the C API gives, for the C# tests to compare with: a name and the bits of floats, one line each. Inputs are made
 * by the same few integer operations on both sides. */
#include <probenorm/probenorm.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    kLargest = 33,
    kBright = 16 * 16 * 4 /* floats that shine: face +X of 16 x 16 */
};

static uint16_t halves[6 * kLargest * kLargest * 4];
static float floats[6 * kLargest * kLargest * 4];
static unsigned char divided[sizeof(floats)];

static void require(PnResult result)
{
    if (result == PN_SUCCESS)
        return;
    fprintf(stderr, "%s: %s\n", pnGetResultName(result), pnGetLastErrorMessage());
    exit(1);
}

static void fill(uint32_t seed)
{
    uint32_t state = seed;
    for (size_t i = 0; i < sizeof(floats) / sizeof(floats[0]); ++i)
    {
        state = state * 1664525u + 1013904223u;
        floats[i] = (float)(state >> 8) * (i < kBright ? 0x1p-16f : 0x1p-20f);
        halves[i] = (uint16_t)((state >> 16) % 0x7c00u); /* positive and finite */
    }
}

static void print(const char* name, const void* data, size_t count)
{
    printf("%s", name);
    for (size_t i = 0; i < count; ++i)
    {
        uint32_t bits;
        memcpy(&bits, (const char*)data + 4 * i, sizeof(bits));
        printf(" %08x", bits);
    }
    printf("\n");
}

static PnEnvironmentView view(uint32_t faceSize, PnFormat format)
{
    const size_t faceBytes = (size_t)faceSize * faceSize * pnGetFormatBytes(format);
    const char* texels = format == PN_FORMAT_RGBA16F ? (const char*)halves : (const char*)floats;
    PnEnvironmentView cubemap = {.structSize = sizeof(cubemap),
                                 .kind = PN_ENVIRONMENT_CUBEMAP,
                                 .format = format,
                                 .width = faceSize,
                                 .height = faceSize,
                                 .faceBytes = faceBytes};
    for (int face = 0; face < 6; ++face)
        cubemap.faces[face] = texels + face * faceBytes;
    return cubemap;
}

static PnSh project(PnContext context, uint32_t faceSize, PnFormat format, uint32_t bands)
{
    const PnEnvironmentView cubemap = view(faceSize, format);
    const PnProjectOptions options = {.structSize = sizeof(options), .bands = bands};
    PnSh sh;
    require(pnProjectEnvironment(context, &cubemap, &options, &sh, NULL));
    return sh;
}

static void printNormalized(PnContext context)
{
    const PnEnvironmentView cubemap = view(16, PN_FORMAT_RGBA32F);
    PnCubemapTarget target = {
        .structSize = sizeof(target), .format = PN_FORMAT_RGBA32F, .faceBytes = cubemap.faceBytes};
    for (int face = 0; face < 6; ++face)
        target.faces[face] = divided + face * cubemap.faceBytes;
    const PnNormalizeItem item = {
        .structSize = sizeof(item), .mipCount = 1, .mips = &cubemap, .targets = &target, .light = NULL};
    require(pnNormalizeCubemaps(context, 1, &item, NULL, NULL, NULL, NULL, NULL, NULL));
    print("normalized", divided, 6 * cubemap.faceBytes / 4);
}

static void printReflections(const PnSh* probe, const PnSh* local, const float* directions, const float* roughness)
{
    const float radiance[6] = {0.5f, 1, 2, 0, 3, 0.25f}, light[6] = {1, 2, 3, 4, 5, 6};
    float normals[6], result[6];
    for (int i = 0; i < 6; ++i)
        normals[i] = directions[5 - i];
    PnSurfaces surfaces = {.structSize = sizeof(surfaces),
                           .count = 2,
                           .radiance = radiance,
                           .reflections = directions,
                           .normals = normals,
                           .roughness = roughness,
                           .probe = probe,
                           .local = local,
                           .lookups = directions};
    require(pnEvaluateReflection(NULL, &surfaces, result));
    print("reflection", result, 6);
    surfaces.local = NULL;
    surfaces.localAlongNormals = light;
    require(pnEvaluateReflection(NULL, &surfaces, result));
    print("lightmapped", result, 6);
}

static void printUses(const PnSh* sh)
{
    const float directions[6] = {0.36f, -0.48f, 0.8f, 0, 0, -1};
    const float turn[9] = {0, 0, 1, 1, 0, 0, 0, 1, 0};
    const float roughness[2] = {0.2f, 0.9f};
    float result[64];
    PnSh turned, deringed;
    require(pnEvaluateRadiance(sh, 2, directions, result));
    print("radiance", result, 6);
    require(pnEvaluateIrradiance(sh, 2, directions, result));
    print("irradiance", result, 6);
    require(pnRotateSh(sh, turn, &turned));
    print("rotated", turned.rgb, 27);
    require(pnDeringSh(sh, 0.8f, &deringed, NULL));
    print("deringed", deringed.rgb, 27);
    require(pnConvertToConvention(sh, PN_CONVENTION_UNITY_SHA, PN_AXES_MIRROR_X, 28, result));
    print("unity-sha", result, 28);
    const PnSurfaces surfaces = {.structSize = sizeof(surfaces),
                                 .count = 2,
                                 .reflections = directions,
                                 .roughness = roughness,
                                 .probe = sh,
                                 .local = &turned,
                                 .isFactor = 1,
                                 .lookups = directions};
    require(pnEvaluateReflection(NULL, &surfaces, result));
    print("factor", result, 6);
    printReflections(sh, &turned, directions, roughness);
}

int main(void)
{
    const PnContextDesc desc = {.structSize = sizeof(desc), .backend = PN_BACKEND_CPU};
    PnContext context = NULL;
    require(pnCreateContext(&desc, &context));

    fill(7);
    const PnSh sh = project(context, 16, PN_FORMAT_RGBA32F, 3);
    print("rgba32f-16-3", sh.rgb, 27);
    const PnSh odd = project(context, 33, PN_FORMAT_RGBA16F, 5);
    print("rgba16f-33-5", odd.rgb, 75);
    printNormalized(context);
    printUses(&sh);
    pnDestroyContext(context);
    return 0;
}

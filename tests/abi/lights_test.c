/* pnExtractLights: wrong arguments by name with untouched results, and a sun that is a single texel. */
#include "abi_test.h"

#define SIZE 16
#define FACE_TEXELS (SIZE * SIZE)

static PnContext context;
static float texels[6 * FACE_TEXELS][4];

static PnEnvironmentView skyWithSun(void)
{
    PnEnvironmentView view = {.structSize = sizeof(view),
                              .kind = PN_ENVIRONMENT_CUBEMAP,
                              .width = SIZE,
                              .height = SIZE,
                              .format = PN_FORMAT_RGBA32F};
    view.faceBytes = FACE_TEXELS * sizeof(texels[0]);
    for (int i = 0; i < 6 * FACE_TEXELS; ++i)
        texels[i][0] = texels[i][1] = texels[i][2] = texels[i][3] = 1.0f;
    /* Face +Z, row 3, column 12: right of the middle and above it. */
    float* sun = texels[4 * FACE_TEXELS + 3 * SIZE + 12];
    sun[0] = 1001.0f;
    sun[1] = 501.0f;
    for (int face = 0; face < 6; ++face)
        view.faces[face] = texels[face * FACE_TEXELS];
    return view;
}

/* Extracts and checks that a failure writes nothing. */
static PnResult extract(const PnEnvironmentView* environment, const PnLightOptions* options)
{
    PnLights lights = {.structSize = sizeof(lights)}, untouched = lights;
    PnSh sh, untouchedSh;
    memset(&sh, 0x5a, sizeof(sh));
    memset(&untouchedSh, 0x5a, sizeof(sh));
    const PnResult result = extractOne(context, environment, NULL, options, &lights, &sh, 0, NULL);
    CHECK(result == PN_SUCCESS || memcmp(&lights, &untouched, sizeof(lights)) == 0);
    CHECK((result == PN_SUCCESS) != (memcmp(&sh, &untouchedSh, sizeof(sh)) == 0));
    return result;
}

static void checkArguments(void)
{
    const PnEnvironmentView cubemap = skyWithSun();
    PnLights lights = {.structSize = sizeof(lights)};
    float residual[4];
    INVALID(extractOne(NULL, &cubemap, NULL, NULL, &lights, NULL, 0, NULL), "context");
    INVALID(extractOne(context, &cubemap, NULL, NULL, NULL, NULL, 0, NULL), "outLights");
    INVALID(extractOne(context, &cubemap, NULL, NULL, &lights, NULL, 4, residual), "residualFloats");
    INVALID(extract(NULL, NULL), "item.environment is null");
    PnLightOptions options = {.structSize = sizeof(options)};
    WITH(options, maxLights = 17, INVALID(extract(&cubemap, &options), "maxLights"));
    WITH(options, minShare = -1.0f, INVALID(extract(&cubemap, &options), "minShare"));
    WITH(options, maxAngularRadius = NAN, INVALID(extract(&cubemap, &options), "maxAngularRadius"));
    WITH(options, structSize = 3, INVALID(extract(&cubemap, &options), "lightOptions.structSize"));
}

static void checkSun(void)
{
    const PnEnvironmentView cubemap = skyWithSun();
    PnLights lights = {.structSize = sizeof(lights)};
    PnSh residual;
    static float left[6 * FACE_TEXELS][4];
    SUCCEEDS(extractOne(context, &cubemap, NULL, NULL, &lights, &residual, 6 * FACE_TEXELS * 4, left[0]));
    CHECK(lights.count == 1);
    const double u = 2.0 * 12.5 / SIZE - 1.0, v = 2.0 * 3.5 / SIZE - 1.0, length = sqrt(1.0 + u * u + v * v);
    CHECK(fabs((double)lights.light[0].direction[0] - u / length) < 1e-6);
    CHECK(fabs((double)lights.light[0].direction[1] + v / length) < 1e-6);
    CHECK(fabs((double)lights.light[0].direction[2] - 1.0 / length) < 1e-6);
    /* Radiance 1000 above the sky over the texel, whose solid angle is about (2 / SIZE)^2 / length^3. */
    const double solidAngle = 4.0 / (SIZE * SIZE) / (length * length * length);
    CHECK(fabs((double)lights.light[0].irradiance[0] / (1000.0 * solidAngle) - 1.0) < 0.01);
    CHECK(fabs((double)lights.light[0].irradiance[1] / (500.0 * solidAngle) - 1.0) < 0.01);
    CHECK(fabsf(lights.light[0].irradiance[2]) < 1e-6f);
    CHECK(lights.light[0].peak[0] == 1001.0f);
    CHECK(lights.light[0].texelCount == 9);
    for (int i = 0; i < 6 * FACE_TEXELS; ++i)
        CHECK(fabsf(left[i][0] - 1.0f) < 1e-6f && left[i][3] == 1.0f);
    CHECK(fabs((double)residual.rgb[0][0] - 2.0 * sqrt(3.14159265358979)) < 1e-5); /* white */

    PnLightOptions options = {.structSize = sizeof(options), .minShare = 1e3f};
    SUCCEEDS(extractOne(context, &cubemap, NULL, &options, &lights, NULL, 0, NULL));
    CHECK(lights.count == 0);
}

/* Many environments of two kinds: each has the bits that it has alone, with and without the residual's texels. */
static void checkMany(void)
{
    enum
    {
        COUNT = 3
    };
    const PnEnvironmentView cubemap = skyWithSun();
    const PnEnvironmentView map = abiEquirect();
    static float left[6 * FACE_TEXELS][4], leftAlone[6 * FACE_TEXELS][4];
    PnLightItem items[COUNT] = {{.structSize = sizeof(items[0]), .environment = &cubemap},
                                {.structSize = sizeof(items[0]), .environment = &map},
                                {.structSize = sizeof(items[0]), .environment = &cubemap}};
    items[2].residual = left[0];
    items[2].residualFloats = 6 * FACE_TEXELS * 4;
    PnLights lights[COUNT] = {{.structSize = sizeof(lights[0])}}, alone = {.structSize = sizeof(alone)};
    PnSh residuals[COUNT], residual;
    uint32_t completed = 7;
    SUCCEEDS(pnExtractLights(context, COUNT, items, NULL, NULL, lights, residuals, &completed));
    CHECK(completed == COUNT);
    for (int i = 0; i < COUNT; ++i)
    {
        SUCCEEDS(extractOne(context, items[i].environment, NULL, NULL, &alone, &residual, 6 * FACE_TEXELS * 4,
                            leftAlone[0]));
        CHECK(memcmp(&alone, &lights[i], sizeof(alone)) == 0);
        CHECK(memcmp(&residual, &residuals[i], sizeof(residual)) == 0);
    }
    CHECK(lights[0].count == 1 && lights[1].count == 0);
    CHECK(memcmp(left, leftAlone, sizeof(left)) == 0);

    SUCCEEDS(pnExtractLights(context, 0, NULL, NULL, NULL, NULL, NULL, &completed));
    CHECK(completed == 0);
    INVALID(pnExtractLights(context, COUNT, NULL, NULL, NULL, lights, NULL, NULL), "items");
    WITH(items[1], environment = NULL,
         INVALID(pnExtractLights(context, COUNT, items, NULL, NULL, lights, NULL, NULL), "items[1].environment"));
    WITH(items[1], reserved = 1,
         INVALID(pnExtractLights(context, COUNT, items, NULL, NULL, lights, NULL, NULL), "items[1].reserved"));

    /* The second of three has a bad texel: the first one is there. */
    PnEnvironmentView bad = skyWithSun();
    static float nan[FACE_TEXELS][4];
    nan[5][1] = NAN;
    bad.faces[3] = nan[0];
    items[1].environment = &bad;
    const PnProjectOptions options = {.structSize = sizeof(options), .badTexels = PN_BAD_TEXEL_ERROR};
    CHECK(pnExtractLights(context, COUNT, items, &options, NULL, lights, residuals, &completed) == PN_ERROR_BAD_TEXEL);
    CHECK(strstr(pnGetLastErrorMessage(), "environments[1]") != NULL && completed == 1);
}

/* Texels of 9 bits do not hold what lights are replaced by: the coefficients are those of the residual's floats. */
static void checkPacked(void)
{
    static uint32_t packed[6 * FACE_TEXELS];
    PnEnvironmentView cubemap = {.structSize = sizeof(cubemap),
                                 .kind = PN_ENVIRONMENT_CUBEMAP,
                                 .width = SIZE,
                                 .height = SIZE,
                                 .format = PN_FORMAT_RGB9E5};
    cubemap.faceBytes = FACE_TEXELS * sizeof(packed[0]);
    for (int i = 0; i < 6 * FACE_TEXELS; ++i)
        packed[i] = 16u << 27 | 257u << 18 | 255u << 9 | (256u + (uint32_t)i % 7);       /* about 1 */
    packed[4 * FACE_TEXELS + 3 * SIZE + 12] = 26u << 27 | 256u << 18 | 256u << 9 | 256u; /* 1024 */
    for (int face = 0; face < 6; ++face)
        cubemap.faces[face] = packed + face * FACE_TEXELS;
    static float left[6 * FACE_TEXELS][4];
    PnLights lights = {.structSize = sizeof(lights)};
    PnSh residual, alone, projected;
    SUCCEEDS(extractOne(context, &cubemap, NULL, NULL, &lights, &residual, 6 * FACE_TEXELS * 4, left[0]));
    CHECK(lights.count == 1);
    SUCCEEDS(extractOne(context, &cubemap, NULL, NULL, &lights, &alone, 0, NULL));
    PnEnvironmentView floats = {.structSize = sizeof(floats),
                                .kind = PN_ENVIRONMENT_CUBEMAP,
                                .width = SIZE,
                                .height = SIZE,
                                .format = PN_FORMAT_RGBA32F};
    floats.faceBytes = FACE_TEXELS * sizeof(left[0]);
    for (int face = 0; face < 6; ++face)
        floats.faces[face] = left[face * FACE_TEXELS];
    SUCCEEDS(pnProjectEnvironment(context, &floats, NULL, &projected, NULL));
    CHECK(memcmp(&residual, &projected, sizeof(residual)) == 0);
    CHECK(memcmp(&alone, &projected, sizeof(alone)) == 0);
}

int main(void)
{
    context = abiCpuContext();
    checkArguments();
    checkSun();
    checkMany();
    checkPacked();
    pnDestroyContext(context);
    return abiReport("lights");
}

/* A small environment, made in memory, becomes nine colours that light a surface from any direction. */
#include <probenorm/probenorm.h>

#include <stdint.h>
#include <stdio.h>

enum
{
    kFaceSize = 16,
    kFaceFloats = kFaceSize * kFaceSize * 3
};

static float faces[6][kFaceFloats];

/* Blue sky above, brown ground below; each side face is cut in the middle by the horizon. */
static void paintEnvironment(void)
{
    static const float sky[3] = {0.3f, 0.5f, 1.0f};
    static const float ground[3] = {0.2f, 0.15f, 0.1f};

    for (int face = 0; face < 6; ++face) /* +X -X +Y -Y +Z -Z, each with its top row first */
        for (int i = 0; i < kFaceFloats; ++i)
        {
            const int isAbove = face == 2 || (face != 3 && i < kFaceFloats / 2);
            faces[face][i] = isAbove ? sky[i % 3] : ground[i % 3];
        }
}

static int fail(const char* what, PnResult result)
{
    fprintf(stderr, "%s: %s: %s\n", what, pnGetResultName(result), pnGetLastErrorMessage());
    return 1;
}

int main(void)
{
    PnContext context = NULL;
    PnResult result = pnCreateContext(NULL, &context); /* the first GPU that passes its self-test, else the CPU */
    if (result != PN_SUCCESS)
        return fail("pnCreateContext", result);

    paintEnvironment();
    PnEnvironmentView probe = {.structSize = sizeof(probe), .kind = PN_ENVIRONMENT_CUBEMAP, .format = PN_FORMAT_RGB32F};
    probe.width = probe.height = kFaceSize;
    probe.faceBytes = sizeof(faces[0]);
    for (int face = 0; face < 6; ++face)
        probe.faces[face] = faces[face];

    PnSh sh;
    result = pnProjectEnvironment(context, &probe, NULL, &sh, NULL);
    pnDestroyContext(context);
    if (result != PN_SUCCESS)
        return fail("pnProjectEnvironment", result);

    for (uint32_t i = 0; i < sh.bands * sh.bands; ++i)
        printf("%2u  %9.6f %9.6f %9.6f\n", (unsigned)i, sh.rgb[i][0], sh.rgb[i][1], sh.rgb[i][2]);

    const float upAndDown[6] = {0, 1, 0, 0, -1, 0};
    float lit[6];
    result = pnEvaluateIrradiance(&sh, 2, upAndDown, lit);
    if (result != PN_SUCCESS)
        return fail("pnEvaluateIrradiance", result);
    printf("a white table shows %.2f %.2f %.2f, its underside %.2f %.2f %.2f\n", lit[0], lit[1], lit[2], lit[3], lit[4],
           lit[5]);
    return 0;
}

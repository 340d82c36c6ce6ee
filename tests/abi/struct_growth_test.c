/* Old and new callers: a struct may be as the first version had it, or longer than this library knows. */
#include "abi_test.h"

enum
{
    kTailBytes = 16
};

/* Runs call(pointer) with a copy of *known that has a longer tail, then with every wrong size. */
typedef PnResult (*CallWith)(void* grown, PnContext context);

static void checkGrowth(const void* known, uint32_t knownSize, CallWith call, PnContext context)
{
    union {
        uint32_t structSize;
        uint64_t align;
        unsigned char bytes[8192];
    } grown;

    memset(&grown, 0, sizeof(grown));
    memcpy(grown.bytes, known, knownSize);
    SUCCEEDS(call(&grown, context));

    grown.structSize = knownSize + kTailBytes;
    SUCCEEDS(call(&grown, context));
    for (uint32_t i = 0; i < kTailBytes; ++i)
    {
        grown.bytes[knownSize + i] = 1;
        INVALID(call(&grown, context), "does not know");
        grown.bytes[knownSize + i] = 0;
    }

    grown.structSize = 4096;
    SUCCEEDS(call(&grown, context));
    const uint32_t wrong[] = {0, 1, 4, knownSize - 1, 4097, 0x7fffffffu, 0xffffffffu};
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); ++i)
    {
        grown.structSize = wrong[i];
        INVALID(call(&grown, context), "structSize");
    }
}

static PnResult createContext(void* desc, PnContext unused)
{
    (void)unused;
    PnContext context = (PnContext)desc; /* not NULL: a failing call must reset it */
    const PnResult result = pnCreateContext((const PnContextDesc*)desc, &context);
    CHECK((result == PN_SUCCESS) == (context != NULL));
    pnDestroyContext(result == PN_SUCCESS ? context : NULL);
    if (result != PN_SUCCESS) /* pnDestroyContext may have cleared the message: ask for it again */
        return pnCreateContext((const PnContextDesc*)desc, &context);
    return pnEnumerateDevices(0, NULL, &(uint32_t){0});
}

static PnResult projectEnvironment(void* view, PnContext context)
{
    PnSh sh;
    return pnProjectEnvironment(context, (const PnEnvironmentView*)view, NULL, &sh, NULL);
}

static PnResult encodePicture(void* view, PnContext context)
{
    uint8_t block[16];
    return pnEncodeBc6h(context, (const PnPictureView*)view, 0, 0, sizeof(block), block);
}

static PnResult projectWithOptions(void* options, PnContext context)
{
    const PnEnvironmentView view = abiCubemap();
    PnSh sh;
    return pnProjectEnvironment(context, &view, (const PnProjectOptions*)options, &sh, NULL);
}

static PnResult normalizeInto(void* target, PnContext context)
{
    const PnEnvironmentView view = abiCubemap();
    return normalizeOne(context, 1, &view, NULL, NULL, NULL, (const PnCubemapTarget*)target, NULL, NULL, NULL);
}

static PnResult factorWith(void* normalization, PnContext context)
{
    (void)context;
    const PnSh sh = {1, {{3.5f, 3.5f, 3.5f}}};
    const float up[3] = {0, 1, 0};
    float factor[3];
    return factorsOf((const PnNormalization*)normalization, &sh, &sh, 1, up, NULL, NULL, factor);
}

static PnResult reflectionOf(void* reflections, PnContext context)
{
    (void)context;
    const PnSh sh = {1, {{3.5f, 3.5f, 3.5f}}};
    PnSurfaces known;
    float out[3];
    memcpy(&known, reflections, sizeof(known));
    known.probe = known.local = &sh;
    memcpy(reflections, &known, sizeof(known));
    return pnEvaluateReflection(NULL, (const PnSurfaces*)reflections, out);
}

static void checkInputs(PnContext context)
{
    PnContextDesc desc = {.structSize = sizeof(desc), .backend = PN_BACKEND_CPU};
    checkGrowth(&desc, 96, createContext, context);
    desc.structSize = 72;           /* of a caller from before loadTables was appended */
    desc.tablesUserData = (void*)1; /* whose next bytes are none of ours */
    SUCCEEDS(createContext(&desc, context));
    desc.structSize = 48;            /* of a caller from before loadKernels was appended */
    desc.kernelsUserData = (void*)1; /* whose next bytes are none of ours */
    SUCCEEDS(createContext(&desc, context));

    const PnEnvironmentView cubemap = abiCubemap();
    checkGrowth(&cubemap, 80, projectEnvironment, context);
    const PnPictureView picture = {.structSize = sizeof(picture),
                                   .width = 2,
                                   .height = 2,
                                   .format = PN_FORMAT_RGBA32F,
                                   .texels = abiTexels,
                                   .texelBytes = sizeof(abiTexels)};
    checkGrowth(&picture, 40, encodePicture, context);
    const PnProjectOptions options = abiOptions();
    checkGrowth(&options, 48, projectWithOptions, context);
    const PnCubemapTarget target = abiTarget();
    checkGrowth(&target, 72, normalizeInto, context);
    PnNormalization normalization = {.structSize = sizeof(normalization)};
    checkGrowth(&normalization, 56, factorWith, context);
    normalization.structSize = 48; /* of a caller from before version was appended */
    normalization.version = 1000;  /* whose next bytes are none of ours */
    SUCCEEDS(factorWith(&normalization, context));
    PnSurfaces reflections = {.structSize = sizeof(reflections)};
    checkGrowth(&reflections, 104, reflectionOf, context);
    reflections.structSize = 96;                   /* of a caller from before probeLuminances was appended */
    reflections.probeLuminances = (const float*)1; /* whose next bytes are none of ours */
    reflections.count = 1;
    reflections.radiance = reflections.reflections = reflections.lookups = (const float[]){0, 1, 0};
    SUCCEEDS(reflectionOf(&reflections, context));
}

/* Structs that the library fills: never written beyond structSize, and refused when too short. */
static void checkOutputs(PnContext context)
{
    const PnEnvironmentView view = abiCubemap();
    PnSh sh;
    union {
        PnProjectInfo info;
        PnContextInfo context;
        unsigned char bytes[512];
    } out;

    memset(&out, 0xa5, sizeof(out));
    out.info.structSize = sizeof(PnProjectInfo);
    SUCCEEDS(pnProjectEnvironment(context, &view, NULL, &sh, &out.info));
    CHECK(out.info.structSize == sizeof(PnProjectInfo) && out.info.algorithm == pnGetAlgorithmVersion());
    for (size_t i = sizeof(PnProjectInfo); i < sizeof(out); ++i)
        CHECK(out.bytes[i] == 0xa5);
    out.info.structSize = sizeof(PnProjectInfo) + kTailBytes;
    SUCCEEDS(pnProjectEnvironment(context, &view, NULL, &sh, &out.info));
    for (size_t i = sizeof(PnProjectInfo) + kTailBytes; i < sizeof(out); ++i)
        CHECK(out.bytes[i] == 0xa5);
    out.info.structSize = sizeof(PnProjectInfo) - 1;
    INVALID(pnProjectEnvironment(context, &view, NULL, &sh, &out.info), "structSize");

    memset(&out, 0xa5, sizeof(out));
    out.context.structSize = sizeof(PnContextInfo);
    SUCCEEDS(pnGetContextInfo(context, &out.context));
    CHECK(out.context.backend == PN_BACKEND_CPU && out.context.isReproducible == 1);
    for (size_t i = sizeof(PnContextInfo); i < sizeof(out); ++i)
        CHECK(out.bytes[i] == 0xa5);
    out.context.structSize = 0;
    INVALID(pnGetContextInfo(context, &out.context), "structSize");
}

/* An array's stride is the structSize of its first element, which a later caller's struct makes longer. */
static void checkArrays(PnContext context)
{
    struct
    {
        PnEnvironmentView known;
        uint64_t later;
    } views[2];
    struct
    {
        PnProjectInfo known;
        uint64_t later;
    } infos[2];
    PnSh shs[2];
    PnSh alone;

    memset(views, 0, sizeof(views));
    memset(infos, 0, sizeof(infos));
    for (int i = 0; i < 2; ++i)
    {
        views[i].known = abiCubemap();
        views[i].known.structSize = sizeof(views[0]);
        infos[i].known.structSize = sizeof(infos[0]);
    }
    views[1].known.width = views[1].known.height = 1;
    SUCCEEDS(pnProjectEnvironments(context, 2, &views[0].known, NULL, shs, &infos[0].known, NULL));
    SUCCEEDS(pnProjectEnvironment(context, &views[1].known, NULL, &alone, NULL));
    CHECK(memcmp(&shs[1], &alone, sizeof(alone)) == 0);
    CHECK(infos[1].known.algorithm == pnGetAlgorithmVersion());

    views[1].known.structSize = sizeof(PnEnvironmentView);
    INVALID(pnProjectEnvironments(context, 2, &views[0].known, NULL, shs, NULL, NULL), "structSize");
}

int main(void)
{
    PnContext context = abiCpuContext();
    checkInputs(context);
    checkOutputs(context);
    checkArrays(context);
    pnDestroyContext(context);
    return abiReport("struct growth");
}

/* What the C tests of the ABI share: checks that count, and the smallest valid arguments to spoil. */
#ifndef PN_ABI_TEST_H
#define PN_ABI_TEST_H

#include <probenorm/probenorm.h>

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                                                               \
    do                                                                                                                 \
    {                                                                                                                  \
        if (!(condition))                                                                                              \
            abiFail(__FILE__, __LINE__, #condition);                                                                   \
    } while (0)

/* The call fails with this code, and the message holds this word. */
#define FAILS(call, code, word) abiCheckFailure(__FILE__, __LINE__, #call, (call), (code), (word))
#define INVALID(call, word) FAILS(call, PN_ERROR_INVALID_ARGUMENT, word)
#define SUCCEEDS(call) abiCheckSuccess(__FILE__, __LINE__, #call, (call))

static int abiFailureCount = 0;

static inline void abiFail(const char* file, int line, const char* what)
{
    ++abiFailureCount;
    fprintf(stderr, "%s:%d: %s\n", file, line, what);
}

static inline void abiCheckFailure(const char* file, int line, const char* call, PnResult result, PnResult expected,
                                   const char* word)
{
    const char* message = pnGetLastErrorMessage();
    if (result == expected && strstr(message, word) != NULL)
        return;
    abiFail(file, line, call);
    fprintf(stderr, "    gave %s \"%s\", expected %s and \"%s\" in the message\n", pnGetResultName(result), message,
            pnGetResultName(expected), word);
}

static inline void abiCheckSuccess(const char* file, int line, const char* call, PnResult result)
{
    if (result == PN_SUCCESS && pnGetLastErrorMessage()[0] == '\0')
        return;
    abiFail(file, line, call);
    fprintf(stderr, "    gave %s \"%s\"\n", pnGetResultName(result), pnGetLastErrorMessage());
}

static inline int abiReport(const char* name)
{
    if (abiFailureCount == 0)
        printf("%s: ok\n", name);
    return abiFailureCount == 0 ? 0 : 1;
}

/* 2 x 2 faces of one grey. */
static float abiTexels[2 * 2 * 4] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};

static inline PnCubemapView abiCubemap(void)
{
    PnCubemapView view;
    memset(&view, 0, sizeof(view));
    view.structSize = sizeof(view);
    view.faceSize = 2;
    view.format = PN_FORMAT_RGBA32F;
    for (int face = 0; face < 6; ++face)
        view.faces[face] = abiTexels;
    view.faceBytes = sizeof(abiTexels);
    return view;
}

/* Room for the same faces, apart from each other. */
static float abiResults[6][2 * 2 * 4];

static inline PnCubemapTarget abiTarget(void)
{
    PnCubemapTarget target;
    memset(&target, 0, sizeof(target));
    target.structSize = sizeof(target);
    target.format = PN_FORMAT_RGBA32F;
    for (int face = 0; face < 6; ++face)
        target.faces[face] = abiResults[face];
    target.faceBytes = sizeof(abiResults[0]);
    return target;
}

static inline PnEquirectView abiEquirect(void)
{
    PnEquirectView view;
    memset(&view, 0, sizeof(view));
    view.structSize = sizeof(view);
    view.width = 2;
    view.height = 2;
    view.format = PN_FORMAT_RGBA32F;
    view.texels = abiTexels;
    view.texelBytes = sizeof(abiTexels);
    return view;
}

static inline PnProjectOptions abiOptions(void)
{
    PnProjectOptions options;
    memset(&options, 0, sizeof(options));
    options.structSize = sizeof(options);
    return options;
}

static inline PnProjectInfo abiProjectInfo(void)
{
    PnProjectInfo info;
    memset(&info, 0, sizeof(info));
    info.structSize = sizeof(info);
    return info;
}

static inline PnContext abiCpuContext(void)
{
    PnContextDesc desc;
    memset(&desc, 0, sizeof(desc));
    desc.structSize = sizeof(desc);
    desc.backend = PN_BACKEND_CPU;
    PnContext context = NULL;
    SUCCEEDS(pnCreateContext(&desc, &context));
    return context;
}

#endif

/* What the C tests of the ABI share: checks that count, and the smallest valid arguments to spoil. */
#ifndef PN_ABI_TEST_H
#define PN_ABI_TEST_H

#include "support/one.h"

#include <probenorm/probenorm.h>

#include <math.h>
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

/* The check, while one member of the struct is another: WITH(view, width = 0, INVALID(...)). */
#define WITH(object, change, check)                                                                                    \
    do                                                                                                                 \
    {                                                                                                                  \
        const __typeof__(object) whole = (object);                                                                     \
        (object).change;                                                                                               \
        check;                                                                                                         \
        (object) = whole;                                                                                              \
    } while (0)

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

static inline int isNear(float a, float b)
{
    return fabsf(a - b) <= 1e-6f * (1 + fabsf(b)); /* a few roundings of a float */
}

/* 2 x 2 faces of one grey. */
static float abiTexels[2 * 2 * 4] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};

static inline PnEnvironmentView abiCubemap(void)
{
    PnEnvironmentView view = {.structSize = sizeof(view),
                              .kind = PN_ENVIRONMENT_CUBEMAP,
                              .width = 2,
                              .height = 2,
                              .format = PN_FORMAT_RGBA32F};
    for (int face = 0; face < 6; ++face)
        view.faces[face] = abiTexels;
    view.faceBytes = sizeof(abiTexels);
    return view;
}

/* Room for the same faces, apart from each other. */
static float abiResults[6][2 * 2 * 4];

static inline PnCubemapTarget abiTarget(void)
{
    PnCubemapTarget target = {.structSize = sizeof(target), .format = PN_FORMAT_RGBA32F};
    for (int face = 0; face < 6; ++face)
        target.faces[face] = abiResults[face];
    target.faceBytes = sizeof(abiResults[0]);
    return target;
}

static inline PnEnvironmentView abiEquirect(void)
{
    return (PnEnvironmentView){.structSize = sizeof(PnEnvironmentView),
                               .kind = PN_ENVIRONMENT_EQUIRECT,
                               .format = PN_FORMAT_RGBA32F,
                               .width = 2,
                               .height = 2,
                               .faces = {abiTexels},
                               .faceBytes = sizeof(abiTexels)};
}

static inline PnProjectOptions abiOptions(void)
{
    return (PnProjectOptions){.structSize = sizeof(PnProjectOptions)};
}

static inline PnProjectInfo abiProjectInfo(void)
{
    return (PnProjectInfo){.structSize = sizeof(PnProjectInfo)};
}

static inline PnContext abiCpuContext(void)
{
    const PnContextDesc desc = {.structSize = sizeof(desc), .backend = PN_BACKEND_CPU};
    PnContext context = NULL;
    SUCCEEDS(pnCreateContext(&desc, &context));
    return context;
}

#endif

/* What a library does between being opened and being closed, over and over. */
#ifndef PN_TESTS_RELOAD_PROJECT_H
#define PN_TESTS_RELOAD_PROJECT_H

#include "support/require.h"

#include <probenorm/probenorm.h>

typedef PnResult (*CreateContext)(const PnContextDesc*, PnContext*);
typedef void (*DestroyContext)(PnContext);
typedef PnResult (*ProjectCubemap)(PnContext, const PnCubemapView*, const PnProjectOptions*, PnSh*, PnProjectInfo*);

/* By dlsym or GetProcAddress, as the including program has it. */
static void findFunction(void* library, const char* name, void* outFunction);

static void project(void* library)
{
    static float face[8 * 8 * 3];
    CreateContext create;
    DestroyContext destroy;
    ProjectCubemap projectCubemap;
    findFunction(library, "pnCreateContext", &create);
    findFunction(library, "pnDestroyContext", &destroy);
    findFunction(library, "pnProjectCubemap", &projectCubemap);

    PnContextDesc desc = {.structSize = sizeof(desc), .backend = PN_BACKEND_CPU, .threadCount = 3};
    PnCubemapView view = {.structSize = sizeof(view), .faceSize = 8, .format = PN_FORMAT_RGB32F};
    PnContext context = NULL;
    PnSh sh;
    for (int i = 0; i < 6; ++i)
        view.faces[i] = face;
    view.faceBytes = sizeof(face);
    require(create(&desc, &context) == PN_SUCCESS, "pnCreateContext failed");
    require(projectCubemap(context, &view, NULL, &sh, NULL) == PN_SUCCESS, "pnProjectCubemap failed");
    require(projectCubemap(context, NULL, NULL, &sh, NULL) == PN_ERROR_INVALID_ARGUMENT, "nothing was thrown");
    destroy(context);
}

#endif

/* What a library does between being opened and being closed, over and over. */
#ifndef PN_TESTS_RELOAD_PROJECT_H
#define PN_TESTS_RELOAD_PROJECT_H

#include "support/require.h"

#include <probenorm/probenorm.h>

typedef PnResult (*CreateContext)(const PnContextDesc*, PnContext*);
typedef void (*DestroyContext)(PnContext);
typedef PnResult (*ProjectEnvironment)(PnContext, const PnEnvironmentView*, const PnProjectOptions*, PnSh*,
                                       PnProjectInfo*);

/* By dlsym or GetProcAddress, as the including program has it. */
static void findFunction(void* library, const char* name, void* outFunction);

static void project(void* library)
{
    static float face[8 * 8 * 3];
    CreateContext create;
    DestroyContext destroy;
    ProjectEnvironment projectEnvironment;
    findFunction(library, "pnCreateContext", &create);
    findFunction(library, "pnDestroyContext", &destroy);
    findFunction(library, "pnProjectEnvironment", &projectEnvironment);

    PnContextDesc desc = {.structSize = sizeof(desc), .backend = PN_BACKEND_CPU, .threadCount = 3};
    PnEnvironmentView view = {.structSize = sizeof(view),
                              .kind = PN_ENVIRONMENT_CUBEMAP,
                              .width = 8,
                              .height = 8,
                              .format = PN_FORMAT_RGB32F};
    PnContext context = NULL;
    PnSh sh;
    for (int i = 0; i < 6; ++i)
        view.faces[i] = face;
    view.faceBytes = sizeof(face);
    require(create(&desc, &context) == PN_SUCCESS, "pnCreateContext failed");
    require(projectEnvironment(context, &view, NULL, &sh, NULL) == PN_SUCCESS, "pnProjectEnvironment failed");
    require(projectEnvironment(context, NULL, NULL, &sh, NULL) == PN_ERROR_INVALID_ARGUMENT, "nothing was thrown");
    destroy(context);
}

#endif

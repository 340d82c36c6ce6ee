/* ProbeNorm as a native rendering plugin of Unity: jobs on the engine's own textures, run on its render thread.
 *
 * A job is named by a number that is never used again, so that a script that outlived a domain reload, a device or the
 * plugin gets an error and nothing worse. Every function may be called from any thread, at any time after the engine
 * loaded the plugin. Nothing calls into the script: states, results and log lines are polled.
 * The C# package (com.probenorm) wraps this; docs/unity.md is the long form.
 */
#ifndef PROBENORM_UNITY_H
#define PROBENORM_UNITY_H

#include "probenorm/probenorm.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What the plugin found of its engine. */
typedef struct PnUnityInfo
{
    uint32_t structSize;     /* sizeof(PnUnityInfo) */
    uint32_t isLoaded;       /* 1 between UnityPluginLoad and UnityPluginUnload */
    uint32_t hasDevice;      /* 1 while the engine runs on Vulkan and lends its device: jobs can run */
    int32_t renderer;        /* UnityGfxRenderer: 21 is Vulkan, 4 none */
    uint64_t pendingJobs;    /* neither done nor failed */
    uint64_t frame;          /* the last frame number the engine told */
} PnUnityInfo;

PN_API PnResult pnUnityGetInfo(PnUnityInfo* outInfo);

typedef int32_t PnUnityJobState;
enum
{
    PN_UNITY_JOB_CREATED = 0,  /* waits for its render event */
    PN_UNITY_JOB_RECORDED = 1, /* the device has not finished its frame yet */
    PN_UNITY_JOB_DONE = 2,
    PN_UNITY_JOB_FAILED = 3 /* pnUnityGetJobResult says why */
};

typedef uint64_t PnUnityJob; /* 0 is none */

typedef struct PnUnityJobDesc
{
    uint32_t structSize; /* sizeof(PnUnityJobDesc) */
    uint32_t mip;
    void* texture; /* Texture.GetNativeTexturePtr() of a cubemap or of a 2D array of six slices */
    const PnProjectOptions* options;
    const PnNormalization* normalization; /* of target; NULL with no target */
    void* target;                         /* another texture of the same size that receives the normalized texels; NULL */
} PnUnityJobDesc;

PN_API PnResult pnUnityCreateJob(const PnUnityJobDesc* desc, PnUnityJob* outJob);

/* For CommandBuffer.IssuePluginEventAndData(callback, eventId, data): data is the job's number as a pointer. */
PN_API void* pnUnityGetRenderEvent(void);

/* The first of the event numbers reserved with the engine; the job event is this one. */
PN_API int32_t pnUnityGetEventId(void);

/* PN_ERROR_INVALID_ARGUMENT for a number that names no job (any more). */
PN_API PnResult pnUnityGetJobState(PnUnityJob job, PnUnityJobState* outState);

/* Of a job that is done; the error of one that failed. */
PN_API PnResult pnUnityGetJobResult(PnUnityJob job, PnSh* outSh, PnProjectInfo* outInfo);

/* Forgets the job; what the device still uses is freed when the frame is done. */
PN_API PnResult pnUnityReleaseJob(PnUnityJob job);

#ifdef __cplusplus
}
#endif

#endif /* PROBENORM_UNITY_H */

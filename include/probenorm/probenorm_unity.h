/* ProbeNorm as a native rendering plugin of Unity: jobs on the engine's own textures, run on its render thread.
 *
 * A job is named by a number that is never used again in a process, so that a script that outlived a domain reload, a
 * device or the plugin gets an error and nothing worse. Every function may be called from any thread at any time, also
 * before the engine loaded the plugin and after it unloaded it. Nothing calls into the script: states, results and log
 * messages are polled. No function waits for the device or for the render thread.
 * The shared library alone has these functions. The C# package (com.probenorm) wraps them; docs/unity.md is the long
 * form.
 */
#ifndef PROBENORM_UNITY_H
#define PROBENORM_UNITY_H

#include "probenorm/probenorm.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- The engine ---------------------------------------------------------------------- */

/* What the plugin found of its engine. */
typedef struct PnUnityInfo
{
    uint32_t structSize;  /* sizeof(PnUnityInfo) */
    uint32_t isLoaded;    /* 1 between UnityPluginLoad and UnityPluginUnload */
    uint32_t hasDevice;   /* 1 while the engine runs on Vulkan and the plugin has its device: jobs can run */
    int32_t renderer;     /* UnityGfxRenderer: 21 is Vulkan, 4 none; -1 when no engine loaded the plugin */
    uint64_t jobCount;    /* jobs that were created and not released */
    uint64_t pendingJobs; /* those of them that are neither done nor failed */
    uint64_t frame;       /* the last frame number that the plugin knows; 0 before the first */
    uint64_t safeFrame;   /* the device has finished this frame and all earlier ones */
    char reason[256];     /* why jobs cannot run, as UTF-8; "" when they can */
} PnUnityInfo;

/* Succeeds without an engine, too. */
PN_API PnResult pnGetUnityInfo(PnUnityInfo* outInfo);

/* For CommandBuffer.IssuePluginEventAndData(callback, eventId, data); NULL when no engine loaded the plugin. */
PN_API void* pnGetUnityRenderEvent(void);

typedef int32_t PnUnityEvent;
enum
{
    PN_UNITY_EVENT_RUN = 0,    /* data: a job's number as a pointer. Leaves the render pass and records the job */
    PN_UNITY_EVENT_COLLECT = 1 /* data: NULL. Takes the results of finished frames and leaves the render pass alone; to
                                  be issued once a frame while jobs are pending, unless other jobs are run anyway */
};

/* The event's number among those reserved with the engine; -1 when no engine loaded the plugin. */
PN_API int32_t pnGetUnityEventId(PnUnityEvent event);

/* ---- Jobs ---------------------------------------------------------------------------- */

typedef uint64_t PnUnityJob; /* 0 is none */

#define PN_UNITY_MAX_JOBS 1024u

typedef int32_t PnUnityJobState;
enum
{
    PN_UNITY_JOB_CREATED = 0,  /* waits for its render event */
    PN_UNITY_JOB_RECORDED = 1, /* the device has not finished its frame yet */
    PN_UNITY_JOB_DONE = 2,
    PN_UNITY_JOB_FAILED = 3 /* pnGetUnityJobResult says why */
};

enum
{
    PN_UNITY_JOB_OWN_SUBMISSION = 1 /* flags: submitted by itself through the engine's queue, after what the engine has
                                       recorded so far, and not as a part of the engine's command buffer */
};

typedef struct PnUnityJobDesc
{
    uint32_t structSize; /* sizeof(PnUnityJobDesc) */
    uint32_t mip;
    void* texture; /* Texture.GetNativeTexturePtr() of a cubemap or of a 2D array of six slices or more */
    const PnProjectOptions* options;      /* NULL is the default; copied; progress and callback are not read */
    const PnNormalization* normalization; /* of target: NULL is the default; copied; NULL with no target */
    void* target; /* another texture of the same size, which receives the normalized texels from mip on; NULL */
    void* buffer; /* GraphicsBuffer.GetNativeBufferPtr(): receives bands * bands rows r g b of floats; NULL */
    uint64_t bufferOffset; /* in bytes, a multiple of 4 */
    uint32_t mipCount;     /* of target, from mip on; 0 is 1 */
    uint32_t flags;        /* PN_UNITY_JOB_* */
} PnUnityJobDesc;

/* Names a job; it runs when its render event does. Textures and buffer must live until then.
 * PN_ERROR_UNSUPPORTED_DEVICE when the engine does not run on Vulkan (the rest of the C API works all the same),
 * PN_ERROR_OUT_OF_MEMORY when PN_UNITY_MAX_JOBS exist. *outJob is 0 on failure. */
PN_API PnResult pnCreateUnityJob(const PnUnityJobDesc* desc, PnUnityJob* outJob);

/* Here and below: PN_ERROR_INVALID_ARGUMENT if the number is unknown or its job was released. */
PN_API PnResult pnGetUnityJobState(PnUnityJob job, PnUnityJobState* outState);

/* Of a job that is done; the error of one that failed, its message in pnGetLastErrorMessage(). outInfo may be NULL; its
 * callNanoseconds is 0. PN_ERROR_NOT_READY while it is neither. */
PN_API PnResult pnGetUnityJobResult(PnUnityJob job, PnSh* outSh, PnProjectInfo* outInfo);

/* What became of a job; all zero before its render event. */
typedef struct PnUnityJobInfo
{
    uint32_t structSize;      /* sizeof(PnUnityJobInfo) */
    uint32_t faceSize;        /* of the mip */
    int32_t vulkanFormat;     /* VkFormat of the texture */
    int32_t route;            /* PnVulkanRoute of probenorm_vulkan.h: 1 copied, 2 fetched through the image */
    uint32_t isOwnSubmission; /* 1 when it was submitted by itself, as its flag asked */
    uint32_t reserved;
    uint64_t frame; /* the engine's, that it was recorded in; 0 when not known */
} PnUnityJobInfo;

PN_API PnResult pnGetUnityJobInfo(PnUnityJob job, PnUnityJobInfo* outInfo);

/* Forgets the job, in any state; what the device still uses is freed when the frame is done. A render event that comes
 * later does nothing. */
PN_API PnResult pnReleaseUnityJob(PnUnityJob job);

/* The same for every job there is: for a script that starts anew, after a domain reload. Never fails. */
PN_API void pnReleaseAllUnityJobs(void);

/* ---- Compute shaders ------------------------------------------------------------------- */

/* What the package's compute shaders read to prefilter cubemaps of one size. Offsets are in words. */
typedef struct PnUnityPrefilterTables
{
    uint32_t structSize;     /* sizeof(PnUnityPrefilterTables) */
    uint32_t levelCount;     /* the first node and the nodes along an edge of each level begin at word 0 */
    uint32_t symmetryOffset; /* the faces' images under the symmetries of the cube */
    uint32_t valueOffset;    /* what bytes mean: 256 linear floats, 256 of sRGB */
    uint32_t gatherOffset;   /* three words per row of each level from the second on */
    uint32_t weightOffset;   /* of the gathers */
    uint32_t tileOffset[16]; /* of each mip, and where nodes begin; a copy of the source has no tiles */
    uint64_t wordCount;
    uint64_t weightCount; /* of the nodes */
    const uint32_t* words;
    const float* weights;
    void* memory;
} PnUnityPrefilterTables;

/* faceSize: 1 to 512. It takes as long as the first cubemap of that size on the CPU. */
PN_API PnResult pnMakeUnityPrefilterTables(uint32_t faceSize, const PnPrefilter* prefilter,
                                           PnUnityPrefilterTables* outTables);

/* Frees what was made; all zero is allowed, and NULL. */
PN_API void pnFreeUnityPrefilterTables(PnUnityPrefilterTables* tables);

/* ---- Messages ------------------------------------------------------------------------ */

typedef struct PnUnityMessage
{
    uint32_t structSize; /* sizeof(PnUnityMessage) */
    PnLogLevel level;
    uint64_t number; /* counts from 1; a gap: older messages were dropped, since only the last 64 are kept. 0 is none */
    PnUnityJob job;  /* that it is about; 0 for the plugin */
    char text[512];  /* UTF-8 */
} PnUnityMessage;

/* Takes the oldest message that nobody took; outMessage->number is 0 when there is none. Errors and warnings are in the
 * engine's own log as well. */
PN_API PnResult pnTakeUnityMessage(PnUnityMessage* outMessage);

#ifdef __cplusplus
}
#endif

#endif /* PROBENORM_UNITY_H */

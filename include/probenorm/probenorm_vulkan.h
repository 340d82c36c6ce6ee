/* ProbeNorm on a Vulkan device of the host, for engines whose cubemap is already in device memory.
 *
 * The host passes its device, and ProbeNorm records into the host's command buffer. It never submits, never waits, and
 * never destroys an object of the host.
 *
 *     pnCreateVulkanContext(&device, NULL, &context);   // once per device
 *     pnCreateVulkanJob(context, &desc, &job);          // once per size and format: pipelines and scratch memory
 *     pnRecordVulkanJob(job, &info);                    // whenever the cubemap has changed
 *     // ... the host submits, and learns from a fence or a frame number that the device has finished:
 *     pnGetVulkanJobResult(job, &sh, &projectInfo);
 *
 * Threads: one thread at a time uses a context and its jobs. Vulkan's own rules hold for the command buffer.
 * docs/vulkan.md is the long form, with layouts and barriers; samples/host_device is a whole program.
 */
#ifndef PROBENORM_VULKAN_H
#define PROBENORM_VULKAN_H

#include "probenorm/probenorm.h"

#include <vulkan/vulkan_core.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- The device ---------------------------------------------------------------------- */

/* PnVulkanDevice.flags */
enum
{
    PN_VULKAN_FLOAT_CONTROLS = 1 /* the device was created with VK_KHR_shader_float_controls or as Vulkan 1.2 */
};

/* The host's device. Everything in it must outlive the context and its jobs. */
typedef struct PnVulkanDevice
{
    uint32_t structSize;       /* sizeof(PnVulkanDevice) */
    uint32_t queueFamilyIndex; /* of the queue to which the host submits; it must support compute */
    VkInstance instance;
    VkPhysicalDevice physicalDevice;
    VkDevice device;
    PFN_vkGetInstanceProcAddr getInstanceProcAddr; /* loads every Vulkan function */
    uint32_t apiVersion;                           /* VkApplicationInfo.apiVersion; 0 is Vulkan 1.1, the minimum */
    uint32_t flags;                                /* PN_VULKAN_*: what the host enabled */
} PnVulkanDevice;

/* Creates a context on the host's device, for the functions below. The functions of probenorm.h that compute from
 * texels in host memory on a device (project, normalize, prefilter) return PN_ERROR_UNSUPPORTED on it, because they
 * would have to submit. desc may be NULL; of its fields chunkBytes (0 is 64 MiB), threadCount, log, logUserData,
 * loadTables, storeTables, tablesUserData, and the flags PN_CONTEXT_NO_SUBGROUPS and PN_CONTEXT_KEEP_LOG are read.
 * PN_ERROR_UNSUPPORTED_DEVICE: the device is older than Vulkan 1.1, or lacks what ProbeNorm needs. */
PN_API PnResult pnCreateVulkanContext(const PnVulkanDevice* device, const PnContextDesc* desc, PnContext* outContext);

/* ---- Jobs ---------------------------------------------------------------------------- */

/* The work on one cubemap image: projection, and normalization where it is asked for; or prefiltering. */
typedef struct PnVulkanJob_T* PnVulkanJob;

/* How texels reach the kernels. */
typedef int32_t PnVulkanRoute;
enum
{
    PN_VULKAN_ROUTE_COPY = 1, /* copied to scratch memory and read as integer words: always the CPU backend's bits */
    PN_VULKAN_ROUTE_FETCH = 2 /* fetched through the image: the same bits for finite, normal texels of float formats;
                                 the device's own conversion, within 1e-3, for UNORM and sRGB */
};

typedef struct PnVulkanJobDesc
{
    uint32_t structSize;                  /* sizeof(PnVulkanJobDesc) */
    uint32_t faceSize;                    /* of the mip that is projected, 1 to PN_MAX_FACE_SIZE */
    VkFormat format;                      /* of the image */
    VkImageUsageFlags usage;              /* of the image: TRANSFER_SRC allows the copy, SAMPLED the fetch */
    const PnProjectOptions* options;      /* NULL for all defaults; progress and onProgress are not read */
    const PnNormalization* normalization; /* of the normalized image; NULL when none is written */
    uint32_t mipCount;                    /* mips to normalize, from the projected one on; 0 is 1 */
    uint32_t reserved;                    /* 0 */
    const PnPrefilter* prefilter;         /* if set, the job writes prefiltered mips and nothing else; NULL otherwise */
    VkImageUsageFlags targetUsage; /* of the target: TRANSFER_DST (0 is that) has texels copied to it; STORAGE has
                                      a kernel write texels of 4, 8 or 16 bytes, which is faster: the image must
                                      then be made with VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT, and where its format
                                      has no storage, EXTENDED_USAGE_BIT */
    uint32_t reserved2;            /* 0 */
} PnVulkanJobDesc;

/* Creates a job with its pipelines and scratch memory; recording allocates no device memory. *outJob is NULL on
 * failure. For prefiltering, faceSize is at most 1024 and options are as pnPrefilterCubemaps reads them; the CPU works
 * out tables on PnContextDesc.threadCount threads, which takes a while.
 * PN_ERROR_UNSUPPORTED_FORMAT: neither route covers the format with that usage on this device. */
PN_API PnResult pnCreateVulkanJob(PnContext context, const PnVulkanJobDesc* desc, PnVulkanJob* outJob);

/* Frees the job, before or after its context. The device must have finished what was recorded, or be lost. NULL is
 * allowed. */
PN_API void pnDestroyVulkanJob(PnVulkanJob job);

typedef struct PnVulkanJobInfo
{
    uint32_t structSize; /* sizeof(PnVulkanJobInfo) */
    PnVulkanRoute route;
    VkFormat targetFormat; /* of the normalized or prefiltered image; VK_FORMAT_UNDEFINED when none is written */
    uint32_t reserved;     /* 0 */
    uint64_t scratchBytes; /* memory of the job, device-local and host-visible */
} PnVulkanJobInfo;

/* What a job chose and holds. */
PN_API PnResult pnGetVulkanJobInfo(PnVulkanJob job, PnVulkanJobInfo* outInfo);

/* An image of the host: a cube, or a 2D array of at least six layers, with one sample per texel. The mip's size must be
 * the job's faceSize, or where prefiltered mips are written that of their mip 0. */
typedef struct PnVulkanImage
{
    uint32_t structSize; /* sizeof(PnVulkanImage) */
    uint32_t mip;
    uint32_t firstLayer;  /* the layer of +X; the faces are this layer and the next five */
    VkImageLayout layout; /* before the job; VK_IMAGE_LAYOUT_UNDEFINED is allowed for a target, which is overwritten */
    VkImageLayout finalLayout; /* after the job; VK_IMAGE_LAYOUT_UNDEFINED (0) keeps the layout */
    VkPipelineStageFlags
        stage;            /* where the host used the image last and will use it next; 0 is every stage and access */
    VkAccessFlags access; /* how the host used it and will use it */
    uint32_t reserved;    /* 0 */
    VkImage image;
} PnVulkanImage;

typedef struct PnVulkanRecordInfo
{
    uint32_t structSize;           /* sizeof(PnVulkanRecordInfo) */
    uint32_t reserved;             /* 0 */
    VkCommandBuffer commandBuffer; /* recording, outside a render pass */
    const PnVulkanImage* source;   /* NULL where a job that prefilters goes on with the source recorded last */
    const PnVulkanImage* target; /* receives the normalized texels or prefiltered mips: targetFormat, TRANSFER_DST; NULL
                                    for jobs without, and where no mips are written yet */
    VkBuffer buffer;           /* receives bands * bands rows of floats r g b (TRANSFER_DST); VK_NULL_HANDLE for none */
    VkDeviceSize bufferOffset; /* in bytes, a multiple of 4 */
    VkPipelineStageFlags bufferStage; /* as in PnVulkanImage */
    VkAccessFlags bufferAccess;       /* as in PnVulkanImage */
    uint32_t firstMip;  /* this and the next three: which prefiltered mips and faces are written now; 0 in other jobs */
    uint32_t mipCount;  /* 0 is all from firstMip on */
    uint32_t firstFace; /* +X -X +Y -Y +Z -Z */
    uint32_t faceCount; /* 0 is all from firstFace on */
} PnVulkanRecordInfo;

/* Records the job, with its barriers: it waits for what the host did at the named stages, and afterwards images have
 * their final layout and results are visible to the same stages. The compute pipeline, descriptor set 0 and the push
 * constants of the command buffer change. A job may be recorded again once the device has finished its last recording;
 * for several frames in flight create several jobs. On failure nothing is recorded.
 *
 * A job that prefilters may have several recordings in flight, which are submitted to one queue in their order. With
 * PN_VULKAN_ROUTE_FETCH, wait until the device has finished with a source before recording the next one. So the work
 * can be spread over frames: one recording with the source alone, then one per mip or face of a mip. */
PN_API PnResult pnRecordVulkanJob(PnVulkanJob job, const PnVulkanRecordInfo* info);

/* The result of the last recording, once the host knows that the device has finished it. outInfo may be NULL; with
 * PN_ERROR_BAD_TEXEL it is written, *outSh is not. Its isReproducible is 1 when the kernels passed their self-test,
 * which is recorded with the first jobs, and the route keeps the bits. PN_ERROR_NOT_READY: the device has not finished.
 * This is a safety net, not a way to wait. A job that prefilters reports isReproducible alone, once the device has
 * finished a recording with a source; outSh is not written and may be NULL. */
PN_API PnResult pnGetVulkanJobResult(PnVulkanJob job, PnSh* outSh, PnProjectInfo* outInfo);

#ifdef __cplusplus
}
#endif

#endif /* PROBENORM_VULKAN_H */

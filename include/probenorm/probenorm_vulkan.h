/* ProbeNorm on a Vulkan device that the host lends: for engines that have the cubemap on the device already.
 *
 * ProbeNorm records into the host's command buffer and makes objects of its own on the host's device. It never
 * submits, never waits, and destroys nothing that it was lent. A job is made beforehand (pipelines, scratch memory),
 * recorded, and read when the host knows that the device has run it.
 *
 * Threads: as probenorm.h: one thread at a time uses a context and its jobs. The host keeps to Vulkan's own rules for
 *          the command buffer it passes.
 * The long form, with layouts and barriers, is docs/vulkan.md; samples/lend_device is a whole program.
 */
#ifndef PROBENORM_VULKAN_H
#define PROBENORM_VULKAN_H

#include "probenorm/probenorm.h"

#include <vulkan/vulkan_core.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- The device ---------------------------------------------------------------------- */

enum
{
    PN_VULKAN_FLOAT_CONTROLS = 1 /* flags: the device was created with VK_KHR_shader_float_controls or as Vulkan 1.2 */
};

/* What the host lends. All of it must outlive the context and its jobs. */
typedef struct PnVulkanDevice
{
    uint32_t structSize;       /* sizeof(PnVulkanDevice) */
    uint32_t queueFamilyIndex; /* where the host submits what ProbeNorm records; it can compute */
    VkInstance instance;
    VkPhysicalDevice physicalDevice;
    VkDevice device;
    PFN_vkGetInstanceProcAddr getInstanceProcAddr; /* every Vulkan function is loaded through it */
    uint32_t apiVersion;                           /* VkApplicationInfo.apiVersion, 1.1 at least; 0 is Vulkan 1.1 */
    uint32_t flags;                                /* PN_VULKAN_*, what the host enabled */
} PnVulkanDevice;

/* Makes a context on the host's device, for the functions below. The calls of probenorm.h that project or divide what
 * lies in the host's memory are PN_ERROR_UNSUPPORTED on it, because they would have to submit. desc may be NULL; of it
 * chunkBytes (0 is 64 MiB), log, logUserData, PN_CONTEXT_NO_SUBGROUPS and PN_CONTEXT_KEEP_LOG are read. */
PN_API PnResult pnCreateVulkanContext(const PnVulkanDevice* device, const PnContextDesc* desc, PnContext* outContext);

/* ---- Jobs ---------------------------------------------------------------------------- */

typedef struct PnVulkanJob_T* PnVulkanJob;

/* How texels reach the kernels. */
typedef int32_t PnVulkanRoute;
enum
{
    PN_VULKAN_ROUTE_COPY = 1, /* copied to scratch memory, then read as integer words: the CPU backend's bits, always */
    PN_VULKAN_ROUTE_FETCH = 2 /* fetched through the image: the same bits for finite, normal texels of float formats;
                                 the device's own conversion, within 1e-3, for UNORM and sRGB */
};

typedef struct PnVulkanJobDesc
{
    uint32_t structSize;                  /* sizeof(PnVulkanJobDesc) */
    uint32_t faceSize;                    /* of the mip that is projected, 1 to PN_MAX_FACE_SIZE */
    VkFormat format;                      /* of the image */
    VkImageUsageFlags usage;              /* the image was made with: TRANSFER_SRC allows the copy, SAMPLED the fetch */
    const PnProjectOptions* options;      /* bands, policy; NULL is the default; progress and callbacks are not read */
    const PnNormalization* normalization; /* of the normalized image; NULL: none is written */
    uint32_t mipCount;                    /* of the normalized image, from the projected mip on; 0 is 1 */
    uint32_t reserved;                    /* 0 */
} PnVulkanJobDesc;

/* Makes everything the job needs but the views of the host's images; recording allocates no device memory. *outJob is
 * NULL on failure. PN_ERROR_UNSUPPORTED_FORMAT when neither route covers the format with that usage on this device. */
PN_API PnResult pnCreateVulkanJob(PnContext context, const PnVulkanJobDesc* desc, PnVulkanJob* outJob);

/* Frees the job, before or after its context. The device must be done with what was recorded. NULL is allowed. */
PN_API void pnDestroyVulkanJob(PnVulkanJob job);

typedef struct PnVulkanJobInfo
{
    uint32_t structSize; /* sizeof(PnVulkanJobInfo) */
    PnVulkanRoute route;
    VkFormat targetFormat; /* of the normalized image; VK_FORMAT_UNDEFINED where none is written */
    uint32_t reserved;     /* 0 */
    uint64_t scratchBytes; /* memory that the job holds, of the device and visible to the host */
} PnVulkanJobInfo;

PN_API PnResult pnGetVulkanJobInfo(PnVulkanJob job, PnVulkanJobInfo* outInfo);

/* An image of the host's: a cube, or a 2D array of six layers or more, of one sample a texel. The mip's size must be
 * the job's faceSize. */
typedef struct PnVulkanImage
{
    uint32_t structSize; /* sizeof(PnVulkanImage) */
    uint32_t mip;
    uint32_t firstLayer;        /* the layer of +X; the faces are this one and the next five */
    VkImageLayout layout;       /* before; of a target, which is overwritten, VK_IMAGE_LAYOUT_UNDEFINED is allowed */
    VkImageLayout finalLayout;  /* after; VK_IMAGE_LAYOUT_UNDEFINED (0) is the one before */
    VkPipelineStageFlags stage; /* where the host touched it last, and will next; 0 is everywhere, in any way */
    VkAccessFlags access;       /* how */
    uint32_t reserved;          /* 0 */
    VkImage image;
} PnVulkanImage;

typedef struct PnVulkanRecordInfo
{
    uint32_t structSize;           /* sizeof(PnVulkanRecordInfo) */
    uint32_t reserved;             /* 0 */
    VkCommandBuffer commandBuffer; /* recording, outside a render pass */
    const PnVulkanImage* source;
    const PnVulkanImage* target; /* of the normalized texels: targetFormat, TRANSFER_DST; NULL for jobs without */
    VkBuffer buffer;             /* receives bands * bands rows r g b of floats (TRANSFER_DST); VK_NULL_HANDLE: none */
    VkDeviceSize bufferOffset;   /* a multiple of 4 */
    VkPipelineStageFlags bufferStage; /* as in PnVulkanImage */
    VkAccessFlags bufferAccess;
} PnVulkanRecordInfo;

/* Records the job. Barriers before and after are part of it: what the host did at the stage and access it names is
 * waited for, and finds images in their final layout and all results afterwards. Compute pipeline, descriptor set 0 and
 * push constants of the command buffer change. A job is recorded again once the device is done with the last recording;
 * for several frames in flight make several jobs. Nothing is recorded when this fails. */
PN_API PnResult pnRecordVulkanJob(PnVulkanJob job, const PnVulkanRecordInfo* info);

/* The result of the last recording, once the host knows that the device has run it (a fence, a frame number).
 * PN_ERROR_NOT_READY when it has not; that is a safety net, not a way to wait. outInfo may be NULL, and is written also
 * with PN_ERROR_BAD_TEXEL; its isReproducible is 1 where the kernels passed their self-test, which is recorded with the
 * first jobs, and the route keeps bits. */
PN_API PnResult pnGetVulkanJobResult(PnVulkanJob job, PnSh* outSh, PnProjectInfo* outInfo);

#ifdef __cplusplus
}
#endif

#endif /* PROBENORM_VULKAN_H */

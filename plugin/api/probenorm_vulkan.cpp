// The functions of probenorm_vulkan.h, in its order.
#include "vulkan/job/image_job.h"

#include "api/project_call.h"

#include "core/kernel/denominator_params.h"

#include <bit>

using namespace pn;
using namespace pn::api;

// The object behind a PnVulkanJob: the job, and what is needed to report its results.
struct PnVulkanJob_T
{
    vulkan::ImageJob job;
    Shape shape;
    PnProjectOptions options;
    bool hasTarget = false;
};

namespace {

using vulkan::Access;
using vulkan::HostDevice;
using vulkan::HostDeviceBackend;
using vulkan::ImageJob;
using vulkan::ImageJobDesc;
using vulkan::ImageRecording;
using vulkan::ImageUse;

PnVulkanDevice readDevice(const PnVulkanDevice* device)
{
    PnVulkanDevice read = readDesc(device, sizeof(PnVulkanDevice), "device");
    require(read.instance != VK_NULL_HANDLE, "device.instance is null");
    require(read.physicalDevice != VK_NULL_HANDLE, "device.physicalDevice is null");
    require(read.device != VK_NULL_HANDLE, "device.device is null");
    require(read.getInstanceProcAddr != nullptr, "device.getInstanceProcAddr is null");
    require((read.flags & ~std::uint32_t{PN_VULKAN_FLOAT_CONTROLS}) == 0, "device.flags has an unknown flag");
    if (read.apiVersion != 0 && read.apiVersion < VK_API_VERSION_1_1)
        throw Error(PN_ERROR_UNSUPPORTED_DEVICE, "device.apiVersion must be Vulkan 1.1 at least, or 0 for it");
    return read;
}

PnContext createVulkanContext(const PnVulkanDevice* device, const PnContextDesc* desc)
{
    const PnVulkanDevice host = readDevice(device);
    const PnContextDesc read = readContextDesc(desc);
    const vulkan::HostDeviceOptions options{.subgroups = (read.flags & PN_CONTEXT_NO_SUBGROUPS) == 0,
                                            .chunkBytes = read.chunkBytes};
    auto context = std::make_unique<PnContext_T>();
    context->hostDevice = std::make_shared<HostDevice>(host, options, openLog(*context, read));
    context->backend = std::make_unique<HostDeviceBackend>(context->hostDevice);
    context->kind = PN_BACKEND_VULKAN;
    return context.release();
}

ImageJobDesc toDesc(const PnVulkanJobDesc& desc, const PnProjectOptions& options)
{
    ImageJobDesc job;
    job.faceSize = desc.faceSize;
    job.image = desc.format;
    job.usage = desc.usage;
    job.settings = toSettings(options);
    if (desc.normalization == nullptr)
        return job;
    job.mipCount = std::max(1u, desc.mipCount);
    job.settings.bands = std::max(3u, job.settings.bands); // what the denominator reads; the first rows are the same
    job.lobes = denominatorParams(readNormalization(desc.normalization), desc.faceSize, job.mipCount);
    return job;
}

PnVulkanJob createJob(PnContext context, const PnVulkanJobDesc* desc)
{
    require(context != nullptr, "context is null");
    require(context->hostDevice != nullptr, "context must be made by pnCreateVulkanContext");
    const PnVulkanJobDesc read = readDesc(desc, sizeof(PnVulkanJobDesc), "desc");
    require(read.faceSize >= 1 && read.faceSize <= PN_MAX_FACE_SIZE, "desc.faceSize must be in 1..16384");
    require(read.reserved == 0, "desc.reserved must be 0");
    require(read.normalization != nullptr || read.mipCount <= 1, "desc.mipCount must be 0 or 1 without normalization");
    require(read.mipCount <= std::uint32_t(std::bit_width(read.faceSize)),
            "desc.mipCount is more than a face of that size has");
    const PnProjectOptions options = readOptions(read.options);
    return new PnVulkanJob_T{.job = ImageJob(context->hostDevice, toDesc(read, options)),
                             .shape = Shape::cubemap(read.faceSize),
                             .options = options,
                             .hasTarget = read.normalization != nullptr};
}

// The last or the next access of the host to an object. stage 0 means any access.
Access readAccess(VkPipelineStageFlags stage, VkAccessFlags access)
{
    if (stage == 0)
        return {VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT};
    return {stage, access};
}

ImageUse readImage(const PnVulkanImage* image, const char* name, std::uint32_t mipCount, bool isWritten)
{
    const PnVulkanImage read = readDesc(image, sizeof(PnVulkanImage), name);
    require(read.image != VK_NULL_HANDLE, name, ".image is null");
    require(read.reserved == 0, name, ".reserved must be 0");
    require(read.mip <= 14, name, ".mip must be in 0..14");
    require(read.firstLayer <= 0xffffu, name, ".firstLayer must be at most 65535");
    require(isWritten || read.layout != VK_IMAGE_LAYOUT_UNDEFINED, name,
            ".layout must not be VK_IMAGE_LAYOUT_UNDEFINED, since texels are read");
    const VkImageLayout after = read.finalLayout != VK_IMAGE_LAYOUT_UNDEFINED ? read.finalLayout : read.layout;
    require(after != VK_IMAGE_LAYOUT_UNDEFINED && after != VK_IMAGE_LAYOUT_PREINITIALIZED, name,
            ".finalLayout must be a layout that images can be brought into");
    const Access access = readAccess(read.stage, read.access);
    return {{read.image, read.mip, mipCount, read.firstLayer}, {read.layout, access}, {after, access}};
}

bool overlap(const vulkan::ImageLayers& a, const vulkan::ImageLayers& b)
{
    const std::uint32_t distance = std::max(a.firstLayer, b.firstLayer) - std::min(a.firstLayer, b.firstLayer);
    return a.image == b.image && distance < 6 && a.mip < b.mip + b.mipCount && b.mip < a.mip + a.mipCount;
}

void record(PnVulkanJob job, const PnVulkanRecordInfo* info)
{
    require(job != nullptr, "job is null");
    const PnVulkanRecordInfo read = readDesc(info, sizeof(PnVulkanRecordInfo), "info");
    require(read.reserved == 0, "info.reserved must be 0");
    require(read.commandBuffer != VK_NULL_HANDLE, "info.commandBuffer is null");
    require(job->hasTarget || read.target == nullptr, "info.target must be NULL for a job without normalization");
    require(read.bufferOffset % 4 == 0, "info.bufferOffset must be a multiple of 4");
    ImageRecording recording;
    recording.commands = read.commandBuffer;
    recording.source = readImage(read.source, "source", job->job.mipCount(), false);
    if (job->hasTarget)
    {
        recording.target = readImage(read.target, "target", job->job.mipCount(), true);
        require(!overlap(recording.source.layers, recording.target->layers),
                "target must not be layers and mips of the source");
    }
    recording.buffer = read.buffer;
    recording.bufferOffset = read.bufferOffset;
    recording.bufferAccess = readAccess(read.bufferStage, read.bufferAccess);
    recording.bufferBands = job->options.bands;
    job->job.record(recording);
}

void readResult(PnVulkanJob job, PnSh* outSh, PnProjectInfo* outInfo)
{
    require(job != nullptr, "job is null");
    require(outSh != nullptr, "outSh is null");
    const std::uint32_t size = readOptionalSize(outInfo, sizeof(PnProjectInfo), "outInfo");
    const vulkan::ImageJobResult result = job->job.result();
    PnProjectInfo info = toInfo(result.projection, job->shape, PN_BACKEND_VULKAN, result.isReproducible);
    info.gpuNanoseconds = result.gpuNanoseconds;
    writeDesc(outInfo, size, info);
    if (job->options.badTexels == PN_BAD_TEXEL_ERROR && info.hasBadTexel != 0)
        throw Error(PN_ERROR_BAD_TEXEL, badTexelMessage("the image", info));
    *outSh = firstBands(result.projection.sh, job->options.bands);
}

} // namespace

PnResult pnCreateVulkanContext(const PnVulkanDevice* device, const PnContextDesc* desc, PnContext* outContext)
{
    return guarded([&] {
        require(outContext != nullptr, "outContext is null");
        *outContext = nullptr;
        *outContext = createVulkanContext(device, desc);
    });
}

PnResult pnCreateVulkanJob(PnContext context, const PnVulkanJobDesc* desc, PnVulkanJob* outJob)
{
    return guarded([&] {
        require(outJob != nullptr, "outJob is null");
        *outJob = nullptr;
        *outJob = createJob(context, desc);
    });
}

void pnDestroyVulkanJob(PnVulkanJob job)
{
    delete job;
}

PnResult pnGetVulkanJobInfo(PnVulkanJob job, PnVulkanJobInfo* outInfo)
{
    return guarded([&] {
        require(job != nullptr, "job is null");
        const std::uint32_t size = readStructSize(outInfo, sizeof(PnVulkanJobInfo), "outInfo");
        const vulkan::ImageFormat& format = job->job.format();
        writeDesc(outInfo, size,
                  PnVulkanJobInfo{.structSize = 0,
                                  .route = format.route,
                                  .targetFormat = job->hasTarget ? format.target : VK_FORMAT_UNDEFINED,
                                  .reserved = 0,
                                  .scratchBytes = job->job.scratchBytes()});
    });
}

PnResult pnRecordVulkanJob(PnVulkanJob job, const PnVulkanRecordInfo* info)
{
    return guarded([&] { record(job, info); });
}

PnResult pnGetVulkanJobResult(PnVulkanJob job, PnSh* outSh, PnProjectInfo* outInfo)
{
    return guarded([&] { readResult(job, outSh, outInfo); });
}

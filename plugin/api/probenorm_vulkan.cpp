// The functions of probenorm_vulkan.h, in its order.
#include "vulkan/job/image_prefilter.h"

#include "api/prefilter_call.h"
#include "api/project_call.h"

#include "core/kernel/denominator_params.h"

#include <bit>
#include <cstddef>

using namespace pn;
using namespace pn::api;

// The object behind a PnVulkanJob: the job, and what is needed to report its results.
struct PnVulkanJob_T
{
    std::unique_ptr<vulkan::ImageJob> job;
    std::unique_ptr<vulkan::ImagePrefilter> prefilter; // instead of the job
    Shape shape;
    PnProjectOptions options;
    bool hasTarget = false;
};

namespace {

constexpr std::size_t kFirstJobDescSize = offsetof(PnVulkanJobDesc, prefilter);
constexpr std::size_t kFirstRecordInfoSize = offsetof(PnVulkanRecordInfo, firstMip);

using vulkan::Access;
using vulkan::CubemapPart;
using vulkan::HostDevice;
using vulkan::HostDeviceBackend;
using vulkan::ImageJob;
using vulkan::ImageJobDesc;
using vulkan::ImagePrefilter;
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
                                            .chunkBytes = read.chunkBytes,
                                            .threadCount = read.threadCount,
                                            .tables = {read.loadTables, read.storeTables, read.tablesUserData}};
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
    job.targetUsage = desc.targetUsage;
    job.settings = toSettings(options);
    if (desc.normalization == nullptr)
        return job;
    job.mipCount = std::max(1u, desc.mipCount);
    job.settings.bands = std::max(3u, job.settings.bands); // what the denominator reads; the first rows are the same
    job.lobes = denominatorParams(readNormalization(desc.normalization), desc.faceSize, job.mipCount);
    return job;
}

std::unique_ptr<ImagePrefilter> makePrefilter(const std::shared_ptr<HostDevice>& hostDevice,
                                              const PnVulkanJobDesc& desc, const PnProjectOptions& options)
{
    require(desc.normalization == nullptr, "desc.normalization must be NULL with desc.prefilter");
    if (!vulkan::canPrefilter(hostDevice->device().limits(), desc.faceSize))
        throw Error(PN_ERROR_UNSUPPORTED,
                    "desc.faceSize must be at most 1024 with desc.prefilter, and less where buffers are small");
    return std::make_unique<ImagePrefilter>(hostDevice, toDesc(desc, options),
                                            readPrefilterMips(desc.prefilter, desc.faceSize));
}

PnVulkanJob createJob(PnContext context, const PnVulkanJobDesc* desc)
{
    require(context != nullptr, "context is null");
    require(context->hostDevice != nullptr, "context must be made by pnCreateVulkanContext");
    const PnVulkanJobDesc read = readDesc(desc, kFirstJobDescSize, "desc");
    require(read.faceSize >= 1 && read.faceSize <= PN_MAX_FACE_SIZE, "desc.faceSize must be in 1..16384");
    require(read.reserved == 0 && read.reserved2 == 0, "desc.reserved and reserved2 must be 0");
    require(read.normalization != nullptr || read.mipCount <= 1, "desc.mipCount must be 0 or 1 without normalization");
    require(read.mipCount <= std::uint32_t(std::bit_width(read.faceSize)),
            "desc.mipCount is more than a face of that size has");
    auto job = std::make_unique<PnVulkanJob_T>();
    job->shape = Shape::cubemap(read.faceSize);
    job->options = read.prefilter != nullptr ? readPrefilterOptions(read.options) : readOptions(read.options);
    job->hasTarget = read.normalization != nullptr || read.prefilter != nullptr;
    if (read.prefilter != nullptr)
        job->prefilter = makePrefilter(context->hostDevice, read, job->options);
    else
        job->job = std::make_unique<ImageJob>(context->hostDevice, toDesc(read, job->options));
    return job.release();
}

// The last or the next access of the host to an object. stage 0 means any access.
Access readAccess(VkPipelineStageFlags stage, VkAccessFlags access)
{
    if (stage == 0)
        return {VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT};
    return {stage, access};
}

ImageUse readImage(const PnVulkanImage* image, const char* name, const CubemapPart& part, bool isWritten)
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
    return {{read.image, read.mip + part.firstMip, part.mipCount, read.firstLayer + part.firstFace, part.faceCount},
            {read.layout, access},
            {after, access}};
}

void requireApart(const vulkan::ImageLayers& a, const vulkan::ImageLayers& b)
{
    require(a.image != b.image || a.firstLayer >= b.firstLayer + b.layerCount ||
                b.firstLayer >= a.firstLayer + a.layerCount || a.mip >= b.mip + b.mipCount ||
                b.mip >= a.mip + a.mipCount,
            "target must not be layers and mips of the source");
}

// How many mips or faces a recording writes, of all that there are; 0 is all from the first on.
std::uint32_t readCount(std::uint32_t first, std::uint32_t count, std::uint32_t all, const char* names)
{
    require(first < all && count <= all - first, "info.", names, " must lie within the ", all, " that there are");
    return count != 0 ? count : all - first;
}

void recordPrefilter(ImagePrefilter& prefilter, const PnVulkanRecordInfo& info)
{
    require(info.buffer == VK_NULL_HANDLE, "info.buffer must be null for a job that prefilters");
    require(info.source != nullptr || prefilter.hasLight(), "source is null, and no recording has read one before");
    const CubemapPart part{info.firstMip,
                           readCount(info.firstMip, info.mipCount, prefilter.mipCount(), "firstMip and mipCount"),
                           info.firstFace, readCount(info.firstFace, info.faceCount, 6, "firstFace and faceCount")};
    std::optional<ImageUse> source, target;
    if (info.source != nullptr)
        source = readImage(info.source, "source", {}, false);
    if (info.target != nullptr || info.source == nullptr)
        target = readImage(info.target, "target", part, true);
    if (source && target)
        requireApart(source->layers, target->layers);
    prefilter.record(info.commandBuffer, source, target, part);
}

void record(PnVulkanJob job, const PnVulkanRecordInfo* info)
{
    require(job != nullptr, "job is null");
    const PnVulkanRecordInfo read = readDesc(info, kFirstRecordInfoSize, "info");
    require(read.reserved == 0, "info.reserved must be 0");
    require(read.commandBuffer != VK_NULL_HANDLE, "info.commandBuffer is null");
    require(job->hasTarget || read.target == nullptr, "info.target must be NULL for a job without normalization");
    require(read.bufferOffset % 4 == 0, "info.bufferOffset must be a multiple of 4");
    if (job->prefilter)
    {
        recordPrefilter(*job->prefilter, read);
        return;
    }
    require((read.firstMip | read.mipCount | read.firstFace | read.faceCount) == 0,
            "info.firstMip, mipCount, firstFace and faceCount must be 0 for a job that does not prefilter");
    const CubemapPart mips{.mipCount = job->job->mipCount()};
    ImageRecording recording;
    recording.commands = read.commandBuffer;
    recording.source = readImage(read.source, "source", mips, false);
    if (job->hasTarget)
    {
        recording.target = readImage(read.target, "target", mips, true);
        requireApart(recording.source.layers, recording.target->layers);
    }
    recording.buffer = read.buffer;
    recording.bufferOffset = read.bufferOffset;
    recording.bufferAccess = readAccess(read.bufferStage, read.bufferAccess);
    recording.bufferBands = job->options.bands;
    job->job->record(recording);
}

void readResult(PnVulkanJob job, PnSh* outSh, PnProjectInfo* outInfo)
{
    require(job != nullptr, "job is null");
    require(outSh != nullptr || job->prefilter, "outSh is null");
    const std::uint32_t size = readOptionalSize(outInfo, sizeof(PnProjectInfo), "outInfo");
    vulkan::ImageJobResult result;
    if (job->prefilter)
        result.isReproducible = job->prefilter->isReproducible();
    else
        result = job->job->result();
    PnProjectInfo info = toInfo(result.projection, job->shape, PN_BACKEND_VULKAN, result.isReproducible);
    info.gpuNanoseconds = result.gpuNanoseconds;
    writeDesc(outInfo, size, info);
    if (job->options.badTexels == PN_BAD_TEXEL_ERROR && info.hasBadTexel != 0)
        throw Error(PN_ERROR_BAD_TEXEL, badTexelMessage("the image", info));
    if (job->job)
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
        const vulkan::ImageFormat& format = job->job ? job->job->format() : job->prefilter->format();
        writeDesc(
            outInfo, size,
            PnVulkanJobInfo{.structSize = 0,
                            .route = format.route,
                            .targetFormat = job->hasTarget ? format.target : VK_FORMAT_UNDEFINED,
                            .reserved = 0,
                            .scratchBytes = job->job ? job->job->scratchBytes() : job->prefilter->scratchBytes()});
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

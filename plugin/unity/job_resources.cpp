#include "unity/job_resources.h"

#include "core/error.h"

#include <algorithm>

namespace pn::unity {
namespace {

VulkanImage accessTexture(const UnityVulkan& engine, void* texture, const Use& use, AccessMode mode, const char* name)
{
    VulkanImage image{};
    if (!engine.accessTexture(texture, nullptr, use.layout, use.stage, use.access, mode, &image) ||
        image.image == VK_NULL_HANDLE)
        throw Error(PN_ERROR_INVALID_ARGUMENT, std::string("the engine gives no access to ") + name +
                                                   "; is it a texture of its device, and this its render thread");
    return image;
}

VulkanBuffer accessBuffer(const UnityVulkan& engine, void* buffer, AccessMode mode)
{
    VulkanBuffer found{};
    if (!engine.accessBuffer(buffer, kTargetUse.stage, kTargetUse.access, mode, &found) ||
        found.buffer == VK_NULL_HANDLE)
        throw Error(PN_ERROR_INVALID_ARGUMENT,
                    "the engine gives no access to buffer; is it a buffer of its device, and this its render thread");
    return found;
}

std::string describe(const VulkanImage& image)
{
    return std::to_string(image.extent.width) + " x " + std::to_string(image.extent.height) + " with " +
           std::to_string(image.layers) + " layers and " + std::to_string(image.mipCount) + " mips";
}

void checkFaces(const VulkanImage& image, const char* name)
{
    if (image.type != VK_IMAGE_TYPE_2D || image.layers < 6 || image.extent.width != image.extent.height)
        throw Error(PN_ERROR_INVALID_ARGUMENT, std::string(name) +
                                                   " must be a cubemap or an array of six square slices; it is " +
                                                   describe(image));
    if (image.samples != VK_SAMPLE_COUNT_1_BIT)
        throw Error(PN_ERROR_INVALID_ARGUMENT, std::string(name) + " must have one sample a texel");
}

void checkMips(const VulkanImage& image, std::uint32_t mip, std::uint32_t mipCount, const char* name)
{
    if (image.mipCount < 1 || std::uint64_t{mip} + mipCount > std::uint64_t(image.mipCount))
        throw Error(PN_ERROR_INVALID_ARGUMENT,
                    "mip and mipCount must be within " + std::string(name) + ", which is " + describe(image));
}

void checkTarget(const JobRequest& request, const JobResources& resources)
{
    checkFaces(resources.target, "target");
    checkMips(resources.target, request.mip, request.mipCount, "target");
    if (resources.target.extent.width != resources.texture.extent.width)
        throw Error(PN_ERROR_INVALID_ARGUMENT,
                    "target must have the texture's size; it is " + describe(resources.target));
    if ((resources.target.usage & VK_IMAGE_USAGE_TRANSFER_DST_BIT) == 0)
        throw Error(PN_ERROR_INVALID_ARGUMENT, "target must be a texture that can be copied to");
}

void checkBuffer(const JobRequest& request, const VulkanBuffer& buffer)
{
    const std::uint64_t bytes = std::uint64_t{3} * sizeof(float) * request.options.bands * request.options.bands;
    if (request.bufferOffset > buffer.sizeInBytes || bytes > buffer.sizeInBytes - request.bufferOffset)
        throw Error(PN_ERROR_BUFFER_TOO_SMALL, "buffer must have " + std::to_string(bytes) +
                                                   " bytes at bufferOffset; " + "it has " +
                                                   std::to_string(buffer.sizeInBytes) + " in all");
    if ((buffer.usage & VK_BUFFER_USAGE_TRANSFER_DST_BIT) == 0)
        throw Error(PN_ERROR_INVALID_ARGUMENT, "buffer must be one that can be copied to");
}

} // namespace

JobResources access(const UnityVulkan& engine, const JobRequest& request, AccessMode mode)
{
    JobResources resources;
    resources.texture = accessTexture(engine, request.texture, kTextureUse, mode, "texture");
    if (request.target != nullptr)
        resources.target = accessTexture(engine, request.target, kTargetUse, mode, "target");
    if (request.buffer != nullptr)
        resources.buffer = accessBuffer(engine, request.buffer, mode);
    return resources;
}

void checkResources(const JobRequest& request, const JobResources& resources)
{
    checkFaces(resources.texture, "texture");
    checkMips(resources.texture, request.mip, request.target != nullptr ? request.mipCount : 1, "texture");
    if (request.target != nullptr)
        checkTarget(request, resources);
    if (request.buffer != nullptr)
        checkBuffer(request, resources.buffer);
}

std::uint32_t mipSize(const VulkanImage& image, std::uint32_t mip)
{
    return std::max(1u, image.extent.width >> mip);
}

} // namespace pn::unity

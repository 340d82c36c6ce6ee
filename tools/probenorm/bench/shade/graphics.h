// What a picture needs of Vulkan beyond the library's own layer, which only computes.
#pragma once

#include "vulkan/device/commands.h"
#include "vulkan/device/memory.h"

#include <cstring>
#include <span>
#include <utility>

namespace pn::vulkan {

PN_STRUCTURE_TYPE(VkGraphicsPipelineCreateInfo, GRAPHICS_PIPELINE_CREATE_INFO)
PN_STRUCTURE_TYPE(VkPipelineVertexInputStateCreateInfo, PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO)
PN_STRUCTURE_TYPE(VkPipelineInputAssemblyStateCreateInfo, PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO)
PN_STRUCTURE_TYPE(VkPipelineViewportStateCreateInfo, PIPELINE_VIEWPORT_STATE_CREATE_INFO)
PN_STRUCTURE_TYPE(VkPipelineRasterizationStateCreateInfo, PIPELINE_RASTERIZATION_STATE_CREATE_INFO)
PN_STRUCTURE_TYPE(VkPipelineMultisampleStateCreateInfo, PIPELINE_MULTISAMPLE_STATE_CREATE_INFO)
PN_STRUCTURE_TYPE(VkPipelineColorBlendStateCreateInfo, PIPELINE_COLOR_BLEND_STATE_CREATE_INFO)
PN_STRUCTURE_TYPE(VkSamplerCreateInfo, SAMPLER_CREATE_INFO)

} // namespace pn::vulkan

namespace pn::bench {

#define PN_GRAPHICS_FUNCTIONS(X)                                                                                       \
    X(vkCreateImage)                                                                                                   \
    X(vkDestroyImage)                                                                                                  \
    X(vkGetImageMemoryRequirements)                                                                                    \
    X(vkBindImageMemory)                                                                                               \
    X(vkCreateSampler)                                                                                                 \
    X(vkDestroySampler)                                                                                                \
    X(vkCreateRenderPass)                                                                                              \
    X(vkDestroyRenderPass)                                                                                             \
    X(vkCreateFramebuffer)                                                                                             \
    X(vkDestroyFramebuffer)                                                                                            \
    X(vkCreateGraphicsPipelines)                                                                                       \
    X(vkCmdBeginRenderPass)                                                                                            \
    X(vkCmdEndRenderPass)                                                                                              \
    X(vkCmdDraw)

struct GraphicsFunctions
{
#define PN_DECLARE_FUNCTION(name) PFN_##name name = nullptr;
    PN_GRAPHICS_FUNCTIONS(PN_DECLARE_FUNCTION)
#undef PN_DECLARE_FUNCTION
};

// A Vulkan object that is destroyed with its owner.
template <typename Handle>
class Owned
{
public:
    using Destroy = void(VKAPI_PTR*)(VkDevice, Handle, const VkAllocationCallbacks*);

    Owned() = default;
    Owned(VkDevice device, Handle handle, Destroy destroy) : m_device(device), m_handle(handle), m_destroy(destroy) {}
    Owned(Owned&& other) noexcept { *this = std::move(other); }
    ~Owned()
    {
        if (m_handle != VK_NULL_HANDLE)
            m_destroy(m_device, m_handle, nullptr);
    }
    Owned& operator=(Owned&& other) noexcept
    {
        std::swap(m_device, other.m_device);
        std::swap(m_handle, other.m_handle);
        std::swap(m_destroy, other.m_destroy);
        return *this;
    }

    Handle get() const { return m_handle; }

private:
    VkDevice m_device = VK_NULL_HANDLE;
    Handle m_handle = VK_NULL_HANDLE;
    Destroy m_destroy = nullptr;
};

template <typename Handle, typename Info>
Owned<Handle> makeOwned(const vulkan::Device& device, const char* call,
                        VkResult(VKAPI_PTR* create)(VkDevice, const Info*, const VkAllocationCallbacks*, Handle*),
                        typename Owned<Handle>::Destroy destroy, const Info& info)
{
    Handle handle = VK_NULL_HANDLE;
    vulkan::createInto(handle, call, create, device.handle(), &info, nullptr);
    return {device.handle(), handle, destroy};
}

// PN_OWNED(device, functions, Object, info) calls vkCreateObject.
#define PN_OWNED(device, functions, object, info)                                                                      \
    makeOwned(device, "vkCreate" #object, (functions).vkCreate##object, (functions).vkDestroy##object, info)

struct ImageInfo
{
    VkFormat format;
    std::uint32_t width, height;
    std::uint32_t mips = 1;
    bool isCube = false;
    VkImageUsageFlags usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
};

// An image with its memory and a view of all of it.
class Image
{
public:
    Image(vulkan::Device& device, const GraphicsFunctions& graphics, const ImageInfo& info);

    VkImageView view() const { return m_view.get(); }

    // Fills it from a buffer that holds mip after mip, each face after face, and leaves it as a shader reads it.
    void recordUpload(VkCommandBuffer commands, VkBuffer from, std::uint32_t texelBytes) const;

private:
    std::uint32_t layers() const { return m_info.isCube ? 6 : 1; }

    vulkan::Device& m_device;
    ImageInfo m_info;
    Owned<VkDeviceMemory> m_memory; // before the image, which is then destroyed first
    Owned<VkImage> m_image;
    Owned<VkImageView> m_view;
};

// A buffer that shaders read as uniforms, and that the host fills once.
class UniformBuffer
{
public:
    UniformBuffer(vulkan::Device& device, std::span<const std::byte> bytes);

    VkBuffer handle() const { return m_buffer.get(); }

private:
    Owned<VkDeviceMemory> m_memory;
    Owned<VkBuffer> m_buffer;
};

// Throws Error(PN_ERROR_UNSUPPORTED_DEVICE) where the queue draws nothing or a function is missing.
GraphicsFunctions loadGraphicsFunctions(const vulkan::Instance& instance, const vulkan::Device& device);

} // namespace pn::bench

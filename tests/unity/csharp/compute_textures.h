#pragma once

#include "vulkan/device/device.h"
#include "vulkan/device/instance.h"
#include "vulkan/device/memory.h"

#include <vulkan/vulkan.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace pn::testing {

// The Vulkan functions that the library itself does not call.
struct TextureFunctions
{
    TextureFunctions(const vulkan::Instance& instance, const vulkan::Device& device);

    PFN_vkCreateImage vkCreateImage;
    PFN_vkDestroyImage vkDestroyImage;
    PFN_vkGetImageMemoryRequirements vkGetImageMemoryRequirements;
    PFN_vkBindImageMemory vkBindImageMemory;
    PFN_vkCreateSampler vkCreateSampler;
    PFN_vkDestroySampler vkDestroySampler;
};

// A cubemap of halves that kernels sample, or a texture of floats that they write.
class Texture
{
public:
    Texture(vulkan::Device& device, const TextureFunctions& more, std::uint32_t width, std::uint32_t height,
            bool isCube);
    ~Texture();
    Texture(const Texture&) = delete;
    Texture& operator=(const Texture&) = delete;

    VkImageView view() const { return m_view; }
    std::size_t sizeBytes() const { return std::size_t{m_width} * m_height * (m_isCube ? 6 * 8 : 16); }
    void upload(std::span<const std::byte> texels);
    std::vector<std::byte> download();

private:
    void allocate();
    void copy(vulkan::Buffer& buffer, bool isUpload, VkImageLayout before);

    vulkan::Device& m_device;
    const TextureFunctions& m_more;
    std::uint32_t m_width, m_height;
    bool m_isCube;
    VkImage m_image = VK_NULL_HANDLE;
    VkDeviceMemory m_memory = VK_NULL_HANDLE;
    VkImageView m_view = VK_NULL_HANDLE;
};

// What a kernel takes by each name.
struct NamedBinding
{
    std::uint32_t index;
    VkDescriptorType type;
};
std::map<std::string, NamedBinding> namedBindings(std::span<const std::uint32_t> words);

// A kernel that takes buffers and textures.
class TextureKernel
{
public:
    TextureKernel(vulkan::Device& device, const TextureFunctions& more, std::span<const std::uint32_t> words);
    ~TextureKernel();
    TextureKernel(const TextureKernel&) = delete;
    TextureKernel& operator=(const TextureKernel&) = delete;

    // False where the kernel has nothing of that name and kind.
    bool set(const std::string& name, const vulkan::Buffer& buffer);
    bool set(const std::string& name, const Texture& texture);
    void dispatch(std::span<const std::byte> parameters, const std::array<std::uint32_t, 3>& groups);

private:
    void createLayout();
    void createPipeline(std::span<const std::uint32_t> words);
    void createSet();
    void write(const NamedBinding& binding, const VkDescriptorBufferInfo* buffer, const VkDescriptorImageInfo* image);

    vulkan::Device& m_device;
    const TextureFunctions& m_more;
    std::map<std::string, NamedBinding> m_bindings;
    VkSampler m_sampler = VK_NULL_HANDLE;
    VkDescriptorSetLayout m_setLayout = VK_NULL_HANDLE;
    VkPipelineLayout m_layout = VK_NULL_HANDLE;
    VkPipeline m_pipeline = VK_NULL_HANDLE;
    VkDescriptorPool m_pool = VK_NULL_HANDLE;
    VkDescriptorSet m_set = VK_NULL_HANDLE;
};

} // namespace pn::testing

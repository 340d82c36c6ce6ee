#pragma once

#include "vulkan_host.h"

#include <cstddef>
#include <span>

namespace pn::testing {

// A buffer of the host's, mapped.
class HostBuffer
{
public:
    HostBuffer(VulkanHost& host, VkDeviceSize size);
    ~HostBuffer();
    HostBuffer(const HostBuffer&) = delete;
    HostBuffer& operator=(const HostBuffer&) = delete;

    VkBuffer handle() const { return m_handle; }
    std::byte* data() const { return m_data; }
    VkDeviceSize size() const { return m_size; }

private:
    VulkanHost& m_host;
    VkDeviceSize m_size;
    VkBuffer m_handle = VK_NULL_HANDLE;
    VkDeviceMemory m_memory = VK_NULL_HANDLE;
    std::byte* m_data = nullptr;
};

struct HostImageDesc
{
    std::uint32_t faceSize = 1;
    VkFormat format = VK_FORMAT_R16G16B16A16_SFLOAT;
    VkImageUsageFlags usage = VK_IMAGE_USAGE_SAMPLED_BIT; // TRANSFER_DST is added
    std::uint32_t mipCount = 1;
    std::uint32_t layerCount = 6;
    bool isCube = true;
};

// Where an image is before and after the host's own copies.
struct HostImageState
{
    VkImageLayout layout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
    VkPipelineStageFlags stage = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT;
    VkAccessFlags access = VK_ACCESS_SHADER_READ_BIT;
};

// A cubemap, or an array of faces, on the host's device.
class HostImage
{
public:
    HostImage(VulkanHost& host, const HostImageDesc& desc);
    ~HostImage();
    HostImage(const HostImage&) = delete;
    HostImage& operator=(const HostImage&) = delete;

    VkImage handle() const { return m_handle; }
    const HostImageDesc& desc() const { return m_desc; }

    // Ready to be sampled or, where its usage does not allow that, to be copied from.
    HostImageState restingState() const;

    // Six layers of one mip, tightly; what the subresource held before is lost. It ends up in that state.
    void upload(std::uint32_t mip, std::uint32_t firstLayer, std::span<const std::byte> texels,
                const HostImageState& after);
    void upload(std::uint32_t mip, std::uint32_t firstLayer, std::span<const std::byte> texels)
    {
        upload(mip, firstLayer, texels, restingState());
    }

    // The image must have been made with TRANSFER_SRC; it is left in the state it was in.
    std::vector<std::byte> download(std::uint32_t mip, std::uint32_t firstLayer, std::size_t bytes,
                                    const HostImageState& state);
    std::vector<std::byte> download(std::uint32_t mip, std::uint32_t firstLayer, std::size_t bytes)
    {
        return download(mip, firstLayer, bytes, restingState());
    }

    // The same subresource as the contract describes it.
    PnVulkanImage subresource(std::uint32_t mip, std::uint32_t firstLayer, const HostImageState& state) const;
    PnVulkanImage subresource(std::uint32_t mip, std::uint32_t firstLayer) const
    {
        return subresource(mip, firstLayer, restingState());
    }

private:
    VkBufferImageCopy region(std::uint32_t mip, std::uint32_t firstLayer) const;
    void transition(VkCommandBuffer commands, const VkBufferImageCopy& region, const HostImageState& before,
                    const HostImageState& after) const;

    VulkanHost& m_host;
    HostImageDesc m_desc;
    VkImage m_handle = VK_NULL_HANDLE;
    VkDeviceMemory m_memory = VK_NULL_HANDLE;
};

} // namespace pn::testing

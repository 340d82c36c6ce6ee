#pragma once

#include "vulkan/kernels.h"
#include "vulkan/memory.h"

#include <vector>

namespace pn::vulkan {

inline constexpr std::uint32_t kBindingCount = 4; // of set 0; a Vulkan device has at least as many storage buffers
inline constexpr std::uint32_t kPushConstantBytes = 128;

enum class FirstBinding
{
    Buffer,
    Image // one that is fetched from; the others are storage buffers
};

// A pipeline layout that kernels share: all but those that read images have the same.
class PipelineLayout
{
public:
    explicit PipelineLayout(Device& device, FirstBinding first = FirstBinding::Buffer);
    ~PipelineLayout();
    PipelineLayout(const PipelineLayout&) = delete;
    PipelineLayout& operator=(const PipelineLayout&) = delete;

    VkPipelineLayout handle() const { return m_handle; }
    VkDescriptorSetLayout setLayout() const { return m_setLayout; }
    FirstBinding first() const { return m_first; }

private:
    void destroy() noexcept;

    Device& m_device;
    FirstBinding m_first;
    VkDescriptorSetLayout m_setLayout = VK_NULL_HANDLE;
    VkPipelineLayout m_handle = VK_NULL_HANDLE;
};

// A kernel made ready to run on one device with its specialization constants fixed.
class ComputePipeline
{
public:
    // specialization[i] is the value of constant_id i.
    ComputePipeline(Device& device, const PipelineLayout& layout, const Kernel& kernel,
                    std::span<const std::uint32_t> specialization);
    ~ComputePipeline();
    ComputePipeline(const ComputePipeline&) = delete;
    ComputePipeline& operator=(const ComputePipeline&) = delete;

    VkPipeline handle() const { return m_handle; }

private:
    Device& m_device;
    VkPipeline m_handle = VK_NULL_HANDLE;
};

struct BufferRange
{
    VkBuffer buffer = VK_NULL_HANDLE; // null where a kernel does not use the binding
    VkDeviceSize offset = 0;
    VkDeviceSize size = 0;
};

// Descriptor sets made in one go and freed in one go.
class DescriptorSets
{
public:
    DescriptorSets(Device& device, const PipelineLayout& layout, std::uint32_t count);
    ~DescriptorSets();
    DescriptorSets(const DescriptorSets&) = delete;
    DescriptorSets& operator=(const DescriptorSets&) = delete;

    // buffers[i] goes to binding i. The set must not be in use by the device.
    VkDescriptorSet update(std::uint32_t index, std::span<const BufferRange> buffers);
    VkDescriptorSet updateImage(std::uint32_t index, VkImageView view, VkImageLayout layout); // of FirstBinding::Image
    VkDescriptorSet operator[](std::uint32_t index) const { return m_sets[index]; }

private:
    Device& m_device;
    VkDescriptorPool m_pool = VK_NULL_HANDLE;
    std::vector<VkDescriptorSet> m_sets;
};

} // namespace pn::vulkan

#pragma once

#include "vulkan/device/kernels.h"
#include "vulkan/device/memory.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <vector>

namespace pn::vulkan {

inline constexpr std::uint32_t kBindingCount = 4; // of set 0; every Vulkan device supports that many storage buffers
inline constexpr std::uint32_t kPushConstantBytes = 128;

// A pipeline layout that many kernels share: storage buffers, but for binding 0 where kernels read or write images.
class PipelineLayout
{
public:
    explicit PipelineLayout(Device& device, VkDescriptorType first = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER);
    ~PipelineLayout();
    PipelineLayout(const PipelineLayout&) = delete;
    PipelineLayout& operator=(const PipelineLayout&) = delete;

    VkPipelineLayout handle() const { return m_handle; }
    VkDescriptorSetLayout setLayout() const { return m_setLayout; }
    VkDescriptorType first() const { return m_first; }

private:
    void destroy() noexcept;

    Device& m_device;
    VkDescriptorType m_first;
    VkDescriptorSetLayout m_setLayout = VK_NULL_HANDLE;
    VkPipelineLayout m_handle = VK_NULL_HANDLE;
};

// The value of a specialization constant, by the id that a shared header gives it (kSpec...).
struct SpecConstant
{
    std::uint32_t id = 0;
    std::uint32_t value = 0;
};

// A compute pipeline: a kernel with its specialization constants fixed, on one device.
class ComputePipeline
{
public:
    ComputePipeline(Device& device, const PipelineLayout& layout, const Kernel& kernel,
                    std::span<const SpecConstant> constants);
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

inline BufferRange wholeRange(const Buffer& buffer)
{
    return {buffer.handle(), 0, VK_WHOLE_SIZE};
}

// Binds the pipeline and its descriptor set, and sets the push constants.
template <typename Params>
void bindKernel(const Device& device, VkCommandBuffer commands, const PipelineLayout& layout, VkPipeline pipeline,
                VkDescriptorSet set, const Params& params)
{
    const auto& fn = device.fn();
    fn.vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    fn.vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout.handle(), 0, 1, &set, 0, nullptr);
    fn.vkCmdPushConstants(commands, layout.handle(), VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(params), &params);
}

inline constexpr std::uint32_t kMaxGridSide = 32768; // Vulkan promises 65535; more workgroups fold into another side

// Dispatches at least so many workgroups, in layers along z. Those that fill up the grid must do nothing.
inline void dispatchGroups(const Device& device, VkCommandBuffer commands, std::uint32_t groups,
                           std::uint32_t layers = 1)
{
    const std::uint32_t x = std::min(groups, kMaxGridSide);
    device.fn().vkCmdDispatch(commands, x, (groups + x - 1) / x, layers);
}

// Buffers of a set by binding, as a shared header numbers them (kBinding...).
struct Binding
{
    std::uint32_t index = 0;
    BufferRange range;
};
using Bindings = std::array<BufferRange, kBindingCount>;
Bindings makeBindings(std::initializer_list<Binding> bindings);

// Descriptor sets of one pool; they are created and freed together.
class DescriptorSets
{
public:
    DescriptorSets(Device& device, const PipelineLayout& layout, std::uint32_t count);
    ~DescriptorSets();
    DescriptorSets(const DescriptorSets&) = delete;
    DescriptorSets& operator=(const DescriptorSets&) = delete;

    // buffers[i] goes to binding i; see makeBindings. The set must not be in use by the device.
    VkDescriptorSet update(std::uint32_t index, std::span<const BufferRange> buffers);
    VkDescriptorSet updateImage(std::uint32_t index, VkImageView view, VkImageLayout layout); // goes to binding 0
    VkDescriptorSet operator[](std::uint32_t index) const { return m_sets[index]; }

private:
    Device& m_device;
    VkDescriptorType m_first;
    VkDescriptorPool m_pool = VK_NULL_HANDLE;
    std::vector<VkDescriptorSet> m_sets;
};

} // namespace pn::vulkan

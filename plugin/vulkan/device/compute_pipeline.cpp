#include "vulkan/device/compute_pipeline.h"

#include <array>
#include <cstddef>

namespace pn::vulkan {

PipelineLayout::PipelineLayout(Device& device, VkDescriptorType first) : m_device(device), m_first(first)
{
    std::array<VkDescriptorSetLayoutBinding, kBindingCount> bindings{};
    for (std::uint32_t i = 0; i < kBindingCount; ++i)
        bindings[i] = {i, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr};
    bindings[0].descriptorType = first;
    auto setInfo = vkStruct<VkDescriptorSetLayoutCreateInfo>();
    setInfo.bindingCount = kBindingCount;
    setInfo.pBindings = bindings.data();

    const VkPushConstantRange range{VK_SHADER_STAGE_COMPUTE_BIT, 0, kPushConstantBytes};
    auto info = vkStruct<VkPipelineLayoutCreateInfo>();
    info.setLayoutCount = 1;
    info.pSetLayouts = &m_setLayout;
    info.pushConstantRangeCount = 1;
    info.pPushConstantRanges = &range;
    try
    {
        PN_VK_CREATE(m_setLayout, device.fn().vkCreateDescriptorSetLayout, device.handle(), &setInfo, nullptr);
        PN_VK_CREATE(m_handle, device.fn().vkCreatePipelineLayout, device.handle(), &info, nullptr);
    }
    catch (...)
    {
        destroy();
        throw;
    }
}

PipelineLayout::~PipelineLayout()
{
    destroy();
}

void PipelineLayout::destroy() noexcept
{
    if (m_device.isAbandoned())
        return;
    m_device.fn().vkDestroyPipelineLayout(m_device.handle(), m_handle, nullptr);
    m_device.fn().vkDestroyDescriptorSetLayout(m_device.handle(), m_setLayout, nullptr);
}

ComputePipeline::ComputePipeline(Device& device, const PipelineLayout& layout, const Kernel& kernel,
                                 std::span<const SpecConstant> constants)
    : m_device(device)
{
    std::vector<VkSpecializationMapEntry> entries;
    for (const SpecConstant& constant : constants)
        entries.push_back({constant.id,
                           std::uint32_t(entries.size() * sizeof(SpecConstant) + offsetof(SpecConstant, value)),
                           sizeof(constant.value)});
    const VkSpecializationInfo specialization{std::uint32_t(entries.size()), entries.data(), constants.size_bytes(),
                                              constants.data()};

    std::span<const std::uint32_t> words = kernel.words;
    std::vector<std::uint32_t> roundingWords;
    if (device.physical().roundsToNearest)
        words = roundingWords = withRoundingToNearest(kernel.words);
    auto moduleInfo = vkStruct<VkShaderModuleCreateInfo>();
    moduleInfo.codeSize = words.size_bytes();
    moduleInfo.pCode = words.data();
    VkShaderModule module = VK_NULL_HANDLE;
    PN_VK_CREATE(module, device.fn().vkCreateShaderModule, device.handle(), &moduleInfo, nullptr);

    auto info = vkStruct<VkComputePipelineCreateInfo>();
    info.layout = layout.handle();
    info.stage = vkStruct<VkPipelineShaderStageCreateInfo>();
    info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
    info.stage.module = module;
    info.stage.pName = "main";
    info.stage.pSpecializationInfo = &specialization;
    const VkResult result =
        device.fn().vkCreateComputePipelines(device.handle(), device.pipelineCache(), 1, &info, nullptr, &m_handle);
    device.fn().vkDestroyShaderModule(device.handle(), module, nullptr);
    check(result, "vkCreateComputePipelines(");
}

ComputePipeline::~ComputePipeline()
{
    if (!m_device.isAbandoned())
        m_device.fn().vkDestroyPipeline(m_device.handle(), m_handle, nullptr);
}

Bindings makeBindings(std::initializer_list<Binding> bindings)
{
    Bindings ranges{};
    for (const Binding& binding : bindings)
        ranges[binding.index] = binding.range;
    return ranges;
}

DescriptorSets::DescriptorSets(Device& device, const PipelineLayout& layout, std::uint32_t count)
    : m_device(device), m_first(layout.first()), m_sets(count)
{
    const std::array<VkDescriptorPoolSize, 2> sizes{
        {{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, count * kBindingCount}, {m_first, count}}};
    auto poolInfo = vkStruct<VkDescriptorPoolCreateInfo>();
    poolInfo.maxSets = count;
    poolInfo.poolSizeCount = m_first != VK_DESCRIPTOR_TYPE_STORAGE_BUFFER ? 2 : 1;
    poolInfo.pPoolSizes = sizes.data();
    const std::vector<VkDescriptorSetLayout> layouts(count, layout.setLayout());
    PN_VK_CREATE(m_pool, device.fn().vkCreateDescriptorPool, device.handle(), &poolInfo, nullptr);

    auto info = vkStruct<VkDescriptorSetAllocateInfo>();
    info.descriptorPool = m_pool;
    info.descriptorSetCount = count;
    info.pSetLayouts = layouts.data();
    const VkResult result = device.fn().vkAllocateDescriptorSets(device.handle(), &info, m_sets.data());
    if (result < 0)
        device.fn().vkDestroyDescriptorPool(device.handle(), m_pool, nullptr);
    check(result, "vkAllocateDescriptorSets(");
}

DescriptorSets::~DescriptorSets()
{
    if (!m_device.isAbandoned())
        m_device.fn().vkDestroyDescriptorPool(m_device.handle(), m_pool, nullptr);
}

VkDescriptorSet DescriptorSets::update(std::uint32_t index, std::span<const BufferRange> buffers)
{
    std::array<VkDescriptorBufferInfo, kBindingCount> infos{};
    std::array<VkWriteDescriptorSet, kBindingCount> writes{}; // an array, not a vector: recording must not throw
    std::uint32_t count = 0;
    for (std::uint32_t i = 0; i < buffers.size(); ++i)
    {
        // A binding that the kernel does not use may still hold a buffer that is gone, and lavapipe looks at it.
        if (buffers[i].buffer == VK_NULL_HANDLE && count > 0)
            infos[i] = infos[i - 1];
        else if (buffers[i].buffer == VK_NULL_HANDLE)
            continue;
        else
            infos[i] = {buffers[i].buffer, buffers[i].offset, buffers[i].size};
        VkWriteDescriptorSet& write = writes[count++];
        write = vkStruct<VkWriteDescriptorSet>();
        write.dstSet = m_sets[index];
        write.dstBinding = i;
        write.descriptorCount = 1;
        write.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
        write.pBufferInfo = &infos[i];
    }
    m_device.fn().vkUpdateDescriptorSets(m_device.handle(), count, writes.data(), 0, nullptr);
    return m_sets[index];
}

VkDescriptorSet DescriptorSets::updateImage(std::uint32_t index, VkImageView view, VkImageLayout layout)
{
    const VkDescriptorImageInfo info{VK_NULL_HANDLE, view, layout};
    auto write = vkStruct<VkWriteDescriptorSet>();
    write.dstSet = m_sets[index];
    write.descriptorCount = 1;
    write.descriptorType = m_first;
    write.pImageInfo = &info;
    m_device.fn().vkUpdateDescriptorSets(m_device.handle(), 1, &write, 0, nullptr);
    return m_sets[index];
}

} // namespace pn::vulkan

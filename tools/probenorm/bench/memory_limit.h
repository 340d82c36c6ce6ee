#pragma once

#include "vulkan/device/compute_pipeline.h"

#include <memory>
#include <vector>

namespace pn::bench {

// The fastest plain read, or copy, by a kernel: what no kernel that reads, or reads and writes, as much can beat.
class MemoryLimit
{
public:
    enum class Pass
    {
        Read,
        Copy
    };

    MemoryLimit(vulkan::Device& device, const vulkan::PipelineLayout& layout, Pass pass);

    // Sets what is read, and for a copy where it goes, by as many bindings as needed. Sizes are multiples of 64 bytes.
    void bind(const vulkan::BufferRange& from, VkBuffer to = VK_NULL_HANDLE);

    void record(VkCommandBuffer commands) const;

private:
    struct Part
    {
        VkDescriptorSet set;
        std::uint32_t vectors; // of 16 bytes
    };

    VkDeviceSize bindingBytes() const;

    vulkan::Device& m_device;
    const vulkan::PipelineLayout& m_layout;
    Pass m_pass;
    std::uint32_t m_groupSize;
    vulkan::ComputePipeline m_pipeline;
    vulkan::Buffer m_readResult;
    std::unique_ptr<vulkan::DescriptorSets> m_sets;
    std::vector<Part> m_parts;
};

} // namespace pn::bench

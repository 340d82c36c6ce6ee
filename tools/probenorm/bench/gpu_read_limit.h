#pragma once

#include "vulkan/compute_pipeline.h"

#include <memory>
#include <utility>
#include <vector>

namespace pn::bench {

// The fastest plain read: what no kernel that reads as much can beat.
class GpuReadLimit
{
public:
    GpuReadLimit(vulkan::Device& device, const vulkan::PipelineLayout& layout);

    // What is read from now on, in as many bindings as it takes; whole units of 64 bytes of it.
    void bind(VkBuffer buffer, VkDeviceSize offset, VkDeviceSize bytes);

    void record(VkCommandBuffer commands) const;

private:
    vulkan::Device& m_device;
    const vulkan::PipelineLayout& m_layout;
    vulkan::ComputePipeline m_pipeline;
    vulkan::Buffer m_output;
    std::unique_ptr<vulkan::DescriptorSets> m_sets;
    std::vector<std::pair<VkDescriptorSet, std::uint32_t>> m_parts; // with their vectors of 16 bytes
};

} // namespace pn::bench

#pragma once

#include "vulkan/compute_pipeline.h"

#include <memory>
#include <utility>
#include <vector>

namespace pn::bench {

// The fastest plain copy by a kernel: what no kernel that reads and writes as much can beat.
class CopyLimit
{
public:
    CopyLimit(vulkan::Device& device, const vulkan::PipelineLayout& layout);

    // What is copied from now on, in as many bindings as it takes; whole units of 64 bytes of it.
    void bind(VkBuffer from, VkBuffer to, VkDeviceSize bytes);

    void record(VkCommandBuffer commands) const;

private:
    vulkan::Device& m_device;
    const vulkan::PipelineLayout& m_layout;
    std::uint32_t m_groupSize;
    vulkan::ComputePipeline m_pipeline;
    std::unique_ptr<vulkan::DescriptorSets> m_sets;
    std::vector<std::pair<VkDescriptorSet, std::uint32_t>> m_parts; // with their vectors of 16 bytes
};

} // namespace pn::bench

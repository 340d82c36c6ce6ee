#pragma once

#include "lab/algorithms/device.h"

#include "vulkan/device/commands.h"

#include <cstdint>
#include <vector>

namespace pn::lab {

// One rung made ready for one operator: its pipeline, the buffers between its passes, and the recording of both.
class Reduction
{
public:
    // The device must support the rung. maxCount: the most elements that are reduced.
    Reduction(LabDevice& lab, const Rung& rung, Operator op, std::uint32_t groupSize, std::uint32_t maxCount);

    // What is reduced from now on: at least one element, not in use by the device.
    void bind(const vulkan::BufferRange& elements);

    // Once before the first recordReduce.
    void recordClear(VkCommandBuffer commands);

    // Elements written by earlier commands must be visible to kernels.
    void recordReduce(VkCommandBuffer commands, std::uint32_t count);

    // The result of the last recordReduce: bits, those of a single word the lower ones.
    void recordReadback(VkCommandBuffer commands);
    std::uint64_t result();

    std::uint32_t passCount(std::uint32_t count) const;

private:
    void recordPass(VkCommandBuffer commands, std::size_t index, const Pass& pass);
    const vulkan::Buffer& partials(std::size_t pass) const { return pass % 2 == 0 ? m_even : m_odd; }

    vulkan::Device& m_device;
    VkPipelineLayout m_layout;
    Rung m_rung;
    std::uint64_t m_valueBytes;
    std::uint32_t m_groupSize;
    vulkan::ComputePipeline m_pipeline;
    vulkan::Buffer m_even, m_odd, m_tickets, m_readback; // partials of passes 0, 2, ... and 1, 3, ...
    vulkan::DescriptorSets m_sets;
    std::vector<VkDescriptorSet> m_bound; // elements to even, even to odd, odd to even
    std::size_t m_lastPass = 0;
};

} // namespace pn::lab

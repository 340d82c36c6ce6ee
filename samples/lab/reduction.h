// The ladder: every kernel that sums floats on a device, from the naive one to the memory limit.
#pragma once

#include "lab/shaders/lab_reduce.h"

#include "vulkan/device/compute_pipeline.h"
#include "vulkan/device/device.h"
#include "vulkan/device/memory.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pn::lab {

// One step of the ladder.
struct Rung
{
    std::string_view name;      // its kernel's, too
    std::uint32_t laneElements; // that one lane takes; 0: any, for a fixed number of groups strides over the vector
    bool usesSubgroups = false;
    bool isOneDispatch = false; // the group that ends last adds all partials; others run again on their partials
};

std::span<const Rung> allRungs(); // rung 1 is the first

std::uint32_t maxGroupSize(const vulkan::Device& device);

// Why this device cannot run a rung; "" when it can.
std::string whyUnsupported(const vulkan::Device& device, const Rung& rung);

// One dispatch each, of which each group leaves one partial. groupSize is a power of two, 32 to 1024.
std::vector<shared::LabReduceParams> planPasses(const Rung& rung, std::uint32_t groupSize, std::uint32_t count);

// A rung made ready for a device and a number of elements.
class Reduction
{
public:
    // The device must be able to run the rung with groups of this size.
    Reduction(vulkan::Device& device, const vulkan::PipelineLayout& layout, const Rung& rung, std::uint32_t groupSize,
              std::uint32_t count);

    std::uint32_t passCount() const { return std::uint32_t(m_passes.size()); }

    // What is summed from now on. No submission may be pending.
    void bind(const vulkan::BufferRange& elements);

    // What earlier commands wrote must be visible to kernels.
    void record(VkCommandBuffer commands);

    // After record(): takes the sum to the host, where result() has it once the commands are done.
    void recordResult(VkCommandBuffer commands);
    float result();

private:
    vulkan::Device& m_device;
    const vulkan::PipelineLayout& m_layout;
    std::vector<shared::LabReduceParams> m_passes;
    vulkan::ComputePipeline m_pipeline;
    std::array<vulkan::Buffer, 2> m_partials; // of passes in turn; the result is in the first one
    vulkan::Buffer m_tickets, m_result;
    vulkan::DescriptorSets m_sets; // one per pass
    bool m_isFirst = true;         // nothing is recorded yet: tickets hold anything
};

} // namespace pn::lab

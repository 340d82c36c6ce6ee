#include "lab/reduction.h"

#include "vulkan/device/commands.h"
#include "vulkan/device/kernels.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace pn::lab {
namespace {

using namespace pn::vulkan;

#include "lab_kernel_table.inc" // kKernels; the build makes it from CMakeLists.txt

constexpr Rung kRungs[] = {
    {"interleaved", 1},   {"sequential", 1},         {"first_add", 2},
    {"multiple_adds", 0}, {"subgroup_add", 0, true}, {"vectorized", 0, true, true},
};

// As many lanes as the largest GPU tried runs at once: each more is a partial more, and a group's share of the tail.
// Over a gigabyte that no longer shows, and groups that take turns hide each other's ends. On smaller devices some
// wait, which costs next to nothing.
constexpr std::uint32_t kStridingLanes = 132 * 2048;
constexpr std::uint32_t kManyElements = 1u << 28, kManyElementsLanes = 8 * kStridingLanes;
constexpr std::uint32_t kLeastStridedElements = 16; // of a lane, before another group is worth its partial

// Elements over elements of a group, a power of two, rounded up.
std::uint32_t groupsOf(std::uint32_t count, std::uint32_t groupElements)
{
    const int shift = std::bit_width(groupElements) - 1;
    return count == 0 ? 1 : ((count - 1) >> shift) + 1;
}

const Kernel& kernelOf(const Rung& rung)
{
    return *std::find_if(std::begin(kKernels), std::end(kKernels),
                         [&rung](const Kernel& kernel) { return kernel.name == rung.name; });
}

// Room for the partials of pass i and of those that take turns with it.
VkDeviceSize partialBytes(const std::vector<shared::LabReduceParams>& passes, std::size_t i)
{
    return sizeof(float) * std::max(64u, i < passes.size() ? passes[i].groupCount : 0);
}

} // namespace

std::span<const Rung> allRungs()
{
    return kRungs;
}

std::uint32_t maxGroupSize(const Device& device)
{
    return std::min(device.limits().maxComputeWorkGroupInvocations, device.limits().maxComputeWorkGroupSize[0]);
}

std::string whyUnsupported(const Device& device, const Rung& rung)
{
    const VkPhysicalDeviceSubgroupProperties& subgroup = device.physical().subgroup;
    const bool canAdd = (subgroup.supportedStages & VK_SHADER_STAGE_COMPUTE_BIT) != 0 &&
                        (subgroup.supportedOperations & VK_SUBGROUP_FEATURE_ARITHMETIC_BIT) != 0 &&
                        subgroup.subgroupSize > 1;
    return rung.usesSubgroups && !canAdd ? "the device has no subgroup arithmetic in compute shaders" : "";
}

std::vector<shared::LabReduceParams> planPasses(const Rung& rung, std::uint32_t groupSize, std::uint32_t count)
{
    const bool strides = rung.laneElements == 0;
    const std::uint32_t groupElements = groupSize * (strides ? kLeastStridedElements : rung.laneElements);
    std::vector<shared::LabReduceParams> passes;
    do
    {
        const std::uint32_t groups = groupsOf(count, groupElements);
        const std::uint32_t lanes = count < kManyElements ? kStridingLanes : kManyElementsLanes;
        passes.push_back({count, strides ? std::min(groups, lanes / groupSize) : groups});
        count = passes.back().groupCount;
    } while (count > 1 && !rung.isOneDispatch);
    return passes;
}

Reduction::Reduction(Device& device, const PipelineLayout& layout, const Rung& rung, std::uint32_t groupSize,
                     std::uint32_t count)
    : m_device(device), m_layout(layout), m_passes(planPasses(rung, groupSize, count)),
      m_pipeline(device, layout, kernelOf(rung), std::array{SpecConstant{shared::kLabSpecGroupSize, groupSize}}),
      m_partials{Buffer(device, partialBytes(m_passes, 1 - m_passes.size() % 2), MemoryKind::Device),
                 Buffer(device, partialBytes(m_passes, m_passes.size() % 2), MemoryKind::Device)},
      m_tickets(device, 64, MemoryKind::Device), m_result(device, sizeof(float), MemoryKind::Readback),
      m_sets(device, layout, passCount())
{
}

void Reduction::bind(const BufferRange& elements)
{
    for (std::uint32_t i = 0; i < passCount(); ++i)
    {
        const std::uint32_t to = (passCount() - 1 - i) % 2; // in turn, so that the last one goes to the first
        const BufferRange from = i == 0 ? elements : wholeRange(m_partials[1 - to]);
        m_sets.update(i, makeBindings({{shared::kLabBindingElements, from},
                                       {shared::kLabBindingPartials, wholeRange(m_partials[to])},
                                       {shared::kLabBindingTickets, wholeRange(m_tickets)}}));
    }
}

void Reduction::record(VkCommandBuffer commands)
{
    if (m_isFirst)
    {
        m_device.fn().vkCmdFillBuffer(commands, m_tickets.handle(), 0, VK_WHOLE_SIZE, 0);
        barrier(m_device, commands, kTransferWrite, kKernelReadWrite);
        m_isFirst = false;
    }
    for (std::uint32_t i = 0; i < passCount(); ++i)
    {
        if (i > 0)
            barrier(m_device, commands, kKernelReadWrite, kKernelReadWrite);
        bindKernel(m_device, commands, m_layout, m_pipeline.handle(), m_sets[i], m_passes[i]);
        dispatchGroups(m_device, commands, m_passes[i].groupCount);
    }
}

void Reduction::recordResult(VkCommandBuffer commands)
{
    barrier(m_device, commands, kKernelReadWrite, kTransferRead);
    const VkBufferCopy copy{0, 0, sizeof(float)};
    m_device.fn().vkCmdCopyBuffer(commands, m_partials[0].handle(), m_result.handle(), 1, &copy);
    barrier(m_device, commands, kTransferWrite, kHostRead);
}

float Reduction::result()
{
    m_result.invalidate();
    float sum = 0.0f;
    std::memcpy(&sum, m_result.mapped(), sizeof(sum));
    return sum;
}

} // namespace pn::lab

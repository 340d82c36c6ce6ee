#include "bench/gpu_read_limit.h"

#include <algorithm>
#include <array>

namespace pn::bench {
namespace {

using namespace pn::vulkan;

constexpr std::uint32_t kReadWords[] = {
#include "bench_read.spv.inc"
};

constexpr std::uint32_t kUnit = 64;     // bytes that one round of a lane reads
constexpr std::uint32_t kGroups = 2112; // of this size read fastest on the devices tried: more than run at once
constexpr std::uint32_t kGroupSize = 512;

} // namespace

GpuReadLimit::GpuReadLimit(Device& device, const PipelineLayout& layout)
    : m_device(device), m_layout(layout),
      m_pipeline(device, layout, Kernel{"bench_read", kReadWords, kReadWords},
                 std::array{std::min(kGroupSize, device.limits().maxComputeWorkGroupInvocations)}),
      m_output(device, 256, MemoryKind::Device)
{
}

void GpuReadLimit::bind(VkBuffer buffer, VkDeviceSize offset, VkDeviceSize bytes)
{
    const VkDeviceSize range = m_device.limits().maxStorageBufferRange / kUnit * kUnit;
    const auto parts = std::uint32_t((bytes + range - 1) / range);
    m_parts.clear();
    m_sets = std::make_unique<DescriptorSets>(m_device, m_layout, parts);
    for (std::uint32_t i = 0; i < parts; ++i)
    {
        const VkDeviceSize size = std::min(range, bytes - i * range);
        const std::array<BufferRange, 3> buffers{BufferRange{buffer, offset + i * range, size}, BufferRange{},
                                                 BufferRange{m_output.handle(), 0, VK_WHOLE_SIZE}};
        m_parts.emplace_back(m_sets->update(i, buffers), std::uint32_t(size / kUnit * (kUnit / 16)));
    }
}

void GpuReadLimit::record(VkCommandBuffer commands) const
{
    const auto& fn = m_device.fn();
    fn.vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, m_pipeline.handle());
    for (const auto& [set, vectors] : m_parts)
    {
        fn.vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, m_layout.handle(), 0, 1, &set, 0, nullptr);
        fn.vkCmdPushConstants(commands, m_layout.handle(), VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(vectors), &vectors);
        fn.vkCmdDispatch(commands, kGroups, 1, 1);
    }
}

} // namespace pn::bench

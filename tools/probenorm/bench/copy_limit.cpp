#include "bench/copy_limit.h"

#include <algorithm>
#include <array>

namespace pn::bench {
namespace {

using namespace pn::vulkan;

constexpr std::uint32_t kCopyWords[] = {
#include "bench_copy.spv.inc"
};

constexpr std::uint32_t kUnit = 64; // bytes that one lane copies
constexpr std::uint32_t kMaxGroups = 65535;

} // namespace

CopyLimit::CopyLimit(Device& device, const PipelineLayout& layout)
    : m_device(device), m_layout(layout), m_groupSize(std::min(256u, device.limits().maxComputeWorkGroupInvocations)),
      m_pipeline(device, layout, Kernel{"bench_copy", kCopyWords, kCopyWords}, std::array{m_groupSize})
{
}

void CopyLimit::bind(VkBuffer from, VkBuffer to, VkDeviceSize bytes)
{
    const VkDeviceSize most =
        std::min<VkDeviceSize>(m_device.limits().maxStorageBufferRange, VkDeviceSize{kMaxGroups} * m_groupSize * kUnit);
    const VkDeviceSize range = most / 4096 * 4096; // a binding's offset must be aligned
    const auto parts = std::uint32_t((bytes + range - 1) / range);
    m_parts.clear();
    m_sets = std::make_unique<DescriptorSets>(m_device, m_layout, parts);
    for (std::uint32_t i = 0; i < parts; ++i)
    {
        const VkDeviceSize size = std::min(range, bytes - i * range);
        const std::array<BufferRange, 3> buffers{BufferRange{from, i * range, size}, BufferRange{},
                                                 BufferRange{to, i * range, size}};
        m_parts.emplace_back(m_sets->update(i, buffers), std::uint32_t(size / kUnit * (kUnit / 16)));
    }
}

void CopyLimit::record(VkCommandBuffer commands) const
{
    const auto& fn = m_device.fn();
    fn.vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, m_pipeline.handle());
    for (const auto& [set, vectors] : m_parts)
    {
        fn.vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, m_layout.handle(), 0, 1, &set, 0, nullptr);
        fn.vkCmdPushConstants(commands, m_layout.handle(), VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(vectors), &vectors);
        fn.vkCmdDispatch(commands, (vectors / 4 + m_groupSize - 1) / m_groupSize, 1, 1);
    }
}

} // namespace pn::bench

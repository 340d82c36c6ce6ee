#include "bench/memory_limit.h"

#include <algorithm>
#include <array>

namespace pn::bench {
namespace {

using namespace pn::vulkan;

constexpr std::uint32_t kReadWords[] = {
#include "bench_read.spv.inc"
};

constexpr std::uint32_t kCopyWords[] = {
#include "bench_copy.spv.inc"
};

constexpr std::uint32_t kUnit = 64;        // bytes that a lane reads in a round, or copies
constexpr std::uint32_t kAlignment = 4096; // of a binding's offset; no device asks for more
constexpr std::uint32_t kReadGroups =
    2112; // of kReadGroupSize read fastest on the devices tried: more than run at once
constexpr std::uint32_t kReadGroupSize = 512;
constexpr std::uint32_t kCopyGroupSize = 256;
constexpr std::uint32_t kMaxGroups = 65535;

Kernel kernelOf(MemoryLimit::Pass pass)
{
    return pass == MemoryLimit::Pass::Read ? Kernel{"bench_read", kReadWords} : Kernel{"bench_copy", kCopyWords};
}

} // namespace

MemoryLimit::MemoryLimit(Device& device, const PipelineLayout& layout, Pass pass)
    : m_device(device), m_layout(layout), m_pass(pass),
      m_groupSize(std::min(pass == Pass::Read ? kReadGroupSize : kCopyGroupSize,
                           device.limits().maxComputeWorkGroupInvocations)),
      m_pipeline(device, layout, kernelOf(pass), std::array{SpecConstant{0, m_groupSize}}),
      m_readResult(device, 256, MemoryKind::Device)
{
}

VkDeviceSize MemoryLimit::bindingBytes() const
{
    VkDeviceSize most = m_device.limits().maxStorageBufferRange;
    if (m_pass == Pass::Copy)
        most = std::min<VkDeviceSize>(most, VkDeviceSize{kMaxGroups} * m_groupSize * kUnit);
    return most / kAlignment * kAlignment;
}

void MemoryLimit::bind(const BufferRange& from, VkBuffer to)
{
    const VkDeviceSize range = bindingBytes();
    const auto parts = std::uint32_t((from.size + range - 1) / range);
    m_parts.clear();
    m_sets = std::make_unique<DescriptorSets>(m_device, m_layout, parts);
    for (std::uint32_t i = 0; i < parts; ++i)
    {
        const VkDeviceSize begin = i * range, size = std::min(range, from.size - begin);
        const BufferRange target =
            m_pass == Pass::Copy ? BufferRange{to, begin, size} : BufferRange{m_readResult.handle(), 0, VK_WHOLE_SIZE};
        const std::array<BufferRange, 3> buffers{BufferRange{from.buffer, from.offset + begin, size}, BufferRange{},
                                                 target};
        m_parts.push_back({m_sets->update(i, buffers), std::uint32_t(size / kUnit * (kUnit / 16))});
    }
}

void MemoryLimit::record(VkCommandBuffer commands) const
{
    const auto& fn = m_device.fn();
    fn.vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, m_pipeline.handle());
    for (const auto& [set, vectors] : m_parts)
    {
        const std::uint32_t lanes = vectors / (kUnit / 16);
        const std::uint32_t groups = m_pass == Pass::Copy ? (lanes + m_groupSize - 1) / m_groupSize : kReadGroups;
        fn.vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, m_layout.handle(), 0, 1, &set, 0, nullptr);
        fn.vkCmdPushConstants(commands, m_layout.handle(), VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(vectors), &vectors);
        fn.vkCmdDispatch(commands, groups, 1, 1);
    }
}

} // namespace pn::bench

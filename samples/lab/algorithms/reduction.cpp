#include "lab/algorithms/reduction.h"

#include <array>
#include <cstring>

namespace pn::lab {
namespace {

using namespace pn::vulkan;

constexpr std::uint32_t kMaxGridSide = 65535; // what every device has

std::array<SpecConstant, 2> constants(Operator op, std::uint32_t groupSize)
{
    return {SpecConstant{shared::kLabSpecGroupSize, groupSize},
            SpecConstant{shared::kLabSpecOperator, std::uint32_t(op)}};
}

// Values of a pass over so many elements, whose next pass loads up to four at a time.
std::uint32_t partialsOf(const Rung& rung, std::uint32_t count, std::uint32_t groupSize, std::size_t pass)
{
    const std::vector<Pass> passes = planPasses(rung, count, groupSize);
    return pass < passes.size() ? (passes[pass].groupCount + 3) / 4 * 4 : 4;
}

BufferRange whole(const Buffer& buffer)
{
    return {buffer.handle(), 0, VK_WHOLE_SIZE};
}

} // namespace

Reduction::Reduction(LabDevice& lab, const Rung& rung, Operator op, std::uint32_t groupSize, std::uint32_t maxCount)
    : m_device(lab.device()), m_layout(lab.layout().handle()), m_rung(rung), m_valueBytes(4ull * wordsOf(op)),
      m_groupSize(groupSize), m_pipeline(m_device, lab.layout(), lab.kernel(rung, op), constants(op, groupSize)),
      m_even(m_device, m_valueBytes * partialsOf(rung, maxCount, groupSize, 0), MemoryKind::Device),
      m_odd(m_device, m_valueBytes * partialsOf(rung, maxCount, groupSize, 1), MemoryKind::Device),
      m_tickets(m_device, 4, MemoryKind::Device), m_readback(m_device, m_valueBytes, MemoryKind::Readback),
      m_sets(m_device, lab.layout(), 3)
{
    const std::array<BufferRange, 3> first{whole(m_even), whole(m_even), whole(m_tickets)};
    const std::array<BufferRange, 3> evenToOdd{whole(m_even), whole(m_odd), whole(m_tickets)};
    const std::array<BufferRange, 3> oddToEven{whole(m_odd), whole(m_even), whole(m_tickets)};
    m_bound = {m_sets.update(0, first), m_sets.update(1, evenToOdd), m_sets.update(2, oddToEven)};
}

void Reduction::bind(const BufferRange& elements)
{
    m_sets.update(0, std::span(&elements, 1));
}

void Reduction::recordClear(VkCommandBuffer commands)
{
    m_device.fn().vkCmdFillBuffer(commands, m_tickets.handle(), 0, VK_WHOLE_SIZE, 0);
    barrier(m_device, commands, kTransferWrite, kKernelReadWrite);
}

void Reduction::recordReduce(VkCommandBuffer commands, std::uint32_t count)
{
    if (m_rung.ending == Ending::Atomic)
    {
        barrier(m_device, commands, kKernelReadWrite, kTransferWrite);
        m_device.fn().vkCmdFillBuffer(commands, m_even.handle(), 0, VK_WHOLE_SIZE, 0);
        barrier(m_device, commands, kTransferWrite, kKernelReadWrite);
    }
    m_device.fn().vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, m_pipeline.handle());
    const std::vector<Pass> passes = planPasses(m_rung, count, m_groupSize);
    for (std::size_t i = 0; i < passes.size(); ++i)
    {
        if (i > 0)
            barrier(m_device, commands, kKernelReadWrite, kKernelReadWrite);
        recordPass(commands, i, passes[i]);
    }
    m_lastPass = passes.size() - 1;
}

void Reduction::recordPass(VkCommandBuffer commands, std::size_t index, const Pass& pass)
{
    const auto& fn = m_device.fn();
    const VkDescriptorSet set = m_bound[index == 0 ? 0 : index % 2 == 1 ? 1 : 2];
    const shared::LabReduceParams params{pass.count, pass.groupCount};
    fn.vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, m_layout, 0, 1, &set, 0, nullptr);
    fn.vkCmdPushConstants(commands, m_layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(params), &params);
    const std::uint32_t x = std::min(pass.groupCount, kMaxGridSide);
    fn.vkCmdDispatch(commands, x, (pass.groupCount + x - 1) / x, 1);
}

void Reduction::recordReadback(VkCommandBuffer commands)
{
    barrier(m_device, commands, kKernelReadWrite, kTransferRead);
    const VkBufferCopy copy{0, 0, m_valueBytes};
    m_device.fn().vkCmdCopyBuffer(commands, partials(m_lastPass).handle(), m_readback.handle(), 1, &copy);
    barrier(m_device, commands, kTransferWrite, kHostRead);
}

std::uint64_t Reduction::result()
{
    m_readback.invalidate();
    std::uint64_t value = 0;
    std::memcpy(&value, m_readback.mapped(), m_valueBytes);
    return value;
}

std::uint32_t Reduction::passCount(std::uint32_t count) const
{
    return std::uint32_t(planPasses(m_rung, count, m_groupSize).size());
}

} // namespace pn::lab

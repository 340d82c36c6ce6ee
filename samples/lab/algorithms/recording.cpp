#include "lab/algorithms/recording.h"

#include <algorithm>

namespace pn::lab {

using namespace pn::vulkan;

std::uint32_t Recording::dispatchCount() const
{
    return std::uint32_t(std::count_if(commands.begin(), commands.end(),
                                       [](const auto& c) { return std::holds_alternative<Dispatch>(c); }));
}

RecordingRunner::RecordingRunner(LabDevice& lab, Recording recording)
    : m_lab(lab), m_device(lab.device()), m_recording(std::move(recording)), m_ranges(kExternalCount),
      m_sets(m_device, lab.layout(), std::max(1u, std::uint32_t(m_recording.commands.size())))
{
    for (const std::uint64_t bytes : m_recording.scratchBytes)
    {
        m_scratch.push_back(std::make_unique<Buffer>(m_device, bytes, MemoryKind::Device));
        m_ranges.push_back({m_scratch.back()->handle(), 0, VK_WHOLE_SIZE});
    }
    for (const auto& command : m_recording.commands)
    {
        const auto* dispatch = std::get_if<Dispatch>(&command);
        m_pipelines.push_back(dispatch == nullptr ? VK_NULL_HANDLE
                                                  : lab.pipeline(dispatch->kernel, dispatch->constants).handle());
    }
    for (std::size_t i = 0; i < m_recording.commands.size(); ++i)
        updateSet(i);
}

void RecordingRunner::bind(BufferNumber external, const BufferRange& range)
{
    m_ranges[external] = range;
    for (std::size_t i = 0; i < m_recording.commands.size(); ++i)
        updateSet(i);
}

void RecordingRunner::updateSet(std::size_t command)
{
    const auto* dispatch = std::get_if<Dispatch>(&m_recording.commands[command]);
    if (dispatch == nullptr)
        return;
    std::array<BufferRange, 4> ranges{}; // those without a buffer are left out
    for (std::size_t i = 0; i < ranges.size(); ++i)
        if (dispatch->buffers[i] != kNoBuffer)
            ranges[i] = m_ranges[dispatch->buffers[i]];
    m_sets.update(std::uint32_t(command), ranges);
}

void RecordingRunner::record(VkCommandBuffer commands) const
{
    for (std::size_t i = 0; i < m_recording.commands.size(); ++i)
    {
        const auto* fill = std::get_if<Fill>(&m_recording.commands[i]);
        if (i > 0)
            barrier(m_device, commands, kKernelReadWrite, fill != nullptr ? kTransferWrite : kKernelReadWrite);
        if (fill != nullptr)
            recordFill(commands, *fill);
        else
            recordDispatch(commands, std::get<Dispatch>(m_recording.commands[i]), i);
    }
}

void RecordingRunner::recordFill(VkCommandBuffer commands, const Fill& fill) const
{
    const BufferRange& range = m_ranges[fill.buffer];
    const VkDeviceSize size = fill.bytes != 0 ? fill.bytes : range.size;
    m_device.fn().vkCmdFillBuffer(commands, range.buffer, range.offset, size, fill.value);
    barrier(m_device, commands, kTransferWrite, kKernelReadWrite);
}

void RecordingRunner::recordDispatch(VkCommandBuffer commands, const Dispatch& dispatch, std::size_t index) const
{
    const auto& fn = m_device.fn();
    const VkDescriptorSet set = m_sets[std::uint32_t(index)];
    fn.vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, m_pipelines[index]);
    fn.vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, m_lab.layout().handle(), 0, 1, &set, 0,
                               nullptr);
    fn.vkCmdPushConstants(commands, m_lab.layout().handle(), VK_SHADER_STAGE_COMPUTE_BIT, 0,
                          std::uint32_t(4 * dispatch.params.size()), dispatch.params.data());
    dispatchGroups(m_device, commands, dispatch.groupCount);
}

} // namespace pn::lab

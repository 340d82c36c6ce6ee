#include "vulkan/job/host_rows.h"

#include "vulkan/job/texel_copies.h"

namespace pn::vulkan {

void HostSource::write(const Step& step, std::span<const ProbeTask> probes, WorkerTeam& team)
{
    const TexelCopies copies(step, probes);
    std::byte* const to = m_buffers.upload().mapped();
    team.run(
        copies.tasks().size(),
        [&](std::uint32_t, std::size_t i) { copies.run(copies.tasks()[i], to + copies.tasks()[i].begin); }, {},
        threadsForCopy(step.texelBytes));
    m_buffers.upload().flush();
}

void HostSource::recordLoad(VkCommandBuffer commands, const Step& step, const Buffer& texels)
{
    if (!m_buffers.isStaged())
        return;
    barrier(m_device, commands, kKernelRead, kTransferWrite);
    const VkBufferCopy copy{0, 0, step.texelBytes};
    m_device.fn().vkCmdCopyBuffer(commands, m_buffers.upload().handle(), texels.handle(), 1, &copy);
    barrier(m_device, commands, kTransferWrite, kKernelRead);
}

void HostTarget::recordStore(VkCommandBuffer commands, const Step& step, const Buffer& results)
{
    if (step.resultBytes == 0)
        return;
    if (!m_buffers.isStaged())
    {
        barrier(m_device, commands, kKernelWrite, kHostRead);
        return;
    }
    const VkBufferCopy copy{0, 0, step.resultBytes};
    m_device.fn().vkCmdCopyBuffer(commands, results.handle(), m_buffers.readback().handle(), 1, &copy);
    barrier(m_device, commands, kTransferWrite, kHostRead);
}

void HostTarget::read(const Step& step, std::span<const ProbeTask> probes, WorkerTeam& team)
{
    if (step.resultBytes == 0)
        return;
    m_buffers.readback().invalidate();
    for (const StepChunk& chunk : step.chunks)
        if (chunk.isNormalized)
            readChunk(chunk, step.groups[chunk.group], probes, team);
}

void HostTarget::readChunk(const StepChunk& chunk, const StepGroup& group, std::span<const ProbeTask> probes,
                           WorkerTeam& team)
{
    const std::size_t rowBytes = std::size_t{chunk.shape.width} * formatBytes(chunk.targetFormat);
    const auto spans = rowSpans(chunk.shape, rowBytes, chunk.chunk);
    const std::byte* const from = m_buffers.readback().mapped() + chunk.results;
    const auto copy = [&](std::uint32_t, std::size_t i) {
        const CubemapTarget& target = taskOf(spans[i], chunk, group, probes).targets[chunk.mip];
        std::byte* to = target.faces[spans[i].face % chunk.shape.faceCount] + spans[i].row * target.rowPitch;
        copyRows({from + spans[i].at, rowBytes}, {to, target.rowPitch}, rowBytes, spans[i].rows);
    };
    // The two strips of a partial chunk both contain the centre row of a face with an odd height. So one thread copies
    // both: two threads would write the same row.
    const bool isTwice = chunk.chunk.isPartial && chunk.shape.isCentreRow(chunk.chunk.rowBegin);
    team.run(spans.size(), copy, {}, isTwice ? 1 : threadsForCopy(chunk.resultBytes));
}

} // namespace pn::vulkan

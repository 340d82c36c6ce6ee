#include "vulkan/job/host_rows.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace pn::vulkan {
namespace {

constexpr std::size_t kTaskBytes = 128u << 10;     // small enough that a piece of an upload has tasks for all threads
constexpr std::size_t kReadThreadBytes = 1u << 20; // less, since the threads that read results run already

} // namespace

struct HostTarget::ChunkRows
{
    ChunkRows(const StepChunk& theChunk, const StepGroup& theGroup)
        : chunk(&theChunk), group(&theGroup),
          rowBytes(std::size_t{theChunk.shape.width} * formatBytes(theChunk.targetFormat)),
          spans(rowSpans(theChunk.shape, rowBytes, theChunk.chunk))
    {
    }

    // The two strips of a partial chunk both contain the centre row of a face with an odd height. So one thread copies
    // both: two threads would write the same row.
    bool isOneTask() const { return chunk->chunk.isPartial && chunk->shape.isCentreRow(chunk->chunk.rowBegin); }

    const StepChunk* chunk;
    const StepGroup* group;
    std::size_t rowBytes;
    std::vector<RowSpan> spans;
};

std::vector<RowSpan> rowSpans(const Shape& shape, std::size_t rowBytes, const Chunk& chunk)
{
    const auto rowsPerSpan = std::uint32_t(std::clamp<std::size_t>(kTaskBytes / rowBytes, 1, shape.height));
    std::vector<RowSpan> spans;
    std::size_t at = 0;
    const auto addRows = [&](std::uint32_t face, std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t row = begin; row < end; row += rowsPerSpan)
        {
            const std::uint32_t rows = std::min(rowsPerSpan, end - row);
            spans.push_back({face, row, rows, at});
            at += rows * rowBytes;
        }
    };
    for (std::uint32_t face = chunk.firstFace; face < chunk.firstFace + chunk.faceCount; ++face)
    {
        if (!chunk.isPartial)
        {
            addRows(face, 0, shape.height);
            continue;
        }
        addRows(face, shape.top(chunk.rowEnd - 1), shape.top(chunk.rowBegin) + 1);
        addRows(face, shape.bottom(chunk.rowBegin), shape.bottom(chunk.rowEnd - 1) + 1);
    }
    return spans;
}

const ProbeTask& taskOf(const RowSpan& span, const StepChunk& chunk, const StepGroup& group,
                        std::span<const ProbeTask> probes)
{
    return probes[group.probes[span.face / chunk.shape.faceCount]];
}

void copyRows(const Rows<const std::byte>& from, const Rows<std::byte>& to, std::size_t rowBytes, std::uint32_t rows)
{
    if (from.pitch == rowBytes && to.pitch == rowBytes)
    {
        std::memcpy(to.first, from.first, rows * rowBytes);
        return;
    }
    for (std::uint32_t row = 0; row < rows; ++row)
        std::memcpy(to.first + row * to.pitch, from.first + row * from.pitch, rowBytes);
}

TexelCopies::TexelCopies(const Step& step, std::span<const ProbeTask> probes)
{
    for (const StepChunk& chunk : step.chunks)
        if (!chunk.isMade)
            addChunk(chunk, step.groups[chunk.group], probes);
    for (const StepGroup& group : step.groups)
        if (group.kind.isLightGiven)
            addLights(group, probes);
    makeTasks();
}

void TexelCopies::addChunk(const StepChunk& chunk, const StepGroup& group, std::span<const ProbeTask> probes)
{
    const std::size_t rowBytes = std::size_t{chunk.shape.width} * formatBytes(chunk.format);
    for (const RowSpan& span : rowSpans(chunk.shape, rowBytes, chunk.chunk))
    {
        const ProbeView& view = taskOf(span, chunk, group, probes).mips[chunk.mip];
        const std::byte* from = view.faces[span.face % chunk.shape.faceCount] + span.row * view.rowPitch;
        m_copies.push_back({{from, view.rowPitch}, rowBytes, span.rows, chunk.texels + span.at});
    }
}

void TexelCopies::addLights(const StepGroup& group, std::span<const ProbeTask> probes)
{
    constexpr std::size_t kBytes = sizeof(float) * kLightFloats;
    std::uint64_t at = group.lights;
    for (const std::uint32_t probe : group.probes)
    {
        m_copies.push_back({{reinterpret_cast<const std::byte*>(probes[probe].light->rgb), kBytes}, kBytes, 1, at});
        at += kBytes;
    }
}

void TexelCopies::makeTasks()
{
    for (std::size_t i = 0; i < m_copies.size(); ++i)
    {
        const Copy& copy = m_copies[i];
        if (m_tasks.empty() || copy.end() - m_tasks.back().begin > kTaskBytes)
            m_tasks.push_back({copy.at, copy.at, i, 0});
        m_tasks.back().end = copy.end();
        ++m_tasks.back().copyCount;
    }
}

void TexelCopies::run(const Task& task, std::byte* to) const
{
    for (std::size_t i = task.firstCopy; i < task.firstCopy + task.copyCount; ++i)
    {
        const Copy& copy = m_copies[i];
        copyRows(copy.from, {to + (copy.at - task.begin), copy.rowBytes}, copy.rowBytes, copy.rows);
    }
}

std::uint32_t threadsForCopy(std::uint64_t bytes, std::uint64_t bytesOfThread)
{
    return std::uint32_t(std::max<std::uint64_t>(1, bytes / bytesOfThread));
}

void HostSource::write(const Step& step, std::span<const ProbeTask> probes, WorkerTeam& team)
{
    const TexelCopies copies(step, probes);
    std::byte* const to = m_buffers.upload().mapped();
    team.run(
        copies.tasks().size(),
        [&](std::uint32_t, std::size_t i) { copies.run(copies.tasks()[i], to + copies.tasks()[i].begin); }, {},
        threadsForCopy(step.texelBytes, kThreadBytes));
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

// All rows of a step are one loop, so that the small mips of many cubemaps do not wait for one another.
void HostTarget::read(const Step& step, std::span<const ProbeTask> probes, WorkerTeam& team)
{
    if (step.resultBytes == 0)
        return;
    m_buffers.readback().invalidate();
    std::vector<ChunkRows> all;
    std::vector<std::pair<const ChunkRows*, std::size_t>> tasks; // a chunk, and the first of its spans
    all.reserve(step.chunks.size());
    for (const StepChunk& chunk : step.chunks)
    {
        if (!chunk.isNormalized)
            continue;
        all.emplace_back(chunk, step.groups[chunk.group]);
        const std::size_t count = all.back().isOneTask() ? 1 : all.back().spans.size();
        for (std::size_t i = 0; i < count; ++i)
            tasks.emplace_back(&all.back(), i);
    }
    const auto read = [&](std::uint32_t, std::size_t i) {
        const auto [rows, first] = tasks[i];
        const std::size_t end = rows->isOneTask() ? rows->spans.size() : first + 1;
        for (std::size_t span = first; span < end; ++span)
            readSpan(*rows, rows->spans[span], probes);
    };
    team.run(tasks.size(), read, {}, threadsForCopy(step.resultBytes, kReadThreadBytes));
}

void HostTarget::readSpan(const ChunkRows& rows, const RowSpan& span, std::span<const ProbeTask> probes) const
{
    const StepChunk& chunk = *rows.chunk;
    const CubemapTarget& target = taskOf(span, chunk, *rows.group, probes).targets[chunk.mip];
    const std::byte* const from = m_buffers.readback().mapped() + chunk.results + span.at;
    std::byte* const to = target.faces[span.face % chunk.shape.faceCount] + span.row * target.rowPitch;
    copyRows({from, rows.rowBytes}, {to, target.rowPitch}, rows.rowBytes, span.rows);
}

} // namespace pn::vulkan

#include "vulkan/recorded_job.h"

#include <cstring>

namespace pn::vulkan {
namespace {

constexpr std::uint32_t kRecorded = 0, kRan = 1; // what the mark says

std::uint64_t mostTexelBytes(std::span<const Chunk> chunks, std::span<const DividePiece> pieces)
{
    std::uint64_t most = 0;
    for (const Chunk& chunk : chunks)
        most = std::max(most, chunk.bytes);
    for (const DividePiece& piece : pieces)
        most = std::max(most, piece.chunk.bytes);
    return most;
}

} // namespace

RecordedJob::RecordedJob(Device& device, ProjectKernels& projectKernels, DivideKernels& divideKernels,
                         const RecordedPlan& plan)
    : m_device(device), m_plan(plan), m_projection(device, projectKernels, plan.shape, plan.format, plan.settings, 1),
      m_chunks(m_projection.chunks(plan.chunkBytes)), m_pieces(recordedPieces(device, plan)),
      m_texels(device, mostTexelBytes(m_chunks, m_pieces), MemoryKind::Device),
      m_mark(device, sizeof(std::uint32_t), MemoryKind::Readback), m_sets(device, projectKernels.layout(), 1)
{
    mark(kRecorded);
    for (const Chunk& chunk : m_chunks)
        m_geometries.push_back(m_projection.hasGeometry(chunk) ? nullptr : m_projection.makeGeometry(chunk));
    m_sets.update(0, m_projection.bindings({m_texels.handle(), 0, VK_WHOLE_SIZE}));
    m_projection.makePipelines();
    if (!m_pieces.empty())
        m_division = std::make_unique<RecordedDivision>(device, divideKernels, m_plan, m_pieces, m_texels,
                                                        m_projection.coefficients());
}

void RecordedJob::mark(std::uint32_t value)
{
    std::memcpy(m_mark.mapped(), &value, sizeof(value));
    m_mark.flush();
}

bool RecordedJob::hasRun()
{
    m_mark.invalidate();
    std::uint32_t value = kRecorded;
    std::memcpy(&value, m_mark.mapped(), sizeof(value));
    return value == kRan;
}

void RecordedJob::record(VkCommandBuffer commands, TexelSource& source, TexelTarget* target)
{
    mark(kRecorded);
    recordProjection(commands, source);
    if (m_division)
    {
        const bool holdsFirst = m_chunks.size() == 1 && m_pieces.front().chunk.itemCount == m_plan.shape.faceCount;
        m_division->record(commands, source, *target, holdsFirst, !m_hasTables);
    }
    m_projection.recordReadback(commands);
    recordMark(commands);
}

// A large face's tables do not fit at once, and are copied each time.
bool RecordedJob::copiesGeometry(std::size_t chunk) const
{
    const bool isOnlyOne = std::all_of(m_geometries.begin() + 1, m_geometries.end(),
                                       [](const std::unique_ptr<Buffer>& geometry) { return !geometry; });
    return m_geometries[chunk] && !(m_hasTables && isOnlyOne);
}

void RecordedJob::recordProjection(VkCommandBuffer commands, TexelSource& source)
{
    m_projection.recordClear(commands);
    for (std::size_t i = 0; i < m_chunks.size(); ++i)
    {
        if (copiesGeometry(i))
            m_projection.recordGeometry(commands, m_chunks[i], *m_geometries[i]);
        source.recordLoad(commands, {0, m_plan.shape, m_chunks[i]});
        barrier(m_device, commands, kKernelReadWrite, kKernelReadWrite);
        m_projection.recordChunk(commands, m_chunks[i], m_sets[0]);
    }
    m_projection.recordFinish(commands);
}

void RecordedJob::recordMark(VkCommandBuffer commands)
{
    barrier(m_device, commands, kTransferWrite, kTransferWrite);
    m_device.fn().vkCmdFillBuffer(commands, m_mark.handle(), 0, sizeof(std::uint32_t), kRan);
    barrier(m_device, commands, kTransferWrite, kHostRead);
}

ProbeResult RecordedJob::readResult()
{
    m_hasTables = true;
    ProbeResult result;
    m_projection.readResults({&result, 1});
    return result;
}

} // namespace pn::vulkan

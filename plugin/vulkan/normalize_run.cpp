#include "vulkan/normalize_run.h"

#include "core/error.h"
#include "vulkan/row_runs.h"
#include "vulkan/staging.h"

#include <cstring>

namespace pn::vulkan {
namespace {

constexpr std::uint64_t kAlignment = 256; // of a range in a buffer; no device asks for more
constexpr std::uint32_t kCoefficientFloats = 27;

std::uint64_t aligned(std::uint64_t bytes)
{
    return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

MemoryKind uploadKind(const Device& device)
{
    return device.sharesHostMemory() ? MemoryKind::Shared : MemoryKind::Upload;
}

MemoryKind resultKind(const Device& device)
{
    return device.sharesHostMemory() ? MemoryKind::Shared : MemoryKind::Device;
}

// The rows of a large map's geometry are made for the piece alone.
std::shared_ptr<const Geometry> geometryOf(GeometryCache& cache, const DividePiece& piece)
{
    if (Geometry::isKeptWhole(piece.shape))
        return cache.get(piece.shape);
    return std::make_shared<const Geometry>(piece.shape, piece.chunk.rowBegin, piece.chunk.rowEnd);
}

} // namespace

NormalizeRun::NormalizeRun(const NormalizeResources& resources, const NormalizeJob& job)
    : m_use(resources), m_device(resources.device), m_job(job), m_team(resolveThreadCount(resources.threadCount)),
      m_variant(divideVariant(job.mips.front().format, job.isRgb(), job.settings)),
      m_projection(job.light != nullptr
                       ? nullptr
                       : std::make_unique<Projection>(m_device, resources.projectKernels, job.mips.front().shape,
                                                      job.mips.front().format, job.settings, 1)),
      m_chunks(m_projection ? m_projection->chunks(resources.chunkBytes) : std::vector<Chunk>()),
      m_groups(makeGroups()), m_light(m_device, 4 * kCoefficientFloats, MemoryKind::Shared),
      m_denominators(m_device, 4 * std::uint64_t{shared::kDenominatorWords} * job.denominators.size(),
                     MemoryKind::Device),
      m_denominatorReadback(m_device, m_denominators.size(), MemoryKind::Readback),
      m_staging(m_device, mostInputBytes(), uploadKind(m_device)),
      m_deviceTexels(m_device.sharesHostMemory()
                         ? nullptr
                         : std::make_unique<Buffer>(m_device, m_staging.size(), MemoryKind::Device)),
      m_results(m_device, mostResultBytes(), resultKind(m_device)),
      m_readback(m_device.sharesHostMemory()
                     ? nullptr
                     : std::make_unique<Buffer>(m_device, m_results.size(), MemoryKind::Readback)),
      m_divideSets(m_device, resources.divideKernels.layout(), std::uint32_t(mostPieces()) + 1),
      m_projectSets(m_device, resources.projectKernels.layout(), 1), m_timer(m_device, 1),
      m_commands(m_device, m_device.computeQueue())
{
}

std::vector<NormalizeRun::Group> NormalizeRun::makeGroups() const
{
    std::vector<Group> groups;
    for (std::size_t mip = 0; mip < m_job.mips.size(); ++mip)
        for (DividePiece piece :
             dividePieces(m_device, m_job.mips[mip].shape, m_job.mips[mip].format, 1, m_use.chunkBytes))
        {
            const std::uint64_t input = aligned(piece.chunk.bytes) + aligned(piece.tableBytes);
            if (groups.empty() || groups.back().inputBytes + input > m_use.chunkBytes)
                groups.emplace_back();
            Group& group = groups.back();
            piece.mip = mip;
            piece.denominatorOffset = std::uint32_t(m_job.denominatorOf(mip)) * shared::kDenominatorWords;
            piece.texels = group.inputBytes;
            piece.tables = group.inputBytes + aligned(piece.chunk.bytes);
            piece.results = group.resultBytes;
            group.inputBytes += input;
            group.resultBytes += aligned(piece.resultBytes);
            group.pieces.push_back(piece);
        }
    return groups;
}

std::uint64_t NormalizeRun::mostInputBytes() const
{
    std::uint64_t most = 0;
    for (const Group& group : m_groups)
        most = std::max(most, group.inputBytes);
    for (const Chunk& chunk : m_chunks)
        most = std::max(most, chunk.bytes);
    return most;
}

std::uint64_t NormalizeRun::mostResultBytes() const
{
    std::uint64_t most = 0;
    for (const Group& group : m_groups)
        most = std::max(most, group.resultBytes);
    return most;
}

std::uint64_t NormalizeRun::mostPieces() const
{
    std::size_t most = 0;
    for (const Group& group : m_groups)
        most = std::max(most, group.pieces.size());
    return most;
}

// The projection and the division read the first mip whole, from the same memory.
bool NormalizeRun::projectsFromGroup() const
{
    return m_chunks.size() == 1 && m_groups.front().pieces.front().chunk.itemCount == 6;
}

BackendTimes NormalizeRun::run(NormalizeResult& result, const Monitor& monitor)
{
    if (m_job.light != nullptr)
        writeLight();
    else if (!projectsFromGroup())
        projectApart(monitor);
    for (std::size_t i = 0; i < m_groups.size(); ++i)
    {
        if (monitor.cancelled())
            throw Error(PN_ERROR_CANCELLED, "cancelled by the caller");
        runGroup(m_groups[i], i == 0);
    }
    readResult(result);
    return m_times;
}

void NormalizeRun::writeLight()
{
    std::memcpy(m_light.mapped(), m_job.light->rgb, m_light.size());
    m_light.flush();
}

// A first mip that is too large for one chunk travels twice.
void NormalizeRun::projectApart(const Monitor& monitor)
{
    const ProbeView& view = m_job.mips.front();
    for (const Chunk& chunk : m_chunks)
    {
        if (monitor.cancelled())
            throw Error(PN_ERROR_CANCELLED, "cancelled by the caller");
        writeTexels(view, chunk, m_staging.mapped());
        m_staging.flush();
        const VkCommandBuffer commands = m_commands.begin();
        m_timer.reset(commands, 0);
        m_timer.begin(commands, 0);
        if (&chunk == &m_chunks.front())
            m_projection->recordClear(commands);
        recordUpload(commands, chunk.bytes);
        if (!m_projection->hasGeometry(chunk))
            m_projectGeometry = m_projection->recordGeometry(commands, chunk);
        const BufferRange input{texels().handle(), 0, chunk.bytes};
        m_projection->recordChunk(commands, chunk, m_projectSets.update(0, m_projection->bindings(input)));
        if (&chunk == &m_chunks.back())
            m_projection->recordFinish(commands);
        submitAndWait(commands);
    }
}

void NormalizeRun::recordProjection(VkCommandBuffer commands)
{
    const Chunk& chunk = m_chunks.front();
    m_projection->recordClear(commands);
    m_projectGeometry = m_projection->recordGeometry(commands, chunk);
    const BufferRange input{texels().handle(), 0, chunk.bytes};
    m_projection->recordChunk(commands, chunk, m_projectSets.update(0, m_projection->bindings(input)));
    m_projection->recordFinish(commands);
}

void NormalizeRun::recordDenominators(VkCommandBuffer commands)
{
    barrier(m_device, commands, kKernelWrite, kKernelReadWrite);
    const Buffer& coefficients = m_projection ? m_projection->coefficients() : m_light;
    const std::array<BufferRange, 4> buffers{BufferRange{coefficients.handle(), 0, VK_WHOLE_SIZE}, BufferRange{},
                                             BufferRange{}, BufferRange{m_denominators.handle(), 0, VK_WHOLE_SIZE}};
    const VkDescriptorSet set = m_divideSets.update(std::uint32_t(mostPieces()), buffers);
    for (const shared::DenominatorParams& params : m_job.denominators)
        recordDenominator(m_device, m_use.divideKernels, commands, set, params);
    barrier(m_device, commands, kKernelWrite, kKernelRead);
    barrier(m_device, commands, kKernelWrite, kTransferRead);
    const VkBufferCopy copy{0, 0, m_denominators.size()};
    m_device.fn().vkCmdCopyBuffer(commands, m_denominators.handle(), m_denominatorReadback.handle(), 1, &copy);
    barrier(m_device, commands, kTransferWrite, kHostRead);
}

void NormalizeRun::runGroup(const Group& group, bool isFirst)
{
    upload(group);
    const VkCommandBuffer commands = m_commands.begin();
    m_timer.reset(commands, 0);
    m_timer.begin(commands, 0);
    recordUpload(commands, group.inputBytes);
    if (isFirst && m_projection && projectsFromGroup())
        recordProjection(commands);
    if (isFirst)
        recordDenominators(commands);
    recordDivides(commands, group);
    if (isFirst && m_projection)
        m_projection->recordReadback(commands);
    submitAndWait(commands);
    download(group);
}

void NormalizeRun::writeTexels(const ProbeView& view, const Chunk& chunk, std::byte* staging)
{
    copyTexels({&view, 1}, chunk, m_team, staging);
    if (m_deviceTexels)
        m_times.uploadedBytes += chunk.bytes;
}

void NormalizeRun::upload(const Group& group)
{
    for (const DividePiece& piece : group.pieces)
    {
        const ProbeView& view = m_job.mips[piece.mip];
        writeTexels(view, piece.chunk, m_staging.mapped() + piece.texels);
        writeTables(piece, view.format, *geometryOf(m_use.geometries, piece), m_staging.mapped() + piece.tables);
    }
    m_staging.flush();
}

void NormalizeRun::recordUpload(VkCommandBuffer commands, std::uint64_t bytes)
{
    if (!m_deviceTexels)
        return;
    const VkBufferCopy copy{0, 0, bytes};
    m_device.fn().vkCmdCopyBuffer(commands, m_staging.handle(), m_deviceTexels->handle(), 1, &copy);
    barrier(m_device, commands, kTransferWrite, kKernelRead);
}

void NormalizeRun::recordDivides(VkCommandBuffer commands, const Group& group)
{
    for (std::size_t i = 0; i < group.pieces.size(); ++i)
    {
        const DividePiece& piece = group.pieces[i];
        const std::array<BufferRange, 4> buffers{BufferRange{texels().handle(), piece.texels, piece.chunk.bytes},
                                                 BufferRange{texels().handle(), piece.tables, piece.tableBytes},
                                                 BufferRange{m_results.handle(), piece.results, piece.resultBytes},
                                                 BufferRange{m_denominators.handle(), 0, VK_WHOLE_SIZE}};
        const VkDescriptorSet set = m_divideSets.update(std::uint32_t(i), buffers);
        recordDivide(m_device, m_use.divideKernels, commands, set, piece, m_variant, m_job.settings.policy);
    }
    if (!m_readback)
    {
        barrier(m_device, commands, kKernelWrite, kHostRead);
        return;
    }
    barrier(m_device, commands, kKernelWrite, kTransferRead);
    const VkBufferCopy copy{0, 0, group.resultBytes};
    m_device.fn().vkCmdCopyBuffer(commands, m_results.handle(), m_readback->handle(), 1, &copy);
    barrier(m_device, commands, kTransferWrite, kHostRead);
}

void NormalizeRun::download(const Group& group)
{
    readable().invalidate();
    for (const DividePiece& piece : group.pieces)
    {
        const CubemapTarget& target = m_job.targets[piece.mip];
        const std::size_t bytes = std::size_t{piece.shape.width} * formatBytes(target.format);
        // The centre row of an odd face is in both bands of a part: one thread then writes it twice.
        const bool isTwice = piece.chunk.isPart && piece.shape.isCentreRow(piece.chunk.rowBegin);
        const auto runs = rowRuns(piece.shape, bytes, piece.chunk);
        m_team.run(
            runs.size(),
            [&](std::uint32_t, std::size_t i) {
                copyRows({readable().mapped() + piece.results + runs[i].at, bytes},
                         {target.faces[runs[i].item] + runs[i].row * target.rowPitch, target.rowPitch}, bytes,
                         runs[i].rows);
            },
            {}, isTwice ? 1 : ~0u);
    }
}

void NormalizeRun::submitAndWait(VkCommandBuffer commands)
{
    m_timer.end(commands, 0);
    m_commands.submit();
    m_commands.wait(m_use.timeout);
    m_times.gpuNanoseconds += m_timer.nanoseconds(0);
}

void NormalizeRun::readResult(NormalizeResult& result)
{
    if (m_projection)
        m_projection->readResults({&result.projection, 1});
    else
        result.projection.sh = *m_job.light;
    m_denominatorReadback.invalidate();
    for (std::size_t i = 0; i < m_job.denominators.size(); ++i)
    {
        float step = 0.0f;
        std::memcpy(&step, m_denominatorReadback.mapped() + 4 * (i * shared::kDenominatorWords + shared::kStepWord), 4);
        result.deringSteps.push_back(std::uint32_t(step));
    }
}

} // namespace pn::vulkan

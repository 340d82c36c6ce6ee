#include "vulkan/job/job.h"

#include "vulkan/job/step_recorder.h"

#include <algorithm>

namespace pn::vulkan {
namespace {

PlanLimits planLimits(const JobDevice& device, const JobDesc& desc)
{
    return {.stepBytes = desc.stepBytes,
            .device = device.device.limits(),
            .bands = desc.settings.bands,
            .finishesInOnePass = [&kernels = device.projectKernels, settings = desc.settings](const Shape& shape) {
                return kernels.variant(shape, PN_FORMAT_RGBA16F, settings).finishesInOnePass();
            }};
}

// The number of rows that the tables of a shape hold: all, or those of one chunk if all would take too much memory.
std::uint32_t tableRows(const StepChunk& chunk)
{
    return Geometry::isKeptWhole(chunk.shape) ? chunk.shape.rows() : chunk.chunk.rowEnd - chunk.chunk.rowBegin;
}

// Returns the tables that must be copied before the chunk runs, and notes that the pass then holds them. Null if it
// holds them already.
template <typename Pass>
std::unique_ptr<Buffer> missingTables(KeptPass<Pass>& kept, const Chunk& chunk, const Shape& shape)
{
    if (kept.rows.hold(chunk))
        return nullptr;
    auto tables = kept.pass.makeTables(chunk);
    kept.rows = kept.pass.keepsAllRows() ? TableRows{0, shape.rows()} : TableRows{chunk.rowBegin, chunk.rowEnd};
    return tables;
}

} // namespace

NormalizeVariant variantOf(const StepChunk& chunk, const PlanProbe& kind, const ProjectSettings& settings)
{
    NormalizeVariant variant = normalizeVariant(chunk.format, chunk.targetFormat, kind.lobes->isRgb != 0, settings);
    variant.hasOneFace = hasOneFacePerGroup(chunk.shape, chunk.chunk);
    return variant;
}

Job::Job(const JobDevice& device, JobDesc desc)
    : m_device(device), m_desc(std::move(desc)), m_steps(makeSteps(m_desc.probes, planLimits(device, m_desc)))
{
}

StepSizes Job::sizes(const Step& step) const
{
    StepSizes sizes{step.texelBytes, step.madeBytes, step.resultBytes, 0, step.setCount()};
    for (const StepGroup& group : step.groups)
        sizes.reportBytes += reportBytes(group);
    return sizes;
}

StepSizes Job::largestSizes() const
{
    StepSizes largest;
    for (const Step& step : m_steps)
        largest.include(sizes(step));
    return largest;
}

PreparedStep Job::prepare(const Step& step)
{
    PreparedStep prepared;
    prepared.step = &step;
    std::uint64_t report = 0;
    for (auto group = step.groups.begin(); group != step.groups.end(); ++group)
    {
        const auto isAlike = [&](const StepGroup& other) {
            return other.kind.shape == group->kind.shape && other.kind.format == group->kind.format;
        };
        const auto ordinal = std::uint32_t(std::count_if(step.groups.begin(), group, isAlike));
        prepared.groups.push_back(prepareGroup(*group, ordinal));
        prepared.groups.back().report = report;
        report += reportBytes(*group);
    }
    for (std::size_t i = 0; i < step.chunks.size(); ++i)
        prepared.chunks.push_back(prepareChunk(step, i, prepared.groups[step.chunks[i].group]));
    listProjections(prepared);
    return prepared;
}

void Job::listProjections(PreparedStep& prepared)
{
    const Step& step = *prepared.step;
    for (const StepChunk& chunk : step.chunks)
        prepared.isProjecting = prepared.isProjecting || chunk.isProjected;
    for (std::size_t i = 0; prepared.isProjecting && i < step.groups.size(); ++i)
    {
        const StepGroup& group = step.groups[i];
        if (!group.kind.isProjected())
            continue;
        const ProjectedProbes probes{&prepared.groups[i].project->pass, group.probeCount()};
        if (group.isFirst)
            prepared.begun.push_back(probes);
        if (group.endsProjection)
            prepared.ended.push_back(probes);
    }
}

PreparedStep::Group Job::prepareGroup(const StepGroup& group, std::uint32_t ordinal)
{
    if (!group.isFirst)
        return m_open;
    const PlanProbe& kind = group.kind;
    PreparedStep::Group passes;
    if (kind.isProjected())
    {
        passes.project = m_device.passes.project(kind.shape, kind.format, m_desc.settings, group.probeCount(), ordinal);
        passes.project->pass.makePipelines();
    }
    if (kind.isNormalized)
    {
        passes.denominators = std::make_shared<Denominators>(m_device.device, m_device.normalizeKernels,
                                                             std::span(kind.lobes, kind.lobeCount), group.probeCount());
        m_device.normalizeKernels.denominator();
    }
    m_open = group.isLast ? PreparedStep::Group{} : passes;
    return passes;
}

PreparedStep::Chunk Job::prepareChunk(const Step& step, std::size_t index, const PreparedStep::Group& passes)
{
    const StepChunk& chunk = step.chunks[index];
    const PlanProbe& kind = step.groups[chunk.group].kind;
    PreparedStep::Chunk prepared;
    if (chunk.isProjected)
        prepared.projectTables = missingTables(*passes.project, chunk.chunk, kind.shape);
    if (!chunk.isNormalized)
        return prepared;
    prepared.normalize = m_device.passes.normalize(chunk.shape, chunk.format, tableRows(chunk));
    prepared.normalizeTables = missingTables(*prepared.normalize, chunk.chunk, chunk.shape);
    m_device.normalizeKernels.normalize(variantOf(chunk, kind, m_desc.settings));
    if (!chunk.isMade)
        return prepared;
    const StepChunk& source = step.chunks[index - 1];
    prepared.makeMip = m_device.passes.makeMip(source.shape, source.format);
    if (!prepared.makeMip->areThere)
        prepared.mipTables = prepared.makeMip->tables.makeTables();
    prepared.makeMip->areThere = true;
    m_device.normalizeKernels.makeMip(source.format);
    return prepared;
}

void Job::recordPasses(VkCommandBuffer commands, const PreparedStep& prepared, StepBuffers& buffers,
                       const RecordOptions& options)
{
    StepRecorder(m_device, m_desc.settings, commands, prepared, buffers, options).record();
}

std::uint64_t Job::reportBytes(const StepGroup& group) const
{
    const std::uint64_t result =
        group.kind.isProjected() ? 3 * momentCount(m_desc.settings.bands) + shared::kCountWords : 0;
    return group.isLast ? 4 * group.probeCount() * (result + group.kind.lobeCount) : 0;
}

void Job::readReport(const PreparedStep& prepared, StepBuffers& buffers, const Receive& receive) const
{
    buffers.report().invalidate();
    for (std::size_t i = 0; i < prepared.groups.size(); ++i)
    {
        const StepGroup& group = prepared.step->groups[i];
        const PreparedStep::Group& passes = prepared.groups[i];
        const std::byte* results = buffers.report().mapped() + passes.report;
        const std::byte* denominators =
            passes.project ? results + passes.project->pass.reportBytes(group.probeCount()) : results;
        for (std::uint32_t k = 0; group.isLast && k < group.probeCount(); ++k)
            receive(group.probes[k],
                    passes.project ? passes.project->pass.readReport(results, group.probeCount(), k) : ProbeResult{},
                    passes.denominators ? passes.denominators->readSteps(denominators, k)
                                        : std::vector<std::uint32_t>{});
    }
}

} // namespace pn::vulkan

#include "vulkan/job/job.h"

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

} // namespace

// Everything that is needed to record one step.
struct Job::Recording
{
    VkCommandBuffer commands;
    const PreparedStep& prepared;
    StepBuffers& buffers;
    const RecordOptions& options;

    const Step& step() const { return *prepared.step; }
    BufferRange texels(const StepChunk& chunk) const
    {
        return {(chunk.isMade ? buffers.made() : buffers.texels()).handle(), chunk.texels, chunk.texelBytes};
    }

    // Each chunk has two descriptor sets. The sets of the groups follow, one per group.
    std::uint32_t projectSet(std::size_t chunk) const { return options.firstSet + 2 * std::uint32_t(chunk); }
    std::uint32_t mipSet(std::size_t chunk) const { return projectSet(chunk); } // no chunk is made and projected
    std::uint32_t normalizeSet(std::size_t chunk) const { return projectSet(chunk) + 1; }
    std::uint32_t denominatorSet(std::size_t group) const
    {
        return projectSet(step().chunks.size()) + std::uint32_t(group);
    }

    void begin(StepPart part) const
    {
        if (options.beforePart)
            options.beforePart(part);
    }

    template <typename Pass>
    void recordTables(Pass& pass, const std::unique_ptr<Buffer>& tables) const
    {
        if (tables && !(options.tablesAreThere && pass.keepsAllRows()))
            pass.recordTables(commands, *tables);
    }
};

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

void Job::recordPasses(VkCommandBuffer commands, const PreparedStep& prepared, StepBuffers& buffers,
                       const RecordOptions& options)
{
    const Recording r{commands, prepared, buffers, options};
    recordProjection(r);
    recordDenominators(r);
    recordMips(r);
    recordNormalization(r);
    recordReport(r);
}

// The projections of a step run side by side: barriers stand only between their passes.
void Job::recordProjection(const Recording& r)
{
    const Step& step = r.step();
    if (!r.prepared.isProjecting)
        return;
    r.begin(StepPart::Clear);
    barrier(m_device.device, r.commands, kKernelReadWrite, kKernelReadWrite);
    barrier(m_device.device, r.commands, kTransferRead,
            kKernelWrite); // the previous step's coefficients may still be copied
    if (!r.prepared.begun.empty())
        recordClears(m_device.device, r.commands, r.prepared.begun);
    r.begin(StepPart::Sum);
    for (std::size_t i = 0; i < step.chunks.size(); ++i)
    {
        const StepChunk& chunk = step.chunks[i];
        if (!chunk.isProjected)
            continue;
        ShProject& pass = r.prepared.groups[chunk.group].project->pass;
        r.recordTables(pass, r.prepared.chunks[i].projectTables);
        pass.recordChunk(r.commands, chunk.chunk,
                         r.buffers.sets().update(r.projectSet(i), pass.bindings(r.texels(chunk))));
    }
    r.begin(StepPart::Finish);
    recordFinishes(m_device.device, r.commands, r.prepared.ended);
}

// The coefficients to normalize by. They are the result of the projection, or lie beside the texels if the caller gave
// the light.
void Job::recordDenominators(const Recording& r)
{
    const Step& step = r.step();
    if (std::none_of(r.prepared.groups.begin(), r.prepared.groups.end(),
                     [](const PreparedStep::Group& passes) { return passes.denominators != nullptr; }))
        return;
    r.begin(StepPart::Denominators);
    barrier(m_device.device, r.commands, kKernelReadWrite, kKernelReadWrite);
    for (std::size_t i = 0; i < step.groups.size(); ++i)
    {
        const StepGroup& group = step.groups[i];
        const PreparedStep::Group& passes = r.prepared.groups[i];
        if (!group.endsProjection || !passes.denominators)
            continue;
        const std::uint32_t stride = passes.project ? passes.project->pass.floatsPerProbe() : kLightFloats;
        const BufferRange lights{r.buffers.texels().handle(), group.lights,
                                 std::uint64_t{4} * kLightFloats * group.probeCount()};
        const BufferRange coefficients = passes.project ? wholeRange(passes.project->pass.coefficients()) : lights;
        passes.denominators->record(
            r.commands, r.buffers.sets().update(r.denominatorSet(i), passes.denominators->bindings(coefficients)),
            stride);
    }
}

// All mips of a step that lie equally far from what the host gave are made side by side, each from the chunk before it.
void Job::recordMips(const Recording& r)
{
    const Step& step = r.step();
    if (step.madeBytes == 0)
        return;
    r.begin(StepPart::MakeMips);
    for (const PreparedStep::Chunk& chunk : r.prepared.chunks) // before any mip, since chunks share tables
        if (chunk.mipTables)
            chunk.makeMip->tables.recordTables(r.commands, *chunk.mipTables);
    bool isAny = true;
    for (std::uint32_t level = 1; isAny; ++level)
    {
        isAny = false;
        for (std::size_t i = 0; i < step.chunks.size(); ++i)
        {
            const StepChunk& chunk = step.chunks[i];
            if (!chunk.isMade || chunk.mip - step.groups[chunk.group].kind.givenMips() + 1 != level)
                continue;
            if (!isAny)
                barrier(m_device.device, r.commands, kKernelReadWrite, kKernelReadWrite);
            isAny = true;
            recordMip(r, i);
        }
    }
}

void Job::recordMip(const Recording& r, std::size_t index)
{
    const StepChunk& chunk = r.step().chunks[index];
    const MakeMipTables& tables = r.prepared.chunks[index].makeMip->tables;
    const Bindings bindings = tables.bindings(r.texels(r.step().chunks[index - 1]), r.texels(chunk));
    tables.record(m_device.normalizeKernels, r.commands, r.buffers.sets().update(r.mipSet(index), bindings),
                  chunk.chunk, m_desc.settings.policy);
}

void Job::recordNormalization(const Recording& r)
{
    const Step& step = r.step();
    if (step.resultBytes == 0)
        return;
    r.begin(StepPart::Divide);
    barrier(m_device.device, r.commands, kKernelWrite, kKernelRead);
    barrier(m_device.device, r.commands, kTransferRead,
            kKernelWrite); // the previous step's results may still be copied
    for (std::size_t i = 0; i < step.chunks.size(); ++i)
    {
        const StepChunk& chunk = step.chunks[i];
        if (!chunk.isNormalized)
            continue;
        const PlanProbe& kind = step.groups[chunk.group].kind;
        const Denominators& denominators = *r.prepared.groups[chunk.group].denominators;
        NormalizeTables& tables = r.prepared.chunks[i].normalize->pass;
        r.recordTables(tables, r.prepared.chunks[i].normalizeTables);
        const NormalizeBuffers buffers{r.texels(chunk),
                                       {r.buffers.results().handle(), chunk.results, chunk.resultBytes},
                                       &tables,
                                       &denominators.buffer()};
        recordNormalize(m_device.device, m_device.normalizeKernels, r.commands,
                        r.buffers.sets().update(r.normalizeSet(i), buffers.bindings()), tables, chunk.chunk,
                        variantOf(chunk, kind), m_desc.settings.policy, denominators.offsetOf(chunk.mip));
    }
}

void Job::recordReport(const Recording& r)
{
    r.begin(StepPart::Report);
    barrier(m_device.device, r.commands, kKernelWrite, kTransferRead);
    for (std::size_t i = 0; i < r.step().groups.size(); ++i)
    {
        const StepGroup& group = r.step().groups[i];
        const PreparedStep::Group& passes = r.prepared.groups[i];
        if (!group.isLast)
            continue;
        std::uint64_t at = passes.report;
        if (passes.project)
        {
            passes.project->pass.recordReport(r.commands, r.buffers.report(), at, group.probeCount());
            at += passes.project->pass.reportBytes(group.probeCount());
        }
        if (passes.denominators)
            passes.denominators->recordReport(r.commands, r.buffers.report(), at);
    }
    barrier(m_device.device, r.commands, kTransferWrite, kHostRead);
}

} // namespace pn::vulkan

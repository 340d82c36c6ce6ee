#include "vulkan/job/step_recorder.h"

#include <algorithm>

namespace pn::vulkan {

void StepRecorder::record()
{
    recordProjection();
    recordDenominators();
    recordMips();
    recordNormalization();
    recordReport();
}

// The projections of a step run side by side: barriers stand only between their passes.
void StepRecorder::recordProjection()
{
    const Step& step = *m_prepared.step;
    if (!m_prepared.isProjecting)
        return;
    begin(StepPart::Clear);
    barrier(m_device.device, m_commands, kKernelReadWrite, kKernelReadWrite);
    barrier(m_device.device, m_commands, kTransferRead,
            kKernelWrite); // the previous step's coefficients may still be copied
    if (!m_prepared.begun.empty())
        recordClears(m_device.device, m_commands, m_prepared.begun);
    begin(StepPart::Sum);
    for (std::size_t i = 0; i < step.chunks.size(); ++i)
    {
        const StepChunk& chunk = step.chunks[i];
        if (!chunk.isProjected)
            continue;
        ShProject& pass = m_prepared.groups[chunk.group].project->pass;
        recordTables(pass, m_prepared.chunks[i].projectTables);
        pass.recordChunk(m_commands, chunk.chunk, m_buffers.sets().update(projectSet(i), pass.bindings(texels(chunk))));
    }
    begin(StepPart::Finish);
    recordFinishes(m_device.device, m_commands, m_prepared.ended);
}

// The coefficients to normalize by. They are the result of the projection, or lie beside the texels if the caller gave
// the light.
void StepRecorder::recordDenominators()
{
    const Step& step = *m_prepared.step;
    if (std::none_of(m_prepared.groups.begin(), m_prepared.groups.end(),
                     [](const PreparedStep::Group& passes) { return passes.denominators != nullptr; }))
        return;
    begin(StepPart::Denominators);
    barrier(m_device.device, m_commands, kKernelReadWrite, kKernelReadWrite);
    for (std::size_t i = 0; i < step.groups.size(); ++i)
    {
        const StepGroup& group = step.groups[i];
        const PreparedStep::Group& passes = m_prepared.groups[i];
        if (!group.endsProjection || !passes.denominators)
            continue;
        const std::uint32_t stride = passes.project ? passes.project->pass.floatsPerProbe() : kLightFloats;
        const BufferRange lights{m_buffers.texels().handle(), group.lights,
                                 std::uint64_t{4} * kLightFloats * group.probeCount()};
        const BufferRange coefficients = passes.project ? wholeRange(passes.project->pass.coefficients()) : lights;
        passes.denominators->record(
            m_commands, m_buffers.sets().update(denominatorSet(i), passes.denominators->bindings(coefficients)),
            stride);
    }
}

// All mips of a step that lie equally far from what the host gave are made side by side, each from the chunk before it.
void StepRecorder::recordMips()
{
    const Step& step = *m_prepared.step;
    if (step.madeBytes == 0)
        return;
    begin(StepPart::MakeMips);
    for (const PreparedStep::Chunk& chunk : m_prepared.chunks) // before any mip, since chunks share tables
        if (chunk.mipTables)
            chunk.makeMip->tables.recordTables(m_commands, *chunk.mipTables);
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
                barrier(m_device.device, m_commands, kKernelReadWrite, kKernelReadWrite);
            isAny = true;
            recordMip(i);
        }
    }
}

void StepRecorder::recordMip(std::size_t index)
{
    const StepChunk& chunk = step().chunks[index];
    const MakeMipTables& tables = m_prepared.chunks[index].makeMip->tables;
    const Bindings bindings = tables.bindings(texels(step().chunks[index - 1]), texels(chunk));
    tables.record(m_device.normalizeKernels, m_commands, m_buffers.sets().update(mipSet(index), bindings), chunk.chunk,
                  m_settings.policy);
}

void StepRecorder::recordNormalization()
{
    const Step& step = *m_prepared.step;
    if (step.resultBytes == 0)
        return;
    begin(StepPart::Divide);
    barrier(m_device.device, m_commands, kKernelWrite, kKernelRead);
    barrier(m_device.device, m_commands, kResultsRead, kKernelWrite); // the previous step's may still be stored
    for (std::size_t i = 0; i < step.chunks.size(); ++i)
    {
        const StepChunk& chunk = step.chunks[i];
        if (!chunk.isNormalized)
            continue;
        const PlanProbe& kind = step.groups[chunk.group].kind;
        const Denominators& denominators = *m_prepared.groups[chunk.group].denominators;
        NormalizeTables& tables = m_prepared.chunks[i].normalize->pass;
        recordTables(tables, m_prepared.chunks[i].normalizeTables);
        const NormalizeBuffers buffers{texels(chunk),
                                       {m_buffers.results().handle(), chunk.results, chunk.resultBytes},
                                       &tables,
                                       &denominators.buffer()};
        recordNormalize(m_device.device, m_device.normalizeKernels, m_commands,
                        m_buffers.sets().update(normalizeSet(i), buffers.bindings()), tables, chunk.chunk,
                        variantOf(chunk, kind, m_settings), m_settings.policy, denominators.offsetOf(chunk.mip));
    }
}

void StepRecorder::recordReport()
{
    begin(StepPart::Report);
    barrier(m_device.device, m_commands, kKernelWrite, kTransferRead);
    for (std::size_t i = 0; i < step().groups.size(); ++i)
    {
        const StepGroup& group = step().groups[i];
        const PreparedStep::Group& passes = m_prepared.groups[i];
        if (!group.isLast)
            continue;
        std::uint64_t at = passes.report;
        if (passes.project)
        {
            passes.project->pass.recordReport(m_commands, m_buffers.report(), at, group.probeCount());
            at += passes.project->pass.reportBytes(group.probeCount());
        }
        if (passes.denominators)
            passes.denominators->recordReport(m_commands, m_buffers.report(), at);
    }
    barrier(m_device.device, m_commands, kTransferWrite, kHostRead);
}

} // namespace pn::vulkan

#include "vulkan/job/prefilter_job.h"

#include "vulkan/passes/sh_project_kernels.h"

#include "core/error.h"

#include <algorithm>

namespace pn::vulkan {
namespace {

constexpr std::uint64_t kMaxCubemaps = 1024; // of a step
constexpr std::uint64_t kLightSteps = 4;     // lights may take so many times the bytes of a step
constexpr std::uint64_t kSteps = 4;          // of many cubemaps: copies go on while others are prefiltered
constexpr std::uint64_t kBusyCubemaps = 16;  // of a step, which keep a device busy

bool areAlike(const PrefilterTask& a, const PrefilterTask& b)
{
    return a.source.shape == b.source.shape && a.source.format == b.source.format &&
           std::ranges::equal(a.mips, b.mips) &&
           std::ranges::equal(a.targets, b.targets, {}, &CubemapTarget::format, &CubemapTarget::format);
}

std::uint32_t groupsFor(std::uint32_t lanes)
{
    return (lanes + shared::kSourceGroupSize - 1) / shared::kSourceGroupSize;
}

std::uint32_t groupsOfLevel(std::uint32_t size)
{
    const std::uint32_t squares = (size + shared::kLevelBlock - 1) / shared::kLevelBlock;
    return 6 * squares * squares;
}

} // namespace

bool canPrefilter(const VkPhysicalDeviceLimits& limits, std::uint32_t sourceSize)
{
    constexpr std::uint32_t kMostTexels = 1024; // an edge of more has more levels than prefilter_sum has room for
    const std::uint64_t size = sourceSize;
    const std::uint64_t nodes = 16 * 6 * (size * size + 2 * (size + 1) * (size + 1)); // at most
    return size <= kMostTexels && nodes <= limits.maxStorageBufferRange;
}

// The commands of one step, or of a part of it.
struct PrefilterJob::Recording
{
    VkCommandBuffer commands;
    const Step& step;
    const Passes& passes;
    StepBuffers& buffers;
    std::uint32_t count = step.groups.front().probeCount();
    PrefilterLights lights{*passes.source, count};

    BufferRange texels() const { return {buffers.texels().handle(), 0, step.texelBytes}; }
    BufferRange nodes() const { return {buffers.made().handle(), 0, lights.nodeBytes()}; }
};

PrefilterJob::PrefilterJob(const PrefilterDevice& device, std::span<const PrefilterTask> tasks,
                           const TexelPolicy& policy, std::uint64_t stepBytes, WorkerTeam& team, const Monitor& monitor)
    : m_device(device), m_tasks(tasks), m_policy(policy)
{
    for (const PrefilterTask& task : tasks)
        m_probes.push_back({.mips = {&task.source, 1}, .targets = task.targets});
    for (std::uint32_t begin = 0; begin < tasks.size();)
    {
        std::uint32_t end = begin + 1;
        while (end < tasks.size() && areAlike(tasks[begin], tasks[end]))
            ++end;
        const Passes passes = passesOf(tasks[begin], team, monitor);
        addSteps(begin, end, stepBytes);
        m_passes.resize(m_steps.size(), passes);
        begin = end;
    }
}

PrefilterJob::Passes PrefilterJob::passesOf(const PrefilterTask& task, WorkerTeam& team, const Monitor& monitor)
{
    Passes passes{.source = m_device.passes.source(task.source.shape.width), .mips = {}};
    PrefilterKernels& kernels = m_device.kernels;
    const bool isAlone = m_tasks.size() < kInterleaved;
    for (const std::uint32_t interleaved : {1u, isAlone ? 1u : kInterleaved})
        for (std::uint32_t part = shared::kPartLeast; part <= shared::kPartLevel; ++part)
            kernels.source(part, task.source.format, interleaved);
    passes.mips = m_device.passes.mips(task.mips, passes.source->tables.grid, team, monitor);
    if (passes.mips.size() != task.mips.size())
        throw Error(PN_ERROR_CANCELLED, "cancelled by the caller");
    for (std::size_t i = 0; i < task.mips.size(); ++i)
    {
        if (task.mips[i].isCopy())
        {
            kernels.copy(task.source.format, task.targets[i].format);
            continue;
        }
        for (const std::uint32_t interleaved : {1u, isAlone ? 1u : kInterleaved})
            kernels.sum(task.targets[i].format, interleaved);
    }
    return passes;
}

void PrefilterJob::addSteps(std::uint32_t begin, std::uint32_t end, std::uint64_t stepBytes)
{
    const Step one = makeStep(begin, 1);
    const std::uint64_t lightBytes =
        std::min<std::uint64_t>(kLightSteps * stepBytes, m_device.device.limits().maxStorageBufferRange);
    const std::uint64_t share = std::max(kBusyCubemaps, (end - begin + kSteps - 1) / kSteps);
    const auto most = std::uint32_t(std::min(
        {stepBytes / one.texelBytes, stepBytes / one.resultBytes, lightBytes / one.madeBytes, kMaxCubemaps, share}));
    while (begin < end)
    {
        const std::uint32_t count = std::clamp(most, 1u, end - begin);
        m_steps.push_back(makeStep(begin, count));
        begin += count;
    }
}

// One chunk of sources, and one of results per mip.
Step PrefilterJob::makeStep(std::uint32_t first, std::uint32_t count) const
{
    const PrefilterTask& task = m_tasks[first];
    Step step;
    step.groups.push_back({.kind = makePlanProbe({.mips = {&task.source, 1}}), .probes = {}});
    for (std::uint32_t i = 0; i < count; ++i)
        step.groups.front().probes.push_back(first + i);
    StepChunk chunk{.shape = task.source.shape, .format = task.source.format, .chunk = {.faceCount = 6 * count}};
    chunk.texelBytes = step.texelBytes = step.inputBytes = count * task.source.bytes();
    step.chunks.push_back(chunk);
    for (std::uint32_t i = 0; i < task.mips.size(); ++i)
    {
        chunk = {.mip = i,
                 .shape = Shape::cubemap(task.mips[i].size),
                 .targetFormat = task.targets[i].format,
                 .chunk = {.faceCount = 6 * count},
                 .isNormalized = true,
                 .isMade = true};
        chunk.results = step.resultBytes;
        chunk.resultBytes = chunk.chunk.texels(chunk.shape) * formatBytes(chunk.targetFormat);
        step.resultBytes += aligned(chunk.resultBytes);
        step.chunks.push_back(chunk);
    }
    const PrefilterLights lights(*m_device.passes.source(task.source.shape.width), count);
    step.madeBytes = lights.nodeBytes();
    step.finishedProbes = first + count;
    return step;
}

StepSizes PrefilterJob::largestSizes() const
{
    StepSizes largest;
    for (const Step& step : m_steps)
        largest.include({step.texelBytes, step.madeBytes, step.resultBytes, 0, std::uint32_t(step.chunks.size())});
    return largest;
}

PreparedStep PrefilterJob::prepare(const Step& step)
{
    PreparedStep prepared;
    prepared.step = &step;
    prepared.kept = {passesOf(step).mips.begin(), passesOf(step).mips.end()};
    prepared.kept.push_back(passesOf(step).source);
    return prepared;
}

void PrefilterJob::recordPasses(VkCommandBuffer commands, const PreparedStep& prepared, StepBuffers& buffers)
{
    const Step& step = *prepared.step;
    if (!m_device.isHosts || !m_hasSets)
        makeSets(step, buffers);
    recordTables(commands, step);
    recordClear(commands, step, buffers);
    recordLight(commands, step, buffers);
    recordMips(commands, step, std::span(step.chunks).subspan(1), buffers);
}

void PrefilterJob::makeSets(const Step& step, StepBuffers& buffers)
{
    m_hasSets = true;
    const Recording recording{VK_NULL_HANDLE, step, passesOf(step), buffers};
    const BufferRange tables = wholeRange(recording.passes.source->buffer.buffer());
    buffers.sets().update(0, makeBindings({{shared::kSourceTexels, recording.texels()},
                                           {shared::kSourceTables, tables},
                                           {shared::kSourceNodes, recording.nodes()}}));
    for (std::uint32_t i = 1; i < step.chunks.size(); ++i)
    {
        const StepChunk& chunk = step.chunks[i];
        const BufferRange results{buffers.results().handle(), chunk.results, chunk.resultBytes};
        if (const auto& mip = recording.passes.mips[chunk.mip])
            buffers.sets().update(i, makeBindings({{shared::kSumLights, recording.nodes()},
                                                   {shared::kSumTiles, wholeRange(mip->words.buffer())},
                                                   {shared::kSumWeights, wholeRange(mip->weights.buffer())},
                                                   {shared::kSumOutput, results}}));
        else
            buffers.sets().update(i, makeBindings({{shared::kSourceTexels, recording.texels()},
                                                   {shared::kSourceTables, tables},
                                                   {shared::kSourceOutput, results}}));
    }
}

void PrefilterJob::recordTables(VkCommandBuffer commands, const Step& step) const
{
    forEachTable(passesOf(step), [&](PrefilterBuffer& table) { table.recordCopy(commands, m_device.isHosts); });
}

shared::PrefilterSourceParams PrefilterJob::sourceParams(const Step& step) const
{
    const ProbeView& source = taskOf(step).source;
    shared::PrefilterSourceParams params{};
    params.texelCount = std::uint32_t(source.shape.texelCount());
    params.tableOffset = source.format == PN_FORMAT_RGBA8_SRGB ? shared::kByteValues : 0;
    params.zeroNegative = m_policy.zeroNegative ? 1 : 0;
    params.maximumBits = m_policy.maximumBits;
    return params;
}

void PrefilterJob::recordClear(VkCommandBuffer commands, const Step& step, StepBuffers& buffers) const
{
    const Device& device = m_device.device;
    const Recording recording{commands, step, passesOf(step), buffers};
    barrier(device, commands, kKernelReadWrite, kTransferWrite); // mips may still be made of the light before
    device.fn().vkCmdFillBuffer(commands, buffers.made().handle(), recording.lights.leastAt(),
                                std::uint64_t{16} * recording.count, ~0u);
}

void PrefilterJob::recordLight(VkCommandBuffer commands, const Step& step, StepBuffers& buffers) const
{
    const Device& device = m_device.device;
    const Recording recording{commands, step, passesOf(step), buffers};
    const PrefilterSourcePass& pass = *recording.passes.source;
    shared::PrefilterSourceParams params = sourceParams(step);
    const auto recordPart = [&](std::uint32_t part, std::uint32_t groups, const PrefilterLights::Blocks& blocks) {
        recording.lights.setNodes(params, blocks);
        bindKernel(device, commands, m_device.kernels.layout(),
                   m_device.kernels.source(part, taskOf(step).source.format, blocks.interleaved), buffers.sets()[0],
                   params);
        dispatchGroups(device, commands, groups, blocks.count);
        barrier(device, commands, kKernelReadWrite, kKernelReadWrite);
    };
    barrier(device, commands, kTransferWrite, kKernelReadWrite);
    recordPart(shared::kPartLeast, groupsFor((params.texelCount + shared::kTexelsPerLane - 1) / shared::kTexelsPerLane),
               {1, 0, recording.count});
    for (const PrefilterLights::Blocks& blocks : recording.lights.blocks())
    {
        recordPart(shared::kPartTexels, groupsFor(params.texelCount), blocks);
        for (std::uint32_t level = 1; level < pass.tables.grid.levels.size(); ++level)
        {
            pass.setLevel(params, level);
            recordPart(shared::kPartLevel, groupsOfLevel(params.hereSize), blocks);
        }
    }
}

void PrefilterJob::recordMips(VkCommandBuffer commands, const Step& step, std::span<const StepChunk> mips,
                              StepBuffers& buffers) const
{
    const Recording recording{commands, step, passesOf(step), buffers};
    barrier(m_device.device, commands, kResultsRead, kKernelWrite); // earlier results may still be stored
    for (const StepChunk& mip : mips)
        if (!recording.passes.mips[mip.mip])
            recordCopy(recording, mip);
    recordSums(recording, mips);
    barrier(m_device.device, commands, kKernelWrite, kTransferRead);
}

void PrefilterJob::recordCopy(const Recording& recording, const StepChunk& mip) const
{
    shared::PrefilterSourceParams params = sourceParams(recording.step);
    const auto texelsPerFace = std::uint32_t(mip.shape.texelsPerFace());
    params.copyBegin = mip.chunk.firstFace * texelsPerFace;
    params.copyEnd = params.copyBegin + mip.chunk.faceCount / recording.count * texelsPerFace;
    bindKernel(m_device.device, recording.commands, m_device.kernels.layout(),
               m_device.kernels.copy(taskOf(recording.step).source.format, mip.targetFormat),
               recording.buffers.sets()[1 + mip.mip], params);
    dispatchGroups(m_device.device, recording.commands, groupsFor(params.copyEnd - params.copyBegin), recording.count);
}

// The smallest mips first: they have the longest sums, and the others fill the device meanwhile.
void PrefilterJob::recordSums(const Recording& recording, std::span<const StepChunk> mips) const
{
    const Device& device = m_device.device;
    for (const PrefilterLights::Blocks& blocks : recording.lights.blocks())
    {
        for (auto chunk = mips.rbegin(); chunk != mips.rend(); ++chunk)
        {
            const auto& mip = recording.passes.mips[chunk->mip];
            if (!mip)
                continue;
            shared::PrefilterSumParams params = mip->params;
            params.firstSymmetry = chunk->chunk.firstFace * shared::kSymmetriesPerFace;
            recording.lights.setNodes(params, blocks);
            bindKernel(device, recording.commands, m_device.kernels.layout(),
                       m_device.kernels.sum(chunk->targetFormat, blocks.interleaved),
                       recording.buffers.sets()[1 + chunk->mip], params);
            const std::uint32_t symmetries = chunk->chunk.faceCount / recording.count * shared::kSymmetriesPerFace;
            device.fn().vkCmdDispatch(recording.commands, mip->tileCount,
                                      symmetries / (shared::kMostImages / blocks.interleaved), blocks.count);
        }
        barrier(device, recording.commands, kKernelWrite, kKernelWrite); // all blocks write to the same results
    }
}

void PrefilterJob::finish(const PreparedStep& prepared, StepBuffers&)
{
    if (!m_device.isHosts)
        forEachTable(passesOf(*prepared.step), [](PrefilterBuffer& table) { table.dropCopied(); });
}

} // namespace pn::vulkan

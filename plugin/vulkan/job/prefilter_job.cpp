#include "vulkan/job/prefilter_job.h"

#include "vulkan/passes/sh_project_kernels.h"

#include "core/cpu/prefilter_wave.h"
#include "core/error.h"

#include <algorithm>

namespace pn::vulkan {
namespace {

constexpr std::uint64_t kMaxCubemaps = 1024; // of a step
constexpr std::uint64_t kLightSteps = 4;     // lights may take so many times the bytes of a step

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

void dispatch(const Device& device, VkCommandBuffer commands, std::uint32_t groups, std::uint32_t blocks)
{
    const std::uint32_t x = std::min(groups, kMaxGridSide);
    device.fn().vkCmdDispatch(commands, x, (groups + x - 1) / x, blocks);
}

} // namespace

bool canPrefilter(const VkPhysicalDeviceLimits& limits, const PrefilterTask& task)
{
    constexpr std::uint32_t kMostTexels = 1024; // an edge of more has more levels than prefilter_sum has room for
    const std::uint64_t size = task.source.shape.width;
    const std::uint64_t nodes = 16 * 6 * (size * size + 2 * (size + 1) * (size + 1)); // at most
    return size <= kMostTexels && nodes <= limits.maxStorageBufferRange &&
           !std::ranges::all_of(task.mips, &PrefilterMip::isCopy);
}

// The commands of one step.
struct PrefilterJob::Recording
{
    VkCommandBuffer commands;
    const Step& step;
    const Passes& passes;
    StepBuffers& buffers;
    PrefilterLights lights;

    BufferRange nodes() const { return {buffers.made().handle(), 0, lights.nodeBytes()}; }
};

PrefilterJob::PrefilterJob(const PrefilterDevice& device, std::span<const PrefilterTask> tasks,
                           const TexelPolicy& policy, std::uint64_t stepBytes, WorkerTeam& team, const Monitor& monitor)
    : m_device(device), m_tasks(tasks), m_policy(policy), m_team(team)
{
    for (const PrefilterTask& task : tasks)
        m_probes.push_back({.mips = {&task.source, 1}, .targets = task.targets});
    for (std::uint32_t begin = 0; begin < tasks.size();)
    {
        std::uint32_t end = begin + 1;
        while (end < tasks.size() && areAlike(tasks[begin], tasks[end]))
            ++end;
        const Passes passes = passesOf(tasks[begin], monitor);
        addSteps(begin, end, stepBytes);
        m_passes.resize(m_steps.size(), passes);
        begin = end;
    }
}

PrefilterJob::Passes PrefilterJob::passesOf(const PrefilterTask& task, const Monitor& monitor)
{
    Passes passes{.source = m_device.passes.source(task.source.shape.width), .mips = {}};
    for (const std::uint32_t interleaved : {1u, kInterleaved})
        for (std::uint32_t part = shared::kPartLeast; part <= shared::kPartLevel; ++part)
            m_device.kernels.source(part, task.source.format, interleaved);
    for (std::size_t i = 0; i < task.mips.size(); ++i)
    {
        passes.mips.push_back(nullptr);
        if (task.mips[i].isCopy())
            continue;
        passes.mips.back() = m_device.passes.mip(task.mips[i], passes.source->tables.grid, m_team, monitor);
        if (!passes.mips.back())
            throw Error(PN_ERROR_CANCELLED, "cancelled by the caller");
        for (const std::uint32_t interleaved : {1u, kInterleaved})
            m_device.kernels.sum(task.targets[i].format, interleaved);
    }
    return passes;
}

void PrefilterJob::addSteps(std::uint32_t begin, std::uint32_t end, std::uint64_t stepBytes)
{
    const Step one = makeStep(begin, 1);
    const std::uint64_t lightBytes =
        std::min<std::uint64_t>(kLightSteps * stepBytes, m_device.device.limits().maxStorageBufferRange);
    const auto most = std::uint32_t(
        std::min({stepBytes / one.texelBytes, stepBytes / one.resultBytes, lightBytes / one.madeBytes, kMaxCubemaps}));
    while (begin < end)
    {
        const std::uint32_t count = std::clamp(most, 1u, end - begin);
        m_steps.push_back(makeStep(begin, count));
        begin += count;
    }
}

// One chunk of sources, and one of results per mip that has a lobe.
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
        if (task.mips[i].isCopy())
            continue;
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
    const Passes& passes = passesOf(step);
    const Recording recording{commands, step, passes, buffers,
                              PrefilterLights(*passes.source, step.groups.front().probeCount())};
    forEachTable(passes, [&](PrefilterBuffer& table) { table.recordCopy(commands); });
    recordSource(recording);
    recordSums(recording);
    barrier(m_device.device, commands, kKernelWrite, kTransferRead);
}

void PrefilterJob::recordSource(const Recording& recording) const
{
    const Device& device = m_device.device;
    const PrefilterSourcePass& pass = *recording.passes.source;
    const ProbeView& source = m_tasks[recording.step.groups.front().probes.front()].source;
    const std::uint32_t count = recording.step.groups.front().probeCount();
    const VkCommandBuffer commands = recording.commands;
    const auto set = recording.buffers.sets().update(
        0, makeBindings({{shared::kSourceTexels, {recording.buffers.texels().handle(), 0, recording.step.texelBytes}},
                         {shared::kSourceTables, wholeRange(pass.buffer.buffer())},
                         {shared::kSourceNodes, recording.nodes()}}));
    shared::PrefilterSourceParams params{};
    params.texelCount = std::uint32_t(source.shape.texelCount());
    params.tableOffset = source.format == PN_FORMAT_RGBA8_SRGB ? shared::kByteValues : 0;
    params.zeroNegative = m_policy.zeroNegative ? 1 : 0;
    params.maximumBits = m_policy.maximumBits;
    const auto recordPart = [&](std::uint32_t part, std::uint32_t groups) {
        for (const PrefilterLights::Blocks& blocks : recording.lights.blocks())
        {
            recording.lights.setNodes(params, blocks);
            bindKernel(device, commands, m_device.kernels.layout(),
                       m_device.kernels.source(part, source.format, blocks.interleaved), set, params);
            dispatch(device, commands, groups, blocks.count);
            barrier(device, commands, kKernelReadWrite, kKernelReadWrite);
        }
    };

    device.fn().vkCmdFillBuffer(commands, recording.buffers.made().handle(), recording.lights.leastAt(),
                                std::uint64_t{16} * count, ~0u);
    barrier(device, commands, kTransferWrite, kKernelReadWrite);
    recording.lights.setNodes(params, {1, 0, count});
    bindKernel(device, commands, m_device.kernels.layout(),
               m_device.kernels.source(shared::kPartLeast, source.format, 1), set, params);
    dispatch(device, commands, groupsFor((params.texelCount + shared::kTexelsPerLane - 1) / shared::kTexelsPerLane),
             count);
    barrier(device, commands, kKernelReadWrite, kKernelReadWrite);
    recordPart(shared::kPartTexels, groupsFor(params.texelCount));
    for (std::uint32_t level = 1; level < pass.tables.grid.levels.size(); ++level)
    {
        pass.setLevel(params, level);
        recordPart(shared::kPartLevel, groupsOfLevel(params.hereSize));
    }
}

void PrefilterJob::setSums(const Recording& recording) const
{
    for (std::uint32_t i = 1; i < recording.step.chunks.size(); ++i)
    {
        const StepChunk& chunk = recording.step.chunks[i];
        const PrefilterMipPass& mip = *recording.passes.mips[chunk.mip];
        const BufferRange results{recording.buffers.results().handle(), chunk.results, chunk.resultBytes};
        recording.buffers.sets().update(i, makeBindings({{shared::kSumLights, recording.nodes()},
                                                         {shared::kSumTiles, wholeRange(mip.words.buffer())},
                                                         {shared::kSumWeights, wholeRange(mip.weights.buffer())},
                                                         {shared::kSumOutput, results}}));
    }
}

// The smallest mips first: they have the longest sums, and the others fill the device meanwhile.
void PrefilterJob::recordSums(const Recording& recording) const
{
    const Device& device = m_device.device;
    setSums(recording);
    for (const PrefilterLights::Blocks& blocks : recording.lights.blocks())
    {
        for (std::size_t i = recording.step.chunks.size(); i-- > 1;)
        {
            const StepChunk& chunk = recording.step.chunks[i];
            const PrefilterMipPass& mip = *recording.passes.mips[chunk.mip];
            shared::PrefilterSumParams params = mip.params;
            recording.lights.setNodes(params, blocks);
            bindKernel(device, recording.commands, m_device.kernels.layout(),
                       m_device.kernels.sum(chunk.targetFormat, blocks.interleaved),
                       recording.buffers.sets()[std::uint32_t(i)], params);
            device.fn().vkCmdDispatch(recording.commands, mip.tileCount,
                                      shared::kSymmetries / (shared::kMostImages / blocks.interleaved), blocks.count);
        }
        barrier(device, recording.commands, kKernelWrite, kKernelWrite); // all blocks write to the same results
    }
}

void PrefilterJob::finish(const PreparedStep& prepared, StepBuffers&)
{
    forEachTable(passesOf(*prepared.step), [](PrefilterBuffer& table) { table.dropCopied(); });
    const std::vector<std::uint32_t>& probes = prepared.step->groups.front().probes;
    m_team.run(probes.size(), [&](std::uint32_t, std::size_t i) {
        const PrefilterTask& task = m_tasks[probes[i]];
        for (std::size_t mip = 0; mip < task.mips.size(); ++mip)
            if (task.mips[mip].isCopy())
                copyCubemap(task.source, task.targets[mip], m_policy);
    });
}

} // namespace pn::vulkan

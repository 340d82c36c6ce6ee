#include "vulkan/job/bc6h_job.h"

#include "core/cpu/cpu_backend.h"
#include "core/kernel/bc6h_format.h"
#include "vulkan/job/kernel_tests.h"

#include <algorithm>

namespace pn::vulkan {
namespace {

constexpr PnFormat kBlocks = PN_FORMAT_RGBA32F; // 16 bytes, as a block has

// Gradients with an edge and noise that grows; one texel in sixteen is any half, NaN and infinities among them.
constexpr std::uint32_t kTestEdge = 32;

std::vector<std::uint16_t> testTexels()
{
    std::vector<std::uint16_t> texels(std::size_t{4} * kTestEdge * kTestEdge);
    std::uint32_t random = 1;
    for (std::uint32_t i = 0; i < texels.size(); ++i)
    {
        random = random * 1664525 + 1013904223;
        const std::uint32_t x = i / 4 % kTestEdge, y = i / 4 / kTestEdge, noise = random >> 16 & ((1u << y / 4) - 1);
        texels[i] = std::uint16_t(random >> 28 == 0 ? random >> 8 : 0x2800 + 90 * (x + y) + 500 * (i % 4) + noise);
        if ((x + 2 * y) % 32 > 15)
            texels[i] ^= 0x8400;
    }
    return texels;
}

} // namespace

Bc6hJob::Bc6hJob(Device& device, Bc6hKernels& kernels, const Bc6hTask& task, std::uint64_t stepBytes)
    : m_device(device), m_kernels(kernels), m_pipeline(kernels.pipeline(task.effort, task.isSigned))
{
    const ProbeView& picture = task.picture;
    const std::uint32_t width = picture.shape.width, height = picture.shape.height;
    const std::uint64_t rowBytes = 4 * std::uint64_t{width} * formatBytes(picture.format);
    const auto stripRows = std::uint32_t(std::clamp<std::uint64_t>(stepBytes / rowBytes, 1, task.rows()));
    const std::size_t blockRowBytes = std::size_t{bc6h::kBlockBytes} * task.columns();
    for (std::uint32_t row = 0; row < task.rows(); row += stripRows)
    {
        const std::uint32_t rows = std::min(stripRows, task.rows() - row);
        m_strips.push_back({Shape::equirect(width, std::min(4 * rows, height - 4 * row)),
                            picture.format,
                            picture.rowPitch,
                            {picture.faces[0] + std::size_t{4} * row * picture.rowPitch}});
        m_targets.push_back({kBlocks, blockRowBytes, {task.blocks + row * blockRowBytes}});
    }
    m_probes.resize(m_strips.size());
    for (std::size_t i = 0; i < m_strips.size(); ++i)
    {
        m_probes[i] = {.mips = {&m_strips[i], 1}, .targets = {&m_targets[i], 1}};
        addStep(m_strips[i].shape, Shape::equirect(task.columns(), (m_strips[i].shape.height + 3) / 4));
    }
}

void Bc6hJob::addStep(const Shape& texels, const Shape& blocks)
{
    const auto index = std::uint32_t(m_steps.size());
    Step step;
    step.groups.push_back({.kind = {.shape = texels, .format = m_strips[index].format}, .probes = {index}});
    step.texelBytes = step.inputBytes = m_strips[index].bytes();
    step.resultBytes = blocks.texelCount() * bc6h::kBlockBytes;
    step.finishedProbes = index + 1;
    StepChunk chunk{.shape = texels, .format = m_strips[index].format, .chunk = {.faceCount = 1}};
    chunk.texelBytes = step.texelBytes;
    step.chunks.push_back(chunk);
    chunk.shape = blocks;
    chunk.targetFormat = kBlocks;
    chunk.isNormalized = chunk.isMade = true;
    chunk.resultBytes = step.resultBytes;
    step.chunks.push_back(chunk);
    m_steps.push_back(std::move(step));
}

StepSizes Bc6hJob::largestSizes() const
{
    return {m_steps.front().texelBytes, 0, m_steps.front().resultBytes, 0, 1};
}

PreparedStep Bc6hJob::prepare(const Step& step)
{
    PreparedStep prepared;
    prepared.step = &step;
    return prepared;
}

void Bc6hJob::recordPasses(VkCommandBuffer commands, const PreparedStep& prepared, StepBuffers& buffers)
{
    const Step& step = *prepared.step;
    const VkDescriptorSet set =
        buffers.sets().update(0, m_kernels.bindings({buffers.texels().handle(), 0, step.texelBytes},
                                                    {buffers.results().handle(), 0, step.resultBytes}));
    m_kernels.recordTables(commands);
    barrier(m_device, commands, kResultsRead, kKernelWrite); // earlier blocks may still be stored
    const Shape& texels = step.chunks.front().shape;
    m_kernels.record(commands, m_pipeline, set, texels.width, texels.height);
    barrier(m_device, commands, kKernelWrite, kTransferRead);
}

Bc6hKernelTest::Bc6hKernelTest(Device& device, Bc6hKernels& kernels, std::uint32_t effort, bool isSigned)
    : m_layout(kernels.layout()), m_effort(effort), m_isSigned(isSigned), m_texels(testTexels()),
      m_blocks(m_texels.size() / 4), m_job(device, kernels, task(m_blocks), kTestBytes)
{
}

Bc6hTask Bc6hKernelTest::task(std::vector<std::byte>& blocks) const
{
    const auto* texels = reinterpret_cast<const std::byte*>(m_texels.data());
    return {.picture = {Shape::equirect(kTestEdge, kTestEdge), PN_FORMAT_RGBA16F, std::size_t{8} * kTestEdge, {texels}},
            .effort = m_effort,
            .isSigned = m_isSigned,
            .blocks = blocks.data()};
}

bool Bc6hKernelTest::passes() const
{
    std::vector<std::byte> expected(m_blocks.size());
    CpuBackend(1).encodeBc6h(task(expected));
    return m_blocks == expected;
}

} // namespace pn::vulkan

#include "vulkan/recorded_test.h"

#include "core/cpu_backend.h"

#include <cstring>

namespace pn::vulkan {
namespace {

constexpr std::uint64_t kChunkBytes = 1u << 20; // all of the test's texels at once

class BufferSource final : public TexelSource
{
public:
    BufferSource(Device& device, const Buffer& from, const Buffer& to) : m_device(device), m_from(from), m_to(to) {}

    void recordLoad(VkCommandBuffer commands, const TexelPiece&) override
    {
        const VkBufferCopy copy{0, 0, m_from.size()};
        m_device.fn().vkCmdCopyBuffer(commands, m_from.handle(), m_to.handle(), 1, &copy);
        barrier(m_device, commands, kTransferWrite, kKernelRead);
    }

private:
    Device& m_device;
    const Buffer& m_from;
    const Buffer& m_to;
};

class BufferTarget final : public TexelTarget
{
public:
    BufferTarget(Device& device, const Buffer& to) : m_device(device), m_to(to) {}

    void recordStore(VkCommandBuffer commands, const TexelPiece&, const Buffer& from) override
    {
        const VkBufferCopy copy{0, 0, m_to.size()};
        m_device.fn().vkCmdCopyBuffer(commands, from.handle(), m_to.handle(), 1, &copy);
        barrier(m_device, commands, kTransferWrite, kHostRead);
    }

private:
    Device& m_device;
    const Buffer& m_to;
};

RecordedPlan testPlan(const RecordedPlan& like, const Shape& shape)
{
    RecordedPlan plan = like;
    plan.shape = shape;
    plan.mipCount = 1;
    plan.chunkBytes = kChunkBytes;
    if (!plan.denominators.empty())
        plan.denominators.resize(1);
    return plan;
}

} // namespace

RecordedTest::RecordedTest(Device& device, ProjectKernels& projectKernels, DivideKernels& divideKernels,
                           const RecordedPlan& like, const Shape& shape)
    : m_device(device), m_test(shape, like.format), m_view(m_test.view()), m_divided(m_view),
      m_plan(testPlan(like, m_view.shape)), m_job(device, projectKernels, divideKernels, m_plan),
      m_input(device, m_view.bytes(), MemoryKind::Upload)
{
    std::memcpy(m_input.mapped(), m_view.faces[0], m_input.size());
    m_input.flush();
    if (!m_plan.denominators.empty())
        m_output = std::make_unique<Buffer>(device, m_divided.texels().size(), MemoryKind::Readback);
}

void RecordedTest::record(VkCommandBuffer commands)
{
    BufferSource source(m_device, m_input, m_job.texels());
    if (!m_output)
        return m_job.record(commands, source, nullptr);
    BufferTarget target(m_device, *m_output);
    m_job.record(commands, source, &target);
}

ProbeResult RecordedTest::expect()
{
    NullMonitor monitor;
    CpuBackend cpu(1);
    if (!m_output)
    {
        ProbeResult result;
        cpu.project({&m_view, 1}, m_plan.settings, {&result, 1}, monitor);
        return result;
    }
    NormalizeJob like;
    like.settings = m_plan.settings;
    like.denominators = m_plan.denominators;
    NormalizeResult result;
    cpu.normalize(m_divided.job(like), result, monitor);
    return result.projection;
}

bool RecordedTest::passes()
{
    if (!sameBits(expect(), m_job.readResult()))
        return false;
    if (!m_output)
        return true;
    m_output->invalidate();
    return std::memcmp(m_output->mapped(), m_divided.texels().data(), m_divided.texels().size()) == 0;
}

} // namespace pn::vulkan

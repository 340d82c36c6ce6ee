// The compression of a picture in steps, for a stream: each takes some rows of blocks.
#pragma once

#include "vulkan/job/stream.h"
#include "vulkan/passes/bc6h_encode.h"

namespace pn::vulkan {

class Bc6hJob final : public StreamWork
{
public:
    // The task's texels are RGBA16F.
    Bc6hJob(Device& device, Bc6hKernels& kernels, const Bc6hTask& task, std::uint64_t stepBytes);

    // Each strip of the picture is one, whose target are its blocks.
    std::span<const ProbeTask> probes() const { return m_probes; }
    std::span<const Step> steps() const override { return m_steps; }
    StepSizes largestSizes() const override;
    PreparedStep prepare(const Step& step) override;
    void recordPasses(VkCommandBuffer commands, const PreparedStep& prepared, StepBuffers& buffers) override;
    void finish(const PreparedStep&, StepBuffers&) override {}

private:
    void addStep(const Shape& texels, const Shape& blocks);

    Device& m_device;
    Bc6hKernels& m_kernels;
    const ComputePipeline& m_pipeline;
    std::vector<ProbeView> m_strips;
    std::vector<CubemapTarget> m_targets;
    std::vector<ProbeTask> m_probes;
    std::vector<Step> m_steps;
};

// The kernel's blocks of a small picture of difficult texels beside the CPU's.
class Bc6hKernelTest
{
public:
    Bc6hKernelTest(Device& device, Bc6hKernels& kernels, std::uint32_t effort, bool isSigned);

    const PipelineLayout& layout() const { return m_layout; }
    StreamWork& work() { return m_job; }
    std::span<const ProbeTask> probes() const { return m_job.probes(); }
    bool passes() const;

private:
    Bc6hTask task(std::vector<std::byte>& blocks) const;

    const PipelineLayout& m_layout;
    std::uint32_t m_effort;
    bool m_isSigned;
    std::vector<std::uint16_t> m_texels;
    std::vector<std::byte> m_blocks;
    Bc6hJob m_job;
};

} // namespace pn::vulkan

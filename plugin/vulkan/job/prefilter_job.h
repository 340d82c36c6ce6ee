// Prefiltering in steps: for a stream, or in parts for a host's frames.
#pragma once

#include "vulkan/job/stream.h"
#include "vulkan/passes/prefilter.h"

namespace pn::vulkan {

// The objects that a job uses. All of them must outlive the job.
struct PrefilterDevice
{
    Device& device;
    PrefilterKernels& kernels;
    PrefilterPasses& passes;
    bool isHosts = false; // recordings may be in flight together, and any of them may never run
};

// Whether a device's kernels and buffers have room for cubemaps of such a size.
bool canPrefilter(const VkPhysicalDeviceLimits& limits, std::uint32_t sourceSize);

class PrefilterJob final : public StreamWork
{
public:
    // Works out tables that are not there yet. Throws Error(PN_ERROR_CANCELLED) if the caller stops that.
    PrefilterJob(const PrefilterDevice& device, std::span<const PrefilterTask> tasks, const TexelPolicy& policy,
                 std::uint64_t stepBytes, WorkerTeam& team, const Monitor& monitor);

    std::span<const ProbeTask> probes() const { return m_probes; }
    std::span<const Step> steps() const override { return m_steps; }
    StepSizes largestSizes() const override;
    PreparedStep prepare(const Step& step) override;
    void recordPasses(VkCommandBuffer commands, const PreparedStep& prepared, StepBuffers& buffers) override;
    void finish(const PreparedStep& prepared, StepBuffers& buffers) override;

    // What recordPasses records, in parts; the buffers' sets come first. A step's first chunk is the source, and one
    // per mip follow.
    void makeSets(const Step& step, StepBuffers& buffers);
    void recordTables(VkCommandBuffer commands, const Step& step) const;
    void recordClear(VkCommandBuffer commands, const Step& step, StepBuffers& buffers) const; // before recordLight
    void recordLight(VkCommandBuffer commands, const Step& step, StepBuffers& buffers) const;
    void recordMips(VkCommandBuffer commands, const Step& step, std::span<const StepChunk> mips,
                    StepBuffers& buffers) const;

private:
    // What steps of equal tasks use.
    struct Passes
    {
        std::shared_ptr<PrefilterSourcePass> source;
        std::vector<std::shared_ptr<PrefilterMipPass>> mips; // null where texels are copied
    };
    struct Recording;

    template <typename Call>
    static void forEachTable(const Passes& passes, Call&& call)
    {
        call(passes.source->buffer);
        for (const auto& mip : passes.mips)
            if (mip)
            {
                call(mip->words);
                call(mip->weights);
            }
    }

    Passes passesOf(const PrefilterTask& task, WorkerTeam& team, const Monitor& monitor);
    void addSteps(std::uint32_t begin, std::uint32_t end, std::uint64_t stepBytes);
    Step makeStep(std::uint32_t first, std::uint32_t count) const;
    const Passes& passesOf(const Step& step) const { return m_passes[std::size_t(&step - m_steps.data())]; }
    const PrefilterTask& taskOf(const Step& step) const { return m_tasks[step.groups.front().probes.front()]; }
    shared::PrefilterSourceParams sourceParams(const Step& step) const;
    void recordCopy(const Recording& recording, const StepChunk& mip) const;
    void recordSums(const Recording& recording, std::span<const StepChunk> mips) const;

    PrefilterDevice m_device;
    std::span<const PrefilterTask> m_tasks;
    TexelPolicy m_policy;
    std::vector<ProbeTask> m_probes;
    std::vector<Step> m_steps;
    std::vector<Passes> m_passes; // of each step
    bool m_hasSets = false;
};

} // namespace pn::vulkan

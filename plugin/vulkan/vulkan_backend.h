// The backend on a Vulkan device that the library created itself. Projection and normalization are jobs on its stream.
#pragma once

#include "vulkan/device/pipeline_cache.h"
#include "vulkan/job/bc6h_job.h"
#include "vulkan/job/kernel_tests.h"
#include "vulkan/job/prefilter_job.h"

namespace pn::vulkan {

struct BackendOptions
{
    bool subgroups = true;
    std::uint64_t chunkBytes = 0;         // texels per submission; 0: chosen for the device
    std::chrono::milliseconds timeout{0}; // 0: chosen for the device
    std::uint32_t threadCount = 0;        // for copying texels into staging memory
    KeptStore kernels;                    // where compiled kernels are kept from run to run
    KeptStore tables = {};                // and tables of prefiltering
};

// Texel bytes of one submission where the caller asks for none.
std::uint64_t defaultChunkBytes(const PhysicalDevice& device);

class VulkanBackend final : public Backend
{
public:
    VulkanBackend(std::unique_ptr<Device> device, const BackendOptions& options, Log log);

    BackendTimes project(std::span<const ProbeView> probes, const ProjectSettings& settings,
                         std::span<ProbeResult> results, Monitor& monitor) override;
    BackendTimes normalize(std::span<const ProbeTask> tasks, const ProjectSettings& settings,
                           std::span<NormalizeResult> results, Monitor& monitor) override;

    BackendTimes prefilter(std::span<const PrefilterTask> tasks, const TexelPolicy& policy, Monitor& monitor) override;

    void encodeBc6h(const Bc6hTask& task) override;

    bool canEncodeBc6h(const Bc6hTask& task) const override;
    bool canPrefilter(const PrefilterTask& task) const override;
    bool canMakeMips(const ProbeTask& task) const override;
    bool passesSelfTest(const ProbeTask& task, const ProjectSettings& settings) override;

    bool passesSelfTest(const PrefilterTask& task, const TexelPolicy& policy) override;

    bool passesSelfTest(const Bc6hTask& task) override;

    bool isReproducible() override;
    std::string name() const override;
    std::uint32_t subgroupSize() const override;

private:
    // The kernels, and the objects that depend on them.
    struct Kernels
    {
        Kernels(Device& device, bool subgroups, bool exactHalves, const KeptStore& tables)
            : project(device, subgroups, exactHalves), normalize(device, exactHalves), prefilter(device),
              passes(device, project), prefilterPasses(device, tables), bc6h(device)
        {
        }

        ShProjectKernels project;
        NormalizeKernels normalize;
        PrefilterKernels prefilter;
        PassCache passes;
        PrefilterPasses prefilterPasses;
        Bc6hKernels bc6h;
    };

    BackendTimes run(std::span<const ProbeTask> tasks, JobDesc desc, const Job::Receive& receive, Monitor& monitor);
    bool passesSelfTest(const PlanProbe& probe, const ProjectSettings& settings);
    bool passes(const TestKey& key, const PlanProbe& probe, const ProjectSettings& settings);
    bool runTest(const TestKey& key, const PlanProbe& probe, const ProjectSettings& settings);
    template <typename Test>
    bool run(Test& test);
    void warnOfBits(bool passed) const;
    void disableHardwareHalves();
    void dropWork();

    std::unique_ptr<Device> m_device;
    std::uint64_t m_chunkBytes;
    BackendOptions m_options;
    Log m_log;
    std::unique_ptr<PipelineCache> m_pipelineCache; // null without a folder for it
    bool m_usesHardwareHalves = true;               // until a self-test fails
    std::unique_ptr<Kernels> m_kernels;
    Stream m_stream; // declared after the kernels, because its slots use them
    KernelTests m_tests;
};

} // namespace pn::vulkan

// The self-tests of kernels: which tests a job needs, what they run, and their results. Our own devices and host
// devices share them.
#pragma once

#include "core/self_test.h"
#include "vulkan/job/prefilter_job.h"

#include <map>
#include <optional>

namespace pn::vulkan {

// Identifies one kernel of a job by everything that fixes its pipeline. Normalize's two, for workgroups of one face and
// of several, are tested together: hasOneFace is false.
struct TestKey
{
    enum class Pass
    {
        Project,
        Combine, // has no variants
        Normalize,
        MakeMip,   // with the division of what it makes
        Prefilter, // both kernels
        Bc6h
    };

    Pass pass = Pass::Project;
    ShProjectVariant project;   // of Pass::Project
    NormalizeVariant normalize; // of Pass::Normalize and Pass::MakeMip
    std::uint32_t madeOf = 0;   // of Pass::MakeMip and Pass::Prefilter: shared::kTexel... of the given mips
    std::uint32_t filtered = 0; // of Pass::Prefilter: shared::kTexel... of the results
    std::uint32_t effort = 0;   // of Pass::Bc6h
    bool isSigned = false;      // of Pass::Bc6h

    auto operator<=>(const TestKey&) const = default;
};

inline constexpr std::uint64_t kTestBytes = 1u << 21; // of a step: large enough for all texels of a test

// The kernels that such a probe uses.
std::vector<TestKey> testKeys(const ShProjectKernels& kernels, const PlanProbe& probe, const ProjectSettings& settings);

// Both kernels of prefiltering.
TestKey prefilterTestKey(PnFormat source, PnFormat target);

// The results of self-tests, by kernel.
class KernelTests
{
public:
    std::optional<bool> result(const TestKey& key) const; // empty: not tested yet
    void setResult(const TestKey& key, bool passed) { m_results[key] = passed; }
    bool isAnyKnown() const { return !m_results.empty(); }
    bool haveAllPassed() const;
    void clear() { m_results.clear(); }

private:
    std::map<TestKey, bool> m_results;
};

// One self-test: the work on a small probe with difficult texels, and the bits that the CPU backend computes for it.
class KernelTest
{
public:
    // prototype: a probe of the job whose kernel is tested.
    KernelTest(Device& device, ShProjectKernels& projectKernels, NormalizeKernels& normalizeKernels, const TestKey& key,
               const PlanProbe& prototype, const ProjectSettings& settings);

    const TestKey& key() const { return m_key; }
    const PipelineLayout& layout() const { return m_layout; }
    StreamWork& work() { return m_work; } // of one step
    std::span<const ProbeTask> probes() const { return {&m_task, 1}; }

    // Call it when the work is finished: whether the device computed the bits of the CPU backend, in its results and in
    // the texels that it wrote.
    bool passes() const;

private:
    ProbeTask makeTask();

    TestKey m_key;
    const PipelineLayout& m_layout;
    ProjectSettings m_settings;
    std::vector<shared::DenominatorParams> m_lobes; // empty: nothing is normalized
    SelfTest m_test;
    ProbeView m_view;
    bool m_makesMips;
    std::optional<NormalizeTest> m_onDevice;
    ProbeTask m_task;
    NormalizeResult m_result;
    PassCache m_passes;
    Job::Receive m_receive;
    JobWork m_work;
};

// The same for prefiltering so many cubemaps side by side.
class PrefilterKernelTest
{
public:
    PrefilterKernelTest(Device& device, PrefilterKernels& kernels, PnFormat source, PnFormat target,
                        const TexelPolicy& policy, std::uint32_t cubemapCount);

    const PipelineLayout& layout() const { return m_layout; }
    StreamWork& work() { return m_job; }
    std::span<const ProbeTask> probes() const { return m_job.probes(); }
    bool passes() const;

private:
    const PipelineLayout& m_layout;
    TexelPolicy m_policy;
    SelfTest m_test;
    PrefilterTest m_onDevice, m_onCpu;
    PrefilterPasses m_passes;
    WorkerTeam m_team;
    PrefilterJob m_job;
};

// A self-test on a host device, where we cannot submit. It is recorded together with the first jobs, and its result is
// read after these have run.
template <typename Test>
class RecordedTest
{
public:
    template <typename... Arguments>
    explicit RecordedTest(Device& device, Arguments&&... arguments)
        : m_test(device, arguments...),
          m_buffers(device, m_test.layout(), m_test.work().largestSizes(), StepBuffers::HostAccess::Staged),
          m_source(device, m_buffers), m_target(device, m_buffers),
          m_prepared(m_test.work().prepare(m_test.work().steps().front()))
    {
        m_source.write(*m_prepared.step, m_test.probes(), m_team);
    }

    const TestKey& key() const { return m_test.key(); }

    void record(VkCommandBuffer commands)
    {
        m_source.recordLoad(commands, *m_prepared.step, m_buffers.texels());
        m_test.work().recordPasses(commands, m_prepared, m_buffers);
        m_target.recordStore(commands, *m_prepared.step, m_buffers.results());
    }

    bool passes() // call it when the device is done
    {
        m_target.read(*m_prepared.step, m_test.probes(), m_team);
        m_test.work().finish(m_prepared, m_buffers);
        return m_test.passes();
    }

private:
    WorkerTeam m_team{1};
    Test m_test;
    StepBuffers m_buffers;
    HostSource m_source;
    HostTarget m_target;
    PreparedStep m_prepared;
};

} // namespace pn::vulkan

// The self-tests of kernels: which tests a job needs, what they run, and their results. Our own devices and host
// devices share them.
#pragma once

#include "core/self_test.h"
#include "vulkan/job/host_rows.h"
#include "vulkan/job/job.h"

#include <map>
#include <optional>

namespace pn::vulkan {

// Identifies one kernel of a job by everything that fixes its pipeline.
struct TestKey
{
    enum class Pass
    {
        Project,
        Combine, // has no variants
        Normalize,
        MakeMip,  // with the division of what it makes
        Prefilter // both kernels
    };

    Pass pass = Pass::Project;
    ShProjectVariant project;   // of Pass::Project
    NormalizeVariant normalize; // of Pass::Normalize and Pass::MakeMip
    std::uint32_t madeOf = 0;   // of Pass::MakeMip and Pass::Prefilter: shared::kTexel... of the given mips
    std::uint32_t filtered = 0; // of Pass::Prefilter: shared::kTexel... of the results

    auto operator<=>(const TestKey&) const = default;
};

inline constexpr std::uint64_t kTestBytes = 1u << 20; // of a step: large enough for all texels of a test

// The kernels that such a probe uses.
std::vector<TestKey> testKeys(const ShProjectKernels& kernels, const PlanProbe& probe, const ProjectSettings& settings);

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

// One self-test: a small probe with difficult texels, and the bits that the CPU backend computes for it.
class KernelTest
{
public:
    // prototype: a probe of the job whose kernel is tested.
    KernelTest(const TestKey& key, const ShProjectKernels& kernels, const PlanProbe& prototype,
               const ProjectSettings& settings);

    ProbeTask task(); // what the device must run
    PlanProbe planProbe() { return makePlanProbe(task()); }
    const ProjectSettings& settings() const { return m_settings; }

    // Whether the device computed the bits of the CPU backend, in its results and in the texels that it wrote for
    // task().
    bool passes(const NormalizeResult& actual);

private:
    ProjectSettings m_settings;
    std::vector<shared::DenominatorParams> m_lobes; // empty: nothing is normalized
    SelfTest m_test;
    ProbeView m_view;
    bool m_makesMips;
    std::optional<NormalizeTest> m_onDevice;
};

// A self-test on a host device, where we cannot submit. It is recorded together with the first jobs, and its result is
// read after these have run.
class RecordedTest
{
public:
    RecordedTest(Device& device, ShProjectKernels& projectKernels, NormalizeKernels& normalizeKernels,
                 const TestKey& key, const PlanProbe& prototype, const ProjectSettings& settings);

    const TestKey& key() const { return m_key; }
    void record(VkCommandBuffer commands);
    bool passes(); // call it when the device is done

private:
    TestKey m_key;
    KernelTest m_test;
    PassCache m_passes;
    Job m_job; // of one step
    StepBuffers m_buffers;
    HostSource m_source;
    HostTarget m_target;
    PreparedStep m_prepared;
};

} // namespace pn::vulkan

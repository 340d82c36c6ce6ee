// The self-tests of kernels: which a job needs, what they run, and how they ended. Own and host-provided devices share
// them.
#pragma once

#include "vulkan/job/job.h"

#include "core/cpu/self_test.h"

#include <map>
#include <optional>

namespace pn::vulkan {

// One of a job's kernels, by what fixes its pipeline.
struct TestKey
{
    enum class Pass
    {
        Project,
        Combine, // one kernel for all variants
        Normalize
    };

    Pass pass = Pass::Project;
    ShProjectVariant project;   // of Pass::Project
    NormalizeVariant normalize; // of Pass::Normalize

    auto operator<=>(const TestKey&) const = default;
};

// The kernels that such a probe goes through.
std::vector<TestKey> testKeys(const ShProjectKernels& kernels, const PlanProbe& probe, const ProjectSettings& settings);

// How tests ended, by kernel.
class KernelTests
{
public:
    std::optional<bool> result(const TestKey& key) const; // none: not tested yet
    void setResult(const TestKey& key, bool passed) { m_results[key] = passed; }
    bool isAnyKnown() const { return !m_results.empty(); }
    bool haveAllPassed() const;
    void clear() { m_results.clear(); }

private:
    std::map<TestKey, bool> m_results;
};

// One test: a small hostile probe, and the bits that the CPU backend gives for it.
class KernelTest
{
public:
    // prototype: a probe of the job whose kernel is tested.
    KernelTest(const TestKey& key, const ShProjectKernels& kernels, const PlanProbe& prototype,
               const ProjectSettings& settings);

    ProbeTask task(); // for the device
    PlanProbe planProbe() { return makePlanProbe(task()); }
    const ProjectSettings& settings() const { return m_settings; }

    // Whether the device's results, and the texels that it wrote for task(), have the CPU's bits.
    bool passes(const NormalizeResult& actual);

private:
    ProjectSettings m_settings;
    std::vector<shared::DenominatorParams> m_lobes; // none: nothing is normalized
    SelfTest m_test;
    ProbeView m_view;
    std::optional<NormalizeTest> m_onDevice;
};

} // namespace pn::vulkan

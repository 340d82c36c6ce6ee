#include "vulkan/job/kernel_tests.h"

#include "core/cpu/cpu_backend.h"

namespace pn::vulkan {
namespace {

using Pass = TestKey::Pass;

// A small shape that uses the kernel to be tested.
Shape testShape(Pass pass, const ShProjectKernels& kernels, const Shape& shape, std::uint32_t bands)
{
    switch (pass)
    {
    case Pass::Project: return kernels.testShape(shape, bands);
    case Pass::Combine: return SelfTest::wideShape();
    case Pass::MakeMip: return Shape::cubemap(2 * SelfTest::smallShape(true).width); // the mips as Pass::Normalize's
    default: return SelfTest::smallShape(true);
    }
}

std::vector<shared::DenominatorParams> testLobes(Pass pass, const PlanProbe& prototype)
{
    if (pass != Pass::Normalize && pass != Pass::MakeMip)
        return {};
    return {*prototype.lobes};
}

} // namespace

std::vector<TestKey> testKeys(const ShProjectKernels& kernels, const PlanProbe& probe, const ProjectSettings& settings)
{
    std::vector<TestKey> keys;
    if (probe.isProjected())
        keys.push_back({.project = kernels.variant(probe.shape, probe.format, settings), .normalize = {}});
    if (probe.isProjected() && isCombined(probe.shape))
        keys.push_back({.pass = Pass::Combine, .project = {}, .normalize = {}});
    if (probe.isNormalized)
        keys.push_back({.pass = Pass::Normalize,
                        .project = {},
                        .normalize = normalizeVariant(probe.format, normalizedFormat(probe.format),
                                                      probe.lobes->isRgb != 0, settings)});
    if (probe.madeMips > 0)
        keys.push_back({.pass = Pass::MakeMip,
                        .project = {},
                        .normalize = normalizeVariant(kMadeFormat, normalizedFormat(probe.format),
                                                      probe.lobes->isRgb != 0, settings),
                        .madeOf = texelKind(probe.format)});
    return keys;
}

TestKey prefilterTestKey(PnFormat source, PnFormat target)
{
    return {.pass = Pass::Prefilter,
            .project = {},
            .normalize = {},
            .madeOf = texelKind(source),
            .filtered = texelKind(target)};
}

std::optional<bool> KernelTests::result(const TestKey& key) const
{
    const auto found = m_results.find(key);
    return found != m_results.end() ? std::optional(found->second) : std::nullopt;
}

bool KernelTests::haveAllPassed() const
{
    return std::all_of(m_results.begin(), m_results.end(), [](const auto& entry) { return entry.second; });
}

KernelTest::KernelTest(Device& device, ShProjectKernels& projectKernels, NormalizeKernels& normalizeKernels,
                       const TestKey& key, const PlanProbe& prototype, const ProjectSettings& settings)
    : m_key(key), m_layout(projectKernels.layout()), m_settings(settings), m_lobes(testLobes(key.pass, prototype)),
      m_test(testShape(key.pass, projectKernels, prototype.shape, settings.bands), prototype.format),
      m_view(m_test.view()), m_makesMips(key.pass == Pass::MakeMip), m_task(makeTask()),
      m_passes(device, projectKernels),
      m_receive([this](std::uint32_t, const ProbeResult& projection, std::vector<std::uint32_t> steps) {
          m_result = {projection, std::move(steps)};
      }),
      m_work({device, projectKernels, normalizeKernels, m_passes}, {{makePlanProbe(m_task)}, settings, kTestBytes},
             m_receive)
{
}

ProbeTask KernelTest::makeTask()
{
    if (m_lobes.empty())
        return {.mips = {&m_view, 1}};
    m_onDevice.emplace(m_view, m_makesMips);
    return m_onDevice->task(m_lobes);
}

bool KernelTest::passes() const
{
    NullMonitor monitor;
    CpuBackend cpu(1);
    NormalizeResult expected;
    if (!m_onDevice)
    {
        cpu.project({&m_view, 1}, m_settings, {&expected.projection, 1}, monitor);
        return sameBits(expected.projection, m_result.projection);
    }
    NormalizeTest onCpu(m_view, m_makesMips);
    const ProbeTask task = onCpu.task(m_lobes);
    cpu.normalize({&task, 1}, m_settings, {&expected, 1}, monitor);
    return onCpu.sameBits(*m_onDevice) && sameBits(expected.projection, m_result.projection) &&
           expected.deringSteps == m_result.deringSteps;
}

PrefilterKernelTest::PrefilterKernelTest(Device& device, PrefilterKernels& kernels, PnFormat source, PnFormat target,
                                         const TexelPolicy& policy, std::uint32_t cubemapCount)
    : m_layout(kernels.layout()), m_policy(policy), m_test(PrefilterTest::shape(), source),
      m_onDevice(m_test.view(), target, cubemapCount), m_onCpu(m_test.view(), target, 1), m_passes(device), m_team(1),
      m_job({device, kernels, m_passes, true}, m_onDevice.tasks(), policy, kTestBytes, m_team, NullMonitor())
{
}

bool PrefilterKernelTest::passes() const
{
    NullMonitor monitor;
    CpuBackend(1).prefilter(m_onCpu.tasks(), m_policy, monitor);
    return m_onDevice.allHaveBitsOf(m_onCpu);
}

} // namespace pn::vulkan

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

std::optional<bool> KernelTests::result(const TestKey& key) const
{
    const auto found = m_results.find(key);
    return found != m_results.end() ? std::optional(found->second) : std::nullopt;
}

bool KernelTests::haveAllPassed() const
{
    return std::all_of(m_results.begin(), m_results.end(), [](const auto& entry) { return entry.second; });
}

KernelTest::KernelTest(const TestKey& key, const ShProjectKernels& kernels, const PlanProbe& prototype,
                       const ProjectSettings& settings)
    : m_settings(settings), m_lobes(testLobes(key.pass, prototype)),
      m_test(testShape(key.pass, kernels, prototype.shape, settings.bands), prototype.format), m_view(m_test.view()),
      m_makesMips(key.pass == Pass::MakeMip)
{
    if (!m_lobes.empty())
        m_onDevice.emplace(m_view, m_makesMips);
}

ProbeTask KernelTest::task()
{
    return m_onDevice ? m_onDevice->task(m_lobes) : ProbeTask{.mips = {&m_view, 1}};
}

bool KernelTest::passes(const NormalizeResult& actual)
{
    NullMonitor monitor;
    CpuBackend cpu(1);
    NormalizeResult expected;
    if (!m_onDevice)
    {
        cpu.project({&m_view, 1}, m_settings, {&expected.projection, 1}, monitor);
        return sameBits(expected.projection, actual.projection);
    }
    NormalizeTest onCpu(m_view, m_makesMips);
    const ProbeTask task = onCpu.task(m_lobes);
    cpu.normalize({&task, 1}, m_settings, {&expected, 1}, monitor);
    return onCpu.sameBits(*m_onDevice) && sameBits(expected.projection, actual.projection) &&
           expected.deringSteps == actual.deringSteps;
}

RecordedTest::RecordedTest(Device& device, ShProjectKernels& projectKernels, NormalizeKernels& normalizeKernels,
                           const TestKey& key, const PlanProbe& prototype, const ProjectSettings& settings)
    : m_key(key), m_test(key, projectKernels, prototype, settings), m_passes(device, projectKernels),
      m_job({device, projectKernels, normalizeKernels, m_passes}, {{m_test.planProbe()}, settings, kTestBytes}),
      m_buffers(device, projectKernels.layout(), m_job.largestSizes(), StepBuffers::HostAccess::Staged),
      m_source(device, m_buffers), m_target(device, m_buffers), m_prepared(m_job.prepare(m_job.steps().front()))
{
    WorkerTeam team(1);
    const ProbeTask task = m_test.task();
    m_source.write(*m_prepared.step, {&task, 1}, team);
}

void RecordedTest::record(VkCommandBuffer commands)
{
    const Step& step = *m_prepared.step;
    m_source.recordLoad(commands, step, m_buffers.texels());
    m_job.recordPasses(commands, m_prepared, m_buffers);
    m_target.recordStore(commands, step, m_buffers.results());
}

bool RecordedTest::passes()
{
    WorkerTeam team(1);
    const ProbeTask task = m_test.task();
    m_target.read(*m_prepared.step, {&task, 1}, team);
    NormalizeResult result;
    m_job.readReport(m_prepared, m_buffers,
                     [&](std::uint32_t, const ProbeResult& projection, std::vector<std::uint32_t> steps) {
                         result = {projection, std::move(steps)};
                     });
    return m_test.passes(result);
}

} // namespace pn::vulkan

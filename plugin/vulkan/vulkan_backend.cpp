#include "vulkan/vulkan_backend.h"

#include "core/cpu/cpu_backend.h"
#include "core/error.h"
#include "core/parallel.h"

namespace pn::vulkan {
namespace {

std::chrono::milliseconds timeoutOf(const Device& device, const BackendOptions& options)
{
    if (options.timeout.count() != 0)
        return options.timeout;
    // A software driver compiles the kernel while we wait, and other programs use the same processor.
    constexpr std::chrono::seconds kDevice(10), kSoftware(120);
    return device.physical().properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU ? kSoftware : kDevice;
}

std::unique_ptr<PipelineCache> openPipelineCache(Device& device, const BackendOptions& options)
{
    if (options.kernels.loadFunction == nullptr)
        return nullptr;
    return std::make_unique<PipelineCache>(device, options.kernels);
}

} // namespace

// On a fast bus short copies lose a tenth of their time to overhead (docs/decisions, 9). A software driver
// takes tens of milliseconds for the slowest kernels over a few MiB.
std::uint64_t defaultChunkBytes(const PhysicalDevice& device)
{
    const bool isSoftware = device.properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
    return isSoftware ? 4u << 20 : 64u << 20;
}

VulkanBackend::VulkanBackend(std::unique_ptr<Device> device, const BackendOptions& options, Log log)
    : m_device(std::move(device)),
      m_chunkBytes(options.chunkBytes != 0 ? options.chunkBytes : defaultChunkBytes(m_device->physical())),
      m_options(options), m_log(std::move(log)), m_pipelineCache(openPipelineCache(*m_device, options)),
      m_kernels(std::make_unique<Kernels>(*m_device, options.subgroups, true, options.tables)),
      m_stream(*m_device, timeoutOf(*m_device, options))
{
}

std::string VulkanBackend::name() const
{
    return m_device->physical().properties.deviceName;
}

std::uint32_t VulkanBackend::subgroupSize() const
{
    return m_kernels->project.usesSubgroups() ? m_device->physical().subgroup.subgroupSize : 0;
}

BackendTimes VulkanBackend::project(std::span<const ProbeView> probes, const ProjectSettings& settings,
                                    std::span<ProbeResult> results, Monitor& monitor)
{
    std::vector<ProbeTask> tasks;
    tasks.reserve(probes.size());
    for (const ProbeView& probe : probes)
        tasks.push_back({.mips = {&probe, 1}});
    return run(
        tasks, {.probes = {}, .settings = settings, .stepBytes = m_chunkBytes},
        [&](std::uint32_t probe, const ProbeResult& projection, const std::vector<std::uint32_t>&) {
            results[probe] = projection;
        },
        monitor);
}

BackendTimes VulkanBackend::normalize(std::span<const ProbeTask> tasks, const ProjectSettings& settings,
                                      std::span<NormalizeResult> results, Monitor& monitor)
{
    return run(
        tasks, {.probes = {}, .settings = settings, .stepBytes = m_chunkBytes},
        [&](std::uint32_t probe, const ProbeResult& projection, std::vector<std::uint32_t> steps) {
            results[probe].projection = projection;
            if (tasks[probe].light != nullptr)
                results[probe].projection.sh = *tasks[probe].light;
            results[probe].deringSteps = std::move(steps);
        },
        monitor);
}

BackendTimes VulkanBackend::run(std::span<const ProbeTask> tasks, JobDesc desc, const Job::Receive& receive,
                                Monitor& monitor)
try
{
    desc.probes.reserve(tasks.size());
    for (const ProbeTask& task : tasks)
        desc.probes.push_back(makePlanProbe(task));
    JobWork work({*m_device, m_kernels->project, m_kernels->normalize, m_kernels->passes}, std::move(desc), receive);
    WorkerTeam team(resolveThreadCount(m_options.threadCount));
    return m_stream.run(work, tasks, m_kernels->project.layout(), team, monitor);
}
catch (...)
{
    dropWork();
    throw;
}

BackendTimes VulkanBackend::prefilter(std::span<const PrefilterTask> tasks, const TexelPolicy& policy, Monitor& monitor)
try
{
    WorkerTeam team(resolveThreadCount(m_options.threadCount));
    PrefilterJob job({*m_device, m_kernels->prefilter, m_kernels->prefilterPasses}, tasks, policy, m_chunkBytes, team,
                     monitor);
    return m_stream.run(job, job.probes(), m_kernels->prefilter.layout(), team, monitor);
}
catch (...)
{
    dropWork();
    throw;
}

// The stream waits for steps in flight, which use the passes. So it is destroyed first.
void VulkanBackend::dropWork()
{
    m_stream.clear();
    m_kernels->passes.clear();
    m_kernels->prefilterPasses.clear();
}

bool VulkanBackend::isReproducible()
{
    if (!m_tests.isAnyKnown())
        passesSelfTest(PlanProbe{.shape = Shape::cubemap(1), .format = PN_FORMAT_RGBA16F}, {});
    return m_tests.haveAllPassed();
}

bool VulkanBackend::canPrefilter(const PrefilterTask& task) const
{
    return vulkan::canPrefilter(m_device->limits(), task.source.shape.width) &&
           !std::ranges::all_of(task.mips, &PrefilterMip::isCopy); // what it does not change need not travel
}

bool VulkanBackend::canMakeMips(const ProbeTask& task) const
{
    return vulkan::canMakeMips(makePlanProbe(task),
                               std::min<std::uint64_t>(m_chunkBytes, m_device->limits().maxStorageBufferRange));
}

bool VulkanBackend::passesSelfTest(const ProbeTask& task, const ProjectSettings& settings)
{
    return passesSelfTest(makePlanProbe(task), settings);
}

bool VulkanBackend::passesSelfTest(const PlanProbe& probe, const ProjectSettings& settings)
{
    if (probe.isProjected() && !fits(m_device->limits(), probe.shape, probe.format))
        return false; // the caller uses the CPU or refuses the task
    const auto keys = testKeys(m_kernels->project, probe, settings);
    return std::all_of(keys.begin(), keys.end(), [&](const TestKey& key) { return passes(key, probe, settings); });
}

// Runs the self-tests. If the device's own conversion of half floats makes them fail, they run again without it.
bool VulkanBackend::passes(const TestKey& key, const PlanProbe& probe, const ProjectSettings& settings)
{
    if (const auto known = m_tests.result(key))
        return *known;
    bool passed = runTest(key, probe, settings);
    if (!passed && m_usesHardwareHalves)
    {
        disableHardwareHalves();
        passed = runTest(key, probe, settings);
    }
    warnOfBits(passed);
    m_tests.setResult(key, passed);
    return passed;
}

bool VulkanBackend::runTest(const TestKey& key, const PlanProbe& probe, const ProjectSettings& settings)
{
    KernelTest test(*m_device, m_kernels->project, m_kernels->normalize, key, probe, settings);
    return run(test);
}

template <typename Test>
bool VulkanBackend::run(Test& test)
try
{
    WorkerTeam team(resolveThreadCount(m_options.threadCount));
    NullMonitor monitor;
    m_stream.run(test.work(), test.probes(), test.layout(), team, monitor);
    return test.passes();
}
catch (...)
{
    dropWork();
    throw;
}

void VulkanBackend::warnOfBits(bool passed) const
{
    if (!passed && m_log)
        m_log(PN_LOG_WARNING, (name() + " does not give the CPU backend's bits").c_str());
}

bool VulkanBackend::passesSelfTest(const PrefilterTask& task, const TexelPolicy& policy)
{
    return std::ranges::all_of(task.targets, [&](const CubemapTarget& target) {
        const TestKey key = prefilterTestKey(task.source.format, target.format);
        if (!m_tests.result(key))
        {
            // One cubemap more than lie side by side, so that both forms of the kernels run.
            PrefilterKernelTest test(*m_device, m_kernels->prefilter, task.source.format, target.format, policy,
                                     kInterleaved + 1);
            m_tests.setResult(key, run(test));
            warnOfBits(*m_tests.result(key));
        }
        return *m_tests.result(key);
    });
}

// SwiftShader does not compile the kernel in ten minutes.
bool VulkanBackend::canEncodeBc6h(const Bc6hTask& task) const
{
    const std::uint64_t rowBytes = 4 * std::uint64_t{task.picture.shape.width} * formatBytes(task.picture.format);
    return task.picture.format == PN_FORMAT_RGBA16F && rowBytes <= m_device->limits().maxStorageBufferRange &&
           !name().starts_with("SwiftShader");
}

void VulkanBackend::encodeBc6h(const Bc6hTask& task)
try
{
    WorkerTeam team(resolveThreadCount(m_options.threadCount));
    NullMonitor monitor;
    Bc6hJob job(*m_device, m_kernels->bc6h, task, m_chunkBytes);
    m_stream.run(job, job.probes(), m_kernels->bc6h.layout(), team, monitor);
}
catch (...)
{
    dropWork();
    throw;
}

bool VulkanBackend::passesSelfTest(const Bc6hTask& task)
{
    const TestKey key{
        .pass = TestKey::Pass::Bc6h, .project = {}, .normalize = {}, .effort = task.effort, .isSigned = task.isSigned};
    if (!m_tests.result(key))
    {
        Bc6hKernelTest test(*m_device, m_kernels->bc6h, task.effort, task.isSigned);
        m_tests.setResult(key, run(test));
        warnOfBits(*m_tests.result(key));
    }
    return *m_tests.result(key);
}

// The device may flush denormal half floats. Retry with kernels that decode them with integer arithmetic.
void VulkanBackend::disableHardwareHalves()
{
    m_usesHardwareHalves = false;
    dropWork(); // it uses the kernels that are replaced
    m_kernels = std::make_unique<Kernels>(*m_device, m_options.subgroups, false, m_options.tables);
    m_tests.clear();
}

} // namespace pn::vulkan

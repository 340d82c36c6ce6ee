#include "vulkan/vulkan_backend.h"

#include "vulkan/normalize_run.h"
#include "vulkan/staging.h"

#include "core/cpu_backend.h"
#include "core/error.h"
#include "core/self_test.h"

namespace pn::vulkan {
namespace {

constexpr std::uint64_t kWaveBytes = 512u << 20; // how far apart progress and results may be

// Probes from the first on that go through one Projection: of one shape and format, and not too many.
std::size_t waveLength(const Device& device, std::span<const ProbeView> probes, std::uint32_t bands)
{
    const ProbeView& first = probes.front();
    const std::size_t most = std::min<std::uint64_t>(Projection::maxProbes(device, first.shape, bands),
                                                     std::max<std::uint64_t>(1, kWaveBytes / first.bytes()));
    std::size_t length = 1;
    while (length < std::min(most, probes.size()) && probes[length].shape == first.shape &&
           probes[length].format == first.format)
        ++length;
    return length;
}

} // namespace

// What one chunk in flight needs. Where host and device share memory the kernel reads the staging buffer itself.
struct VulkanBackend::Slot
{
    Slot(Device& device, const PipelineLayout& layout, std::uint64_t bytes)
        : staging(device, bytes, device.sharesHostMemory() ? MemoryKind::Shared : MemoryKind::Upload),
          sets(device, layout, 1), timer(device, 1), compute(device, device.computeQueue())
    {
        if (!device.sharesHostMemory())
            texels = std::make_unique<Buffer>(device, bytes, MemoryKind::Device);
        if (texels && device.transferQueue())
        {
            transfer = std::make_unique<Commands>(device, *device.transferQueue());
            uploaded = std::make_unique<Semaphore>(device);
        }
    }

    const Buffer& kernelInput() const { return texels ? *texels : staging; }

    Buffer staging;
    std::unique_ptr<Buffer> texels, geometry;
    std::unique_ptr<Semaphore> uploaded;
    DescriptorSets sets;
    Timer timer;
    std::unique_ptr<Commands> transfer; // these two wait for the device before what they use goes
    Commands compute;
    bool isTimed = false; // the last submission's time has not been read yet
};

// Some probes of one shape and format on their way through the device. Two waves take turns, so that one is uploaded
// while the other is finished; both are kept for calls that come.
class VulkanBackend::Wave
{
public:
    Wave(VulkanBackend& backend, const ProbeView& first, std::uint32_t probeCount, const ProjectSettings& settings)
        : m_backend(backend), m_device(*backend.m_device), m_shape(first.shape), m_format(first.format),
          m_settings(settings), m_probeCount(probeCount),
          m_projection(m_device, *backend.m_kernels, first.shape, first.format, settings, probeCount),
          m_chunks(m_projection.chunks(backend.chunkBytes())), m_timer(m_device, 1),
          m_commands(m_device, m_device.computeQueue())
    {
    }

    bool fits(std::span<const ProbeView> probes, const ProjectSettings& settings) const
    {
        return probes.size() == m_probeCount && probes.front().shape == m_shape && probes.front().format == m_format &&
               settings == m_settings;
    }

    // Sends all of the probes' work on its way; their texels have been copied when this returns.
    void submit(std::span<const ProbeView> probes, WorkerTeam& team, const Monitor& monitor, BackendTimes& times)
    {
        for (std::size_t i = 0; i < m_chunks.size(); ++i)
        {
            if (monitor.cancelled())
                throw Error(PN_ERROR_CANCELLED, "cancelled by the caller");
            Slot& slot = m_backend.nextSlot(m_chunks[i].bytes, times);
            upload(slot, probes, m_chunks[i], team, times);
            submitChunk(slot, m_chunks[i], i == 0);
        }
        const VkCommandBuffer commands = m_commands.begin();
        m_timer.reset(commands, 0);
        m_timer.begin(commands, 0);
        m_projection.recordFinish(commands);
        m_projection.recordReadback(commands);
        m_timer.end(commands, 0);
        m_commands.submit();
    }

    void complete(std::span<ProbeResult> results, BackendTimes& times)
    {
        m_commands.wait(m_backend.timeout());
        times.gpuNanoseconds += m_timer.nanoseconds(0);
        m_projection.readResults(results);
    }

private:
    // The rows of the chunk into staging memory, and on to the device where a queue for that exists.
    void upload(Slot& slot, std::span<const ProbeView> probes, const Chunk& chunk, WorkerTeam& team,
                BackendTimes& times)
    {
        copyTexels(probes, chunk, team, slot.staging.mapped());
        slot.staging.flush();
        if (slot.transfer)
        {
            recordUpload(slot, slot.transfer->begin(), chunk);
            slot.transfer->submit(VK_NULL_HANDLE, slot.uploaded->handle());
        }
        if (slot.texels)
            times.uploadedBytes += chunk.bytes;
    }

    void submitChunk(Slot& slot, const Chunk& chunk, bool isFirst)
    {
        const VkCommandBuffer commands = slot.compute.begin();
        const BufferRange input{slot.kernelInput().handle(), 0, chunk.bytes};
        const VkDescriptorSet set = slot.sets.update(0, m_projection.bindings(input));
        if (isFirst)
            m_projection.recordClear(commands);
        if (slot.texels && !slot.transfer)
            recordUpload(slot, commands, chunk);
        if (!m_projection.hasGeometry(chunk))
            slot.geometry = m_projection.recordGeometry(commands, chunk);
        barrier(m_device, commands, kKernelReadWrite, kKernelReadWrite);
        slot.timer.reset(commands, 0);
        slot.timer.begin(commands, 0);
        m_projection.recordChunk(commands, chunk, set);
        slot.timer.end(commands, 0);
        slot.compute.submit(slot.transfer ? slot.uploaded->handle() : VK_NULL_HANDLE);
        slot.isTimed = true;
    }

    void recordUpload(const Slot& slot, VkCommandBuffer commands, const Chunk& chunk)
    {
        const VkBufferCopy copy{0, 0, chunk.bytes};
        m_device.fn().vkCmdCopyBuffer(commands, slot.staging.handle(), slot.texels->handle(), 1, &copy);
        if (!slot.transfer) // else the semaphore orders the two queues
            barrier(m_device, commands, kTransferWrite, kKernelRead);
    }

    VulkanBackend& m_backend;
    Device& m_device;
    Shape m_shape;
    PnFormat m_format;
    ProjectSettings m_settings;
    std::size_t m_probeCount;
    Projection m_projection;
    std::vector<Chunk> m_chunks;
    Timer m_timer;
    Commands m_commands; // after what it uses: it waits before that goes
};

VulkanBackend::VulkanBackend(std::unique_ptr<Device> device, const BackendOptions& options, Log log)
    : m_device(std::move(device)), m_options(options), m_log(std::move(log)),
      m_kernels(std::make_unique<ProjectKernels>(*m_device, options.subgroups, true)),
      m_divideKernels(std::make_unique<DivideKernels>(*m_device, true))
{
}

VulkanBackend::~VulkanBackend() = default;

std::string VulkanBackend::name() const
{
    return m_device->physical().properties.deviceName;
}

std::uint32_t VulkanBackend::subgroupSize() const
{
    return m_kernels->usesSubgroups() ? m_device->physical().subgroup.subgroupSize : 0;
}

std::chrono::milliseconds VulkanBackend::timeout() const
{
    if (m_options.timeout.count() != 0)
        return m_options.timeout;
    // A software driver compiles the kernel while we wait, and shares its processor with whatever else runs there.
    constexpr std::chrono::seconds kDevice(10), kSoftware(120);
    return m_device->physical().properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU ? kSoftware : kDevice;
}

std::uint64_t VulkanBackend::chunkBytes() const
{
    if (m_options.chunkBytes != 0)
        return m_options.chunkBytes;
    // A fast bus needs long copies, or what begins and ends one costs a tenth of it (docs/performance.md); a software
    // driver shares the processor's cache, and is done with less in a tenth of a second.
    const bool isSoftware = m_device->physical().properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
    return isSoftware ? 16u << 20 : 64u << 20;
}

// The device is done with the slot that this returns.
VulkanBackend::Slot& VulkanBackend::nextSlot(std::uint64_t bytes, BackendTimes& times)
{
    auto& slot = m_slots[m_nextSlot++ % kSlotCount];
    if (slot)
        waitFor(*slot, times);
    if (!slot || slot->staging.size() < bytes)
    {
        slot.reset();
        slot = std::make_unique<Slot>(*m_device, m_kernels->layout(), bytes);
    }
    return *slot;
}

void VulkanBackend::waitFor(Slot& slot, BackendTimes& times)
{
    if (slot.transfer)
        slot.transfer->wait(timeout());
    slot.compute.wait(timeout());
    if (slot.isTimed)
        times.gpuNanoseconds += slot.timer.nanoseconds(0);
    slot.isTimed = false;
}

// Chunks in flight use the waves' buffers: the slots, which wait for them, go first.
void VulkanBackend::dropWork()
{
    for (auto& slot : m_slots)
        slot.reset();
    for (auto& wave : m_waves)
        wave.reset();
}

VulkanBackend::Wave& VulkanBackend::nextWave(std::span<const ProbeView> probes, const ProjectSettings& settings)
{
    auto& wave = m_waves[m_nextWave++ % m_waves.size()];
    if (!wave || !wave->fits(probes, settings))
    {
        wave.reset();
        wave = std::make_unique<Wave>(*this, probes.front(), std::uint32_t(probes.size()), settings);
    }
    return *wave;
}

BackendTimes VulkanBackend::projectUntested(std::span<const ProbeView> probes, const ProjectSettings& settings,
                                            std::span<ProbeResult> results, Monitor& monitor)
try
{
    WorkerTeam team(resolveThreadCount(m_options.threadCount));
    BackendTimes times;
    Wave* inFlight = nullptr;
    std::size_t completed = 0;
    const auto complete = [&](std::size_t end) {
        inFlight->complete(results.subspan(completed, end - completed), times);
        while (completed < end)
            monitor.finished(std::uint32_t(++completed));
    };
    for (std::size_t begin = 0; begin < probes.size();)
    {
        const auto run = probes.subspan(begin, waveLength(*m_device, probes.subspan(begin), settings.bands));
        Wave& wave = nextWave(run, settings);
        wave.submit(run, team, monitor, times);
        if (inFlight != nullptr)
            complete(begin);
        inFlight = &wave;
        begin += run.size();
    }
    if (inFlight != nullptr)
        complete(probes.size());
    for (const auto& slot : m_slots)
        if (slot)
            waitFor(*slot, times);
    return times;
}
catch (...)
{
    dropWork();
    throw;
}

BackendTimes VulkanBackend::project(std::span<const ProbeView> probes, const ProjectSettings& settings,
                                    std::span<ProbeResult> results, Monitor& monitor)
{
    for (const ProbeView& probe : probes)
        passesSelfTest(probe.shape, probe.format, settings);
    return projectUntested(probes, settings, results, monitor);
}

bool VulkanBackend::isReproducible()
{
    if (m_tested.empty())
        passesSelfTest(Shape::cubemap(1), PN_FORMAT_RGBA16F, {});
    const auto hasPassed = [](const auto& entry) { return entry.second; };
    return std::all_of(m_tested.begin(), m_tested.end(), hasPassed) &&
           std::all_of(m_testedDivides.begin(), m_testedDivides.end(), hasPassed) && m_testedCombine.value_or(true);
}

bool VulkanBackend::runSelfTest(const Shape& shape, PnFormat format, const ProjectSettings& settings)
{
    const SelfTest test(shape, format);
    const ProbeView view = test.view();
    ProbeResult expected, actual;
    NullMonitor monitor;
    CpuBackend(1).project({&view, 1}, settings, {&expected, 1}, monitor);
    projectUntested({&view, 1}, settings, {&actual, 1}, monitor);
    return sameBits(expected, actual);
}

bool VulkanBackend::passesSelfTest(const Shape& shape, PnFormat format, const ProjectSettings& settings)
{
    if (!Projection::fits(m_device->limits(), shape, format))
        return false; // for the processor, or else refused
    if (Projection::isCombined(shape) && !passesCombineTest(format, settings))
        return false;
    const KernelVariant key = m_kernels->variant(shape, format, settings);
    if (const auto found = m_tested.find(key); found != m_tested.end())
        return found->second;
    const Shape small = m_kernels->testShape(shape, settings.bands);
    const bool passed = passes([&] { return runSelfTest(small, format, settings); });
    m_tested.emplace(key, passed);
    return passed;
}

bool VulkanBackend::passesCombineTest(PnFormat format, const ProjectSettings& settings)
{
    if (!m_testedCombine)
    {
        const bool passed = passes([&] { return runSelfTest(SelfTest::wideShape(), format, settings); });
        m_testedCombine = passed;
    }
    return *m_testedCombine;
}

// Without trust in the device's halves too, if that is what it takes.
bool VulkanBackend::passes(const std::function<bool()>& selfTest)
{
    bool passed = selfTest();
    if (!passed && m_trustsHalves)
    {
        distrustHalves();
        passed = selfTest();
    }
    if (!passed && m_log)
        m_log(PN_LOG_WARNING, (name() + " does not give the CPU backend's bits").c_str());
    return passed;
}

// The device may flush denormal halves; kernels that leave these to the integer path may still do.
void VulkanBackend::distrustHalves()
{
    m_trustsHalves = false;
    dropWork(); // it is of the kernels that go
    m_kernels = std::make_unique<ProjectKernels>(*m_device, m_options.subgroups, false);
    m_divideKernels = std::make_unique<DivideKernels>(*m_device, false);
    m_tested.clear();
    m_testedDivides.clear();
    m_testedCombine.reset();
}

BackendTimes VulkanBackend::normalizeUntested(const NormalizeJob& job, NormalizeResult& result, const Monitor& monitor)
{
    const NormalizeResources resources{*m_device,    *m_kernels, *m_divideKernels, m_geometries, m_options.threadCount,
                                       chunkBytes(), timeout()};
    return NormalizeRun(resources, job).run(result, monitor);
}

BackendTimes VulkanBackend::normalize(const NormalizeJob& job, NormalizeResult& result, Monitor& monitor)
{
    passesSelfTest(job);
    return normalizeUntested(job, result, monitor);
}

bool VulkanBackend::runSelfTest(const NormalizeJob& job)
{
    const SelfTest test(true, job.mips.front().format);
    const ProbeView view = test.view();
    DivideTest cpu(view), device(view);
    NormalizeResult expected, actual;
    NullMonitor monitor;
    CpuBackend(1).normalize(cpu.job(job), expected, monitor);
    normalizeUntested(device.job(job), actual, monitor);
    return cpu.sameBits(device) && sameBits(expected.projection, actual.projection) &&
           expected.deringSteps == actual.deringSteps;
}

bool VulkanBackend::passesSelfTest(const NormalizeJob& job)
{
    const DivideVariant variant = divideVariant(job.mips.front().format, job.isRgb(), job.settings);
    if (const auto found = m_testedDivides.find(variant); found != m_testedDivides.end())
        return found->second;
    const bool passed = passes([&] { return runSelfTest(job); });
    m_testedDivides.emplace(variant, passed);
    return passed;
}

} // namespace pn::vulkan

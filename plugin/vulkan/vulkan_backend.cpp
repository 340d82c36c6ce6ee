#include "vulkan/vulkan_backend.h"

#include "core/cpu_backend.h"
#include "core/error.h"
#include "core/parallel.h"
#include "core/self_test.h"

#include <cstring>

namespace pn::vulkan {
namespace {

constexpr std::uint64_t kWaveBytes = 512u << 20; // how far apart progress and results may be
constexpr std::size_t kCopyTaskBytes = 1u << 20;

// Some rows that lie one after the other in a chunk.
struct RowRun
{
    const std::byte* from;
    std::size_t fromPitch;
    std::size_t to;
    std::uint32_t rows;
};

std::vector<RowRun> rowRuns(std::span<const ProbeView> probes, const Chunk& chunk)
{
    const Shape& shape = probes.front().shape;
    const std::size_t rowBytes = std::size_t{shape.width} * formatBytes(probes.front().format);
    const auto rowsPerRun = std::uint32_t(std::clamp<std::size_t>(kCopyTaskBytes / rowBytes, 1, shape.height));
    std::vector<RowRun> runs;
    std::size_t to = 0;
    const auto addRows = [&](const ProbeView& probe, std::uint32_t face, std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t row = begin; row < end; row += rowsPerRun)
        {
            const std::uint32_t rows = std::min(rowsPerRun, end - row);
            runs.push_back({probe.faces[face] + row * probe.rowPitch, probe.rowPitch, to, rows});
            to += rows * rowBytes;
        }
    };
    for (std::uint32_t item = chunk.firstItem; item < chunk.firstItem + chunk.itemCount; ++item)
    {
        const ProbeView& probe = probes[item / shape.faceCount];
        const std::uint32_t face = item % shape.faceCount;
        if (!chunk.isPart)
        {
            addRows(probe, face, 0, shape.height);
            continue;
        }
        addRows(probe, face, shape.top(chunk.rowEnd - 1), shape.top(chunk.rowBegin) + 1);
        addRows(probe, face, shape.bottom(chunk.rowBegin), shape.bottom(chunk.rowEnd - 1) + 1);
    }
    return runs;
}

void copyRows(const RowRun& run, std::size_t rowBytes, std::byte* to)
{
    if (run.fromPitch == rowBytes)
    {
        std::memcpy(to + run.to, run.from, run.rows * rowBytes);
        return;
    }
    for (std::uint32_t row = 0; row < run.rows; ++row)
        std::memcpy(to + run.to + row * rowBytes, run.from + row * run.fromPitch, rowBytes);
}

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

// Probes that share a Projection, from upload to results.
class VulkanBackend::Wave
{
public:
    Wave(VulkanBackend& backend, std::span<const ProbeView> probes, const ProjectSettings& settings)
        : m_backend(backend), m_device(*backend.m_device), m_probes(probes),
          m_projection(m_device, *backend.m_kernels, probes.front().shape, probes.front().format, settings,
                       std::uint32_t(probes.size())),
          m_timer(m_device, 1), m_commands(m_device, m_device.computeQueue())
    {
    }

    // Chunks in flight use the projection's buffers: where an error or the caller ends the wave early, they must be
    // over before these go.
    ~Wave()
    {
        if (!m_isDone)
            for (auto& slot : m_backend.m_slots)
                slot.reset();
    }
    Wave(const Wave&) = delete;
    Wave& operator=(const Wave&) = delete;

    BackendTimes run(std::span<ProbeResult> results, const Monitor& monitor)
    {
        m_projection.recordClear(m_commands.begin());
        m_commands.submit();
        std::size_t next = 0;
        for (const Chunk& chunk : m_projection.chunks(m_backend.chunkBytes()))
        {
            if (monitor.cancelled())
                throw Error(PN_ERROR_CANCELLED, "cancelled by the caller");
            submitChunk(m_backend.slot(next++ % kSlotCount, chunk.bytes), chunk);
        }
        finish();
        m_projection.readResults(results);
        m_isDone = true;
        return m_times;
    }

private:
    void submitChunk(Slot& slot, const Chunk& chunk)
    {
        waitFor(slot);
        upload(slot, chunk);
        const VkCommandBuffer commands = slot.compute.begin();
        const BufferRange input{slot.kernelInput().handle(), 0, chunk.bytes};
        const VkDescriptorSet set = slot.sets.update(0, m_projection.bindings(input));
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

    // The rows of the chunk into staging memory, and on to the device where a queue for that exists.
    void upload(Slot& slot, const Chunk& chunk)
    {
        const ProbeView& first = m_probes.front();
        const std::size_t rowBytes = std::size_t{first.shape.width} * formatBytes(first.format);
        const auto runs = rowRuns(m_probes, chunk);
        parallelFor(resolveThreadCount(m_backend.m_options.threadCount), runs.size(),
                    [&](std::uint32_t, std::size_t i) { copyRows(runs[i], rowBytes, slot.staging.mapped()); });
        slot.staging.flush();
        if (slot.transfer)
        {
            recordUpload(slot, slot.transfer->begin(), chunk);
            slot.transfer->submit(VK_NULL_HANDLE, slot.uploaded->handle());
        }
        if (slot.texels)
            m_times.uploadedBytes += chunk.bytes;
    }

    void recordUpload(const Slot& slot, VkCommandBuffer commands, const Chunk& chunk)
    {
        const VkBufferCopy copy{0, 0, chunk.bytes};
        m_device.fn().vkCmdCopyBuffer(commands, slot.staging.handle(), slot.texels->handle(), 1, &copy);
        if (!slot.transfer) // else the semaphore orders the two queues
            barrier(m_device, commands, kTransferWrite, kKernelRead);
    }

    void waitFor(Slot& slot)
    {
        if (slot.transfer)
            slot.transfer->wait(m_backend.timeout());
        slot.compute.wait(m_backend.timeout());
        if (slot.isTimed)
            m_times.gpuNanoseconds += slot.timer.nanoseconds(0);
        slot.isTimed = false;
    }

    void finish()
    {
        m_commands.wait(m_backend.timeout()); // the clear
        const VkCommandBuffer commands = m_commands.begin();
        m_timer.reset(commands, 0);
        m_timer.begin(commands, 0);
        m_projection.recordFinish(commands);
        m_projection.recordReadback(commands);
        m_timer.end(commands, 0);
        m_commands.submit();
        for (const auto& slot : m_backend.m_slots)
            if (slot)
                waitFor(*slot);
        m_commands.wait(m_backend.timeout());
        m_times.gpuNanoseconds += m_timer.nanoseconds(0);
    }

    VulkanBackend& m_backend;
    Device& m_device;
    std::span<const ProbeView> m_probes;
    Projection m_projection;
    Timer m_timer;
    Commands m_commands; // after what it uses: it waits before that goes
    BackendTimes m_times;
    bool m_isDone = false;
};

VulkanBackend::VulkanBackend(std::unique_ptr<Device> device, const BackendOptions& options, Log log)
    : m_device(std::move(device)), m_options(options), m_log(std::move(log)),
      m_kernels(std::make_unique<ProjectKernels>(*m_device, options.subgroups, true))
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
    // A millisecond of a discrete device's bus, less than a tenth of a second of the slowest.
    constexpr std::uint64_t kDiscrete = 64u << 20, kSoftware = 16u << 20;
    return m_device->physical().properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU ? kSoftware : kDiscrete;
}

VulkanBackend::Slot& VulkanBackend::slot(std::size_t index, std::uint64_t bytes)
{
    auto& slot = m_slots[index];
    if (!slot || slot->staging.size() < bytes)
    {
        slot.reset();
        slot = std::make_unique<Slot>(*m_device, m_kernels->layout(), bytes);
    }
    return *slot;
}

BackendTimes VulkanBackend::projectUntested(std::span<const ProbeView> probes, const ProjectSettings& settings,
                                            std::span<ProbeResult> results, Monitor& monitor)
{
    BackendTimes total;
    for (std::size_t begin = 0; begin < probes.size();)
    {
        const std::size_t length = waveLength(*m_device, probes.subspan(begin), settings.bands);
        Wave wave(*this, probes.subspan(begin, length), settings);
        const BackendTimes times = wave.run(results.subspan(begin, length), monitor);
        total.uploadedBytes += times.uploadedBytes;
        total.gpuNanoseconds += times.gpuNanoseconds;
        for (std::size_t i = begin; i < begin + length; ++i)
            monitor.finished(std::uint32_t(i + 1));
        begin += length;
    }
    return total;
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
    return std::all_of(m_tested.begin(), m_tested.end(), [](const auto& entry) { return entry.second; });
}

bool VulkanBackend::runSelfTest(bool isCubemap, PnFormat format, const ProjectSettings& settings)
{
    const SelfTest test(isCubemap, format);
    const ProbeView view = test.view();
    ProbeResult expected, actual;
    NullMonitor monitor;
    CpuBackend(1).project({&view, 1}, settings, {&expected, 1}, monitor);
    projectUntested({&view, 1}, settings, {&actual, 1}, monitor);
    return sameBits(expected, actual);
}

bool VulkanBackend::passesSelfTest(const Shape& shape, PnFormat format, const ProjectSettings& settings)
{
    const auto key = std::pair(shape.isCubemap(), kernelVariant(shape, format, settings));
    const auto found = m_tested.find(key);
    if (found != m_tested.end())
        return found->second;
    bool passed = runSelfTest(shape.isCubemap(), format, settings);
    if (!passed && m_trustsHalves)
    {
        // The device may flush denormal halves; kernels that leave these to the integer path may still do.
        m_trustsHalves = false;
        for (auto& slot : m_slots)
            slot.reset(); // their descriptor sets are of the layout that goes
        m_kernels = std::make_unique<ProjectKernels>(*m_device, m_options.subgroups, false);
        m_tested.clear();
        passed = runSelfTest(shape.isCubemap(), format, settings);
    }
    m_tested.emplace(key, passed);
    if (!passed && m_log)
        m_log(PN_LOG_WARNING, (name() + " does not give the CPU backend's bits").c_str());
    return passed;
}

} // namespace pn::vulkan

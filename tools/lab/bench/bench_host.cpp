#include "lab/bench/bench.h"
#include "lab/bench/clock.h"
#include "lab/bench/host_probes.h"
#include "lab/bench/statistics.h"

#include "core/error.h"
#include "vulkan/device/commands.h"
#include "vulkan/device/memory.h"

namespace pn::bench {
namespace {

using namespace pn::vulkan;

constexpr std::chrono::milliseconds kTimeout{120'000};
constexpr std::uint32_t kWarmUps = 2;

template <typename Work>
Spread time(std::uint32_t runs, Work&& work)
{
    std::vector<double> times;
    for (std::uint32_t run = 0; run < kWarmUps + runs; ++run)
    {
        const double taken = seconds(work);
        if (run >= kWarmUps)
            times.push_back(taken);
    }
    return spread(times);
}

// Uploads as fast as the device copies, from memory that was filled before the clock starts.
class Bus
{
public:
    explicit Bus(std::uint32_t deviceIndex)
        : m_instance(std::make_shared<Instance>(false, Log{})),
          m_device(m_instance, m_instance->physicalDevices().at(deviceIndex)),
          m_staging(m_device, kBlockBytes, MemoryKind::Upload), m_target(m_device, kBlockBytes, MemoryKind::Device),
          m_commands(m_device, m_device.transferQueue().value_or(m_device.computeQueue()))
    {
        std::fill_n(m_staging.mapped(), kBlockBytes, std::byte{1}); // pages of its own
        m_staging.flush();
    }

    const PhysicalDevice& physical() const { return m_device.physical(); }

    double bytesPerSecond(std::uint64_t bytes, std::uint32_t runs)
    {
        return double(bytes) / time(runs, [&] { upload(bytes); }).median;
    }

private:
    void upload(std::uint64_t bytes)
    {
        const VkCommandBuffer commands = m_commands.begin();
        for (std::uint64_t done = 0; done < bytes; done += kBlockBytes)
        {
            const VkBufferCopy copy{0, 0, std::min(kBlockBytes, bytes - done)};
            barrier(m_device, commands, kTransferWrite, kTransferWrite);
            m_device.fn().vkCmdCopyBuffer(commands, m_staging.handle(), m_target.handle(), 1, &copy);
        }
        m_commands.submit();
        m_commands.wait(kTimeout);
    }

    static constexpr std::uint64_t kBlockBytes = 256u << 20;

    std::shared_ptr<Instance> m_instance;
    Device m_device;
    Buffer m_staging, m_target;
    Commands m_commands;
};

std::uint64_t measuredBytes(const PhysicalDevice& device, const Settings& settings)
{
    constexpr std::uint64_t kGpu = 3ull << 30, kSoftware = 64ull << 20;
    if (settings.bytes != 0)
        return settings.bytes;
    return device.properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU ? kSoftware : kGpu;
}

} // namespace

Report projectFromHost(const PnContextDesc& desc, const std::vector<ProbeCase>& cases, const Settings& settings)
{
    Bus bus(desc.deviceIndex);
    const probenorm::Context context(desc);

    const auto measure = [&](const ProbeCase& what, std::vector<Measurement>& rows) {
        const std::uint64_t fit = measuredBytes(bus.physical(), settings) / what.probeBytes();
        Measurement& row = rows.emplace_back();
        row.what = what;
        row.probeCount = what.probeCount != 0 ? what.probeCount : std::uint32_t(std::max<std::uint64_t>(1, fit));
        HostProbes probes(what, row.probeCount);
        row.speed.bytes = probes.bytes();
        row.speed.limit = bus.bytesPerSecond(row.speed.bytes, settings.runs);
        row.speed.seconds = time(settings.runs, [&] { probes.project(context.get(), what.bands); });
    };
    return {.device = bus.physical().properties.deviceName,
            .driver = bus.physical().driver,
            .rows = measureCases(cases, settings, measure)};
}

} // namespace pn::bench

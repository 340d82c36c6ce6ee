#include "bench/bench.h"
#include "bench/device_setup.h"
#include "bench/random_words.h"

#include "probenorm/probenorm.hpp"
#include "vulkan/device/commands.h"

#include <algorithm>
#include <span>

namespace pn::bench {
namespace {

using namespace pn::vulkan;

constexpr std::uint32_t kHostWarmUps = 2;

// Copies from the host's memory to a device's, where nothing is computed: as fast as the bus between them allows.
class Bus
{
public:
    Bus(const std::shared_ptr<Instance>& instance, const PhysicalDevice& physical)
        : m_device(instance, physical), m_staging(m_device, blockBytes(physical), MemoryKind::Upload),
          m_target(m_device, blockBytes(physical), MemoryKind::Device),
          m_commands(m_device, m_device.transferQueue().value_or(m_device.computeQueue()))
    {
        std::fill_n(m_staging.mapped(), m_staging.size(), std::byte{1}); // pages of its own
        m_staging.flush();
    }

    const PhysicalDevice& physical() const { return m_device.physical(); }

    // Copies so many bytes from memory that was pinned and filled beforehand.
    void upload(std::uint64_t bytes)
    {
        const VkCommandBuffer commands = m_commands.begin();
        for (std::uint64_t done = 0; done < bytes; done += m_staging.size())
        {
            const VkBufferCopy copy{0, 0, std::min(m_staging.size(), bytes - done)};
            barrier(m_device, commands, kTransferWrite, kTransferWrite);
            m_device.fn().vkCmdCopyBuffer(commands, m_staging.handle(), m_target.handle(), 1, &copy);
        }
        m_commands.submit();
        m_commands.wait(kTimeout);
    }

private:
    // Larger than the caches of most processors.
    static std::uint64_t blockBytes(const PhysicalDevice& physical)
    {
        return isSoftware(physical) ? 16u << 20 : 512u << 20;
    }

    Device m_device;
    Buffer m_staging, m_target;
    Commands m_commands;
};

// Distinct cubemaps of random texels in the host's memory, one after the other.
class HostProbes
{
public:
    HostProbes(const ProbeCase& what, std::uint32_t count) : m_texels(what.probeBytes() * count), m_shs(count)
    {
        fillRandom(m_texels, what.format);
        const std::size_t bytes = what.probeBytes();
        for (std::uint32_t i = 0; i < count; ++i)
            m_views.push_back(
                probenorm::cubemapView(what.faceSize, what.format, std::span(m_texels).subspan(i * bytes, bytes)));
    }

    std::uint64_t bytes() const { return m_texels.size(); }

    void project(PnContext context, std::uint32_t bands)
    {
        auto options = probenorm::sized<PnProjectOptions>();
        options.bands = bands;
        probenorm::throwIfFailed(pnProjectEnvironments(context, std::uint32_t(m_views.size()), m_views.data(), &options,
                                                       m_shs.data(), nullptr, nullptr));
    }

private:
    std::vector<std::byte> m_texels;
    std::vector<PnEnvironmentView> m_views;
    std::vector<PnSh> m_shs;
};

} // namespace

Report projectFromHost(const PnContextDesc& desc, const std::vector<ProbeCase>& cases, const Settings& settings)
{
    const auto instance = std::make_shared<Instance>(false, Log{});
    Bus bus(instance, findDevice(*instance, desc.deviceIndex));
    const probenorm::Context context(desc);

    const auto measure = [&](const ProbeCase& what) {
        const std::uint64_t fit =
            measuredBytes(bus.physical(), settings, {3ull << 30, 64ull << 20}) / what.probeBytes();
        Measurement row;
        row.what = what;
        row.probeCount = what.probeCount != 0 ? what.probeCount : std::uint32_t(std::max<std::uint64_t>(1, fit));
        HostProbes probes(what, row.probeCount);
        row.speed.bytes = probes.bytes();
        const Spread uploads = timeRuns(
            settings.runs, [&] { bus.upload(row.speed.bytes); }, kHostWarmUps);
        row.speed.limit = double(row.speed.bytes) / uploads.median;
        row.speed.seconds = timeRuns(
            settings.runs, [&] { probes.project(context.get(), what.bands); }, kHostWarmUps);
        return row;
    };
    return {.device = bus.physical().properties.deviceName,
            .driver = bus.physical().driver,
            .rows = measureCases(cases, settings, measure)};
}

} // namespace pn::bench

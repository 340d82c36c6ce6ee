#include "lab/bench/bench.h"
#include "lab/bench/bus.h"
#include "lab/bench/clock.h"
#include "lab/bench/host_probes.h"
#include "lab/bench/statistics.h"

namespace pn::bench {
namespace {

using namespace pn::vulkan;

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
    const auto bus = Bus::open(desc.deviceIndex);
    const probenorm::Context context(desc);

    const auto measure = [&](const ProbeCase& what, std::vector<Measurement>& rows) {
        const std::uint64_t fit = measuredBytes(bus->physical(), settings) / what.probeBytes();
        Measurement& row = rows.emplace_back();
        row.what = what;
        row.probeCount = what.probeCount != 0 ? what.probeCount : std::uint32_t(std::max<std::uint64_t>(1, fit));
        HostProbes probes(what, row.probeCount);
        row.speed.bytes = probes.bytes();
        row.speed.limit = double(row.speed.bytes) / time(settings.runs, [&] { bus->upload(row.speed.bytes); }).median;
        row.speed.seconds = time(settings.runs, [&] { probes.project(context.get(), what.bands); });
    };
    return {.device = bus->physical().properties.deviceName,
            .driver = bus->physical().driver,
            .rows = measureCases(cases, settings, measure)};
}

} // namespace pn::bench

#include "bench/stopwatch.h"

#include "core/error.h"

namespace pn::bench {
namespace {

using namespace pn::vulkan;

constexpr std::uint32_t kWarmUps = 2;

} // namespace

Stopwatch::Stopwatch(Device& device) : m_device(device), m_commands(device, device.computeQueue()), m_timer(device, 1)
{
    if (!m_timer.isSupported())
        throw Error(PN_ERROR_UNSUPPORTED_DEVICE, "the device has no timestamps to measure with");
}

void Stopwatch::run(const std::function<void(VkCommandBuffer)>& record)
{
    record(m_commands.begin());
    m_commands.submit();
    m_commands.wait(kTimeout);
}

double Stopwatch::timeOnce(const std::function<void(VkCommandBuffer)>& record)
{
    run([&](VkCommandBuffer commands) {
        barrier(m_device, commands, kTransferWrite, kKernelRead);
        m_timer.reset(commands, 0);
        m_timer.begin(commands, 0);
        record(commands);
        m_timer.end(commands, 0);
    });
    const auto nanoseconds = m_timer.nanoseconds(0);
    if (!nanoseconds)
        throw Error(PN_ERROR_UNKNOWN, "the device's timestamps cannot be read");
    return double(*nanoseconds) * 1e-9;
}

Spread Stopwatch::time(std::uint32_t runs, const std::function<void(VkCommandBuffer)>& record)
{
    std::vector<double> times;
    for (std::uint32_t i = 0; i < kWarmUps + runs; ++i)
    {
        const double seconds = timeOnce(record);
        if (i >= kWarmUps)
            times.push_back(seconds);
    }
    return spread(times);
}

} // namespace pn::bench

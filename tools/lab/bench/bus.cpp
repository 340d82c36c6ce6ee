#include "lab/bench/bus.h"

#include "lab/bench/device_setup.h"

#include <algorithm>

namespace pn::bench {

using namespace pn::vulkan;

namespace {

constexpr std::chrono::milliseconds kTimeout{120'000};
constexpr std::uint64_t kBlockBytes = 512u << 20; // larger than the caches of most processors
constexpr std::uint64_t kSoftwareBlockBytes = 16u << 20;

std::uint64_t blockBytes(const PhysicalDevice& physical)
{
    return isSoftware(physical) ? kSoftwareBlockBytes : kBlockBytes;
}

} // namespace

Bus::Bus(const std::shared_ptr<Instance>& instance, const PhysicalDevice& physical)
    : m_device(instance, physical), m_staging(m_device, blockBytes(physical), MemoryKind::Upload),
      m_target(m_device, blockBytes(physical), MemoryKind::Device), m_commands(m_device, queue())
{
    std::fill_n(m_staging.mapped(), m_staging.size(), std::byte{1}); // pages of its own
    m_staging.flush();
}

std::unique_ptr<Bus> Bus::open(std::uint32_t deviceIndex)
{
    const auto instance = std::make_shared<Instance>(false, Log{});
    return std::unique_ptr<Bus>(new Bus(instance, findDevice(*instance, deviceIndex)));
}

void Bus::upload(std::uint64_t bytes)
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

} // namespace pn::bench

#include "lab/bench/time_marks.h"

#include "core/error.h"
#include "vulkan/device/structs.h"

namespace pn::bench {

using namespace pn::vulkan;

TimeMarks::TimeMarks(Device& device, std::uint32_t most) : m_device(device), m_most(most)
{
    if (device.computeQueue().timestampBits == 0)
        throw Error(PN_ERROR_UNSUPPORTED_DEVICE, "the device has no timestamps to measure with");
    auto info = vkStruct<VkQueryPoolCreateInfo>();
    info.queryType = VK_QUERY_TYPE_TIMESTAMP;
    info.queryCount = most;
    PN_VK_CREATE(m_pool, device.fn().vkCreateQueryPool, device.handle(), &info, nullptr);
}

TimeMarks::~TimeMarks()
{
    if (!m_device.isAbandoned())
        m_device.fn().vkDestroyQueryPool(m_device.handle(), m_pool, nullptr);
}

void TimeMarks::clear(VkCommandBuffer commands)
{
    m_device.fn().vkCmdResetQueryPool(commands, m_pool, 0, m_most);
    m_count = 0;
}

void TimeMarks::set(VkCommandBuffer commands)
{
    if (m_count == m_most)
        throw Error(PN_ERROR_INVALID_ARGUMENT, "more marks than there is room for");
    m_device.fn().vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, m_pool, m_count++);
}

std::vector<double> TimeMarks::seconds() const
{
    std::vector<std::uint64_t> ticks(m_count);
    PN_VK(m_device.fn().vkGetQueryPoolResults(m_device.handle(), m_pool, 0, m_count, ticks.size() * sizeof(ticks[0]),
                                              ticks.data(), sizeof(ticks[0]), VK_QUERY_RESULT_64_BIT));
    const std::uint32_t bits = m_device.computeQueue().timestampBits;
    const std::uint64_t mask = bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
    std::vector<double> result;
    for (std::size_t i = 1; i < ticks.size(); ++i)
        result.push_back(1e-9 * double((ticks[i] - ticks[i - 1]) & mask) * double(m_device.limits().timestampPeriod));
    return result;
}

} // namespace pn::bench

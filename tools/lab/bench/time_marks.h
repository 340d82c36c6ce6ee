#pragma once

#include "vulkan/device/device.h"

#include <optional>
#include <vector>

namespace pn::bench {

// Points in a stream of commands, each with the device's time at which everything recorded before it was done.
class TimeMarks
{
public:
    TimeMarks(vulkan::Device& device, std::uint32_t most);
    ~TimeMarks();
    TimeMarks(const TimeMarks&) = delete;
    TimeMarks& operator=(const TimeMarks&) = delete;

    void clear(VkCommandBuffer commands); // before the first mark of a recording
    void set(VkCommandBuffer commands);

    // From each mark of the last recording to the next one. Call it when the device is done.
    std::vector<double> seconds() const;

private:
    vulkan::Device& m_device;
    VkQueryPool m_pool = VK_NULL_HANDLE;
    std::uint32_t m_most, m_count = 0;
};

} // namespace pn::bench

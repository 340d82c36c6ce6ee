#pragma once

#include "vulkan/device/device.h"

#include <string>
#include <vector>

namespace pn::vulkan {

// Compiled kernels of a device that a folder keeps from one run to the next. Each driver and device has its own file,
// so that a folder can be shared. A file that is damaged, or that another driver wrote, is ignored.
class PipelineCache
{
public:
    // Sets the cache of the device. Nothing here throws: without a cache, kernels are compiled again.
    PipelineCache(Device& device, const std::string& folder, const Log& log);
    ~PipelineCache(); // writes the file if kernels were added
    PipelineCache(const PipelineCache&) = delete;
    PipelineCache& operator=(const PipelineCache&) = delete;

private:
    void create();
    void save() noexcept;
    std::vector<std::byte> data() const;

    Device& m_device;
    Log m_log;
    std::vector<std::byte> m_key;
    std::string m_path;
    std::vector<std::byte> m_loaded; // what the file had
    VkPipelineCache m_handle = VK_NULL_HANDLE;
};

} // namespace pn::vulkan

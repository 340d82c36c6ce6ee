#pragma once

#include "core/kept_store.h"

#include "vulkan/device/device.h"

#include <string>

namespace pn::vulkan {

// Compiled kernels of a device that the host keeps from one run to the next, under a key for each driver and device.
// Bytes that are damaged, or that another driver made, are ignored.
class PipelineCache
{
public:
    // Sets the cache of the device. Nothing here throws: without a cache, kernels are compiled again.
    PipelineCache(Device& device, const KeptStore& store);
    ~PipelineCache(); // stores the kernels if some were added
    PipelineCache(const PipelineCache&) = delete;
    PipelineCache& operator=(const PipelineCache&) = delete;

private:
    void create();
    void save() noexcept;
    KeptBytes data() const;

    Device& m_device;
    KeptStore m_store;
    std::string m_key;
    KeptBytes m_loaded; // what the host had
    VkPipelineCache m_handle = VK_NULL_HANDLE;
};

} // namespace pn::vulkan

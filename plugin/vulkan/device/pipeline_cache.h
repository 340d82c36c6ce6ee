#pragma once

#include "vulkan/device/device.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pn::vulkan {

// Bytes that a host keeps from one run to the next, and that nobody has to trust: behind a header with a checksum of
// the key and the bytes.
std::vector<std::byte> addChecksum(std::span<const std::byte> key, std::span<const std::byte> bytes);

// What addChecksum() was given. Empty if a byte differs, or if the key does.
std::optional<std::vector<std::byte>> removeChecksum(std::span<const std::byte> key, std::span<const std::byte> kept);

struct KernelStore // of the host; see PnContextDesc
{
    PnLoadKeptFunction load = nullptr;
    PnStoreKeptFunction store = nullptr;
    void* userData = nullptr;
};

// Compiled kernels of a device that the host keeps from one run to the next, under a key for each driver and device.
// Bytes that are damaged, or that another driver made, are ignored.
class PipelineCache
{
public:
    // Sets the cache of the device. Nothing here throws: without a cache, kernels are compiled again.
    PipelineCache(Device& device, const KernelStore& store);
    ~PipelineCache(); // stores the kernels if some were added
    PipelineCache(const PipelineCache&) = delete;
    PipelineCache& operator=(const PipelineCache&) = delete;

private:
    void create();
    std::vector<std::byte> load() const;
    void save() noexcept;
    std::vector<std::byte> data() const;

    Device& m_device;
    KernelStore m_store;
    std::vector<std::byte> m_key;
    std::string m_name;              // the key as the host sees it
    std::vector<std::byte> m_loaded; // what the host had
    VkPipelineCache m_handle = VK_NULL_HANDLE;
};

} // namespace pn::vulkan

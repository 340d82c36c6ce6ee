#include "vulkan/device/pipeline_cache.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace pn::vulkan {
namespace {

constexpr std::uint64_t kMaxBytes = 256u << 20; // all our kernels take a few MB

// Names a driver. A driver with another key cannot use the kernels that this one compiled.
struct DriverKey
{
    std::uint32_t vendorId, deviceId, driverVersion, apiVersion;
    std::uint8_t uuid[VK_UUID_SIZE];
};

std::string keyOf(const VkPhysicalDeviceProperties& properties)
{
    DriverKey key{properties.vendorID, properties.deviceID, properties.driverVersion, properties.apiVersion, {}};
    std::memcpy(key.uuid, properties.pipelineCacheUUID, sizeof(key.uuid));
    constexpr const char* kDigits = "0123456789abcdef";
    std::string text = "probenorm-";
    for (const std::byte byte : std::as_bytes(std::span(&key, 1)))
    {
        text += kDigits[std::to_integer<unsigned>(byte) >> 4];
        text += kDigits[std::to_integer<unsigned>(byte) & 15];
    }
    return text;
}

} // namespace

PipelineCache::PipelineCache(Device& device, const KeptStore& store)
    : m_device(device), m_store(store), m_key(keyOf(device.physical().properties)),
      m_loaded(store.load(m_key, kMaxBytes))
{
    create();
    if (m_handle == VK_NULL_HANDLE && !m_loaded.isEmpty()) // the driver refuses its own data
    {
        m_loaded = {};
        create();
    }
    m_device.setPipelineCache(m_handle);
}

PipelineCache::~PipelineCache()
{
    if (m_handle == VK_NULL_HANDLE || m_device.isAbandoned())
        return;
    save();
    m_device.setPipelineCache(VK_NULL_HANDLE);
    m_device.fn().vkDestroyPipelineCache(m_device.handle(), m_handle, nullptr);
}

void PipelineCache::create()
{
    auto info = vkStruct<VkPipelineCacheCreateInfo>();
    info.initialDataSize = m_loaded.bytes().size();
    info.pInitialData = m_loaded.bytes().data();
    VkPipelineCache handle = VK_NULL_HANDLE;
    if (m_device.fn().vkCreatePipelineCache(m_device.handle(), &info, nullptr, &handle) == VK_SUCCESS)
        m_handle = handle;
}

KeptBytes PipelineCache::data() const
{
    std::size_t size = 0;
    const auto& fn = m_device.fn();
    if (fn.vkGetPipelineCacheData(m_device.handle(), m_handle, &size, nullptr) != VK_SUCCESS)
        return {};
    KeptBytes kept(size);
    if (fn.vkGetPipelineCacheData(m_device.handle(), m_handle, &size, kept.bytes().data()) != VK_SUCCESS)
        return {};
    return kept;
}

void PipelineCache::save() noexcept
try
{
    KeptBytes kept = data();
    if (!kept.isEmpty() && !std::ranges::equal(kept.bytes(), m_loaded.bytes()))
        m_store.store(m_key, kept);
}
catch (const std::exception&)
{
    return; // the next run compiles them again
}

} // namespace pn::vulkan

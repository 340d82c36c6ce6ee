#include "vulkan/device/pipeline_cache.h"

#include "vulkan/device/cache_file.h"

#include <cstring>

namespace pn::vulkan {
namespace {

// Names a driver. A driver with another key cannot use the kernels that this one compiled.
struct DriverKey
{
    std::uint32_t vendorId, deviceId, driverVersion, apiVersion;
    std::uint8_t uuid[VK_UUID_SIZE];
};

std::vector<std::byte> keyOf(const VkPhysicalDeviceProperties& properties)
{
    DriverKey key{properties.vendorID, properties.deviceID, properties.driverVersion, properties.apiVersion, {}};
    std::memcpy(key.uuid, properties.pipelineCacheUUID, sizeof(key.uuid));
    const auto bytes = std::as_bytes(std::span(&key, 1));
    return {bytes.begin(), bytes.end()};
}

std::string hexOf(std::span<const std::byte> bytes)
{
    constexpr const char* kDigits = "0123456789abcdef";
    std::string text;
    for (const std::byte byte : bytes)
    {
        text += kDigits[std::to_integer<unsigned>(byte) >> 4];
        text += kDigits[std::to_integer<unsigned>(byte) & 15];
    }
    return text;
}

} // namespace

PipelineCache::PipelineCache(Device& device, const std::string& folder, const Log& log)
    : m_device(device), m_log(log), m_key(keyOf(device.physical().properties)),
      m_path(folder + "/probenorm-" + hexOf(m_key) + ".cache")
{
    if (auto loaded = readCacheFile(m_path, m_key))
        m_loaded = std::move(*loaded);
    create();
    if (m_handle == VK_NULL_HANDLE && !m_loaded.empty()) // the driver refuses its own data
    {
        m_loaded.clear();
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
    info.initialDataSize = m_loaded.size();
    info.pInitialData = m_loaded.data();
    VkPipelineCache handle = VK_NULL_HANDLE;
    if (m_device.fn().vkCreatePipelineCache(m_device.handle(), &info, nullptr, &handle) == VK_SUCCESS)
        m_handle = handle;
}

std::vector<std::byte> PipelineCache::data() const
{
    std::size_t size = 0;
    const auto& fn = m_device.fn();
    if (fn.vkGetPipelineCacheData(m_device.handle(), m_handle, &size, nullptr) != VK_SUCCESS)
        return {};
    std::vector<std::byte> bytes(size);
    if (fn.vkGetPipelineCacheData(m_device.handle(), m_handle, &size, bytes.data()) != VK_SUCCESS)
        return {};
    bytes.resize(size);
    return bytes;
}

void PipelineCache::save() noexcept
try
{
    const std::vector<std::byte> bytes = data();
    if (bytes.empty() || bytes == m_loaded || replaceCacheFile(m_path, m_key, bytes))
        return;
    if (m_log)
        m_log(PN_LOG_WARNING, ("compiled kernels cannot be kept in " + m_path).c_str());
}
catch (const std::exception&)
{
    return; // the next run compiles them again
}

} // namespace pn::vulkan

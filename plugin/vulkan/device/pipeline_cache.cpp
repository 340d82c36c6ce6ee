#include "vulkan/device/pipeline_cache.h"

#include <array>
#include <cstdint>
#include <cstring>

namespace pn::vulkan {
namespace {

struct Head
{
    std::array<char, 8> magic{'P', 'N', 'C', 'A', 'C', 'H', 'E', '1'};
    std::uint64_t size = 0;
    std::uint64_t sum = 0;
};

// FNV-1a of 64 bits. It finds damage; it does not stop somebody who forges the bytes.
std::uint64_t checksum(std::span<const std::byte> key, std::span<const std::byte> bytes)
{
    std::uint64_t sum = 0xcbf29ce484222325u;
    for (const auto part : {key, bytes})
        for (const std::byte byte : part)
            sum = (sum ^ std::uint64_t(byte)) * 0x100000001b3u;
    return sum;
}

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

std::vector<std::byte> addChecksum(std::span<const std::byte> key, std::span<const std::byte> bytes)
{
    const Head head{.size = bytes.size(), .sum = checksum(key, bytes)};
    std::vector<std::byte> kept(sizeof(head) + bytes.size());
    std::memcpy(kept.data(), &head, sizeof(head));
    if (!bytes.empty())
        std::memcpy(kept.data() + sizeof(head), bytes.data(), bytes.size());
    return kept;
}

std::optional<std::vector<std::byte>> removeChecksum(std::span<const std::byte> key, std::span<const std::byte> kept)
{
    Head head;
    const auto magic = head.magic;
    if (kept.size() < sizeof(head))
        return std::nullopt;
    std::memcpy(&head, kept.data(), sizeof(head));
    const auto bytes = kept.subspan(sizeof(head));
    if (head.magic != magic || head.size != bytes.size() || head.sum != checksum(key, bytes))
        return std::nullopt;
    return std::vector<std::byte>(bytes.begin(), bytes.end());
}

PipelineCache::PipelineCache(Device& device, const KernelStore& store)
    : m_device(device), m_store(store), m_key(keyOf(device.physical().properties)), m_name("probenorm-" + hexOf(m_key)),
      m_loaded(load())
{
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

std::vector<std::byte> PipelineCache::load() const
{
    constexpr std::uint64_t kMaxBytes = 256u << 20; // all our kernels take a few MB
    const std::uint64_t size = m_store.load(m_store.userData, m_name.c_str(), nullptr, 0);
    if (size == 0 || size > kMaxBytes)
        return {};
    std::vector<std::byte> kept(size);
    if (m_store.load(m_store.userData, m_name.c_str(), kept.data(), size) != size)
        return {};
    return removeChecksum(m_key, kept).value_or(std::vector<std::byte>());
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
    if (bytes.empty() || bytes == m_loaded)
        return;
    const std::vector<std::byte> kept = addChecksum(m_key, bytes);
    m_store.store(m_store.userData, m_name.c_str(), kept.data(), kept.size());
}
catch (const std::exception&)
{
    return; // the next run compiles them again
}

} // namespace pn::vulkan

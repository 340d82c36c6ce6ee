#include "vulkan/device/memory.h"

#include "core/error.h"

#include <array>
#include <bit>

namespace pn::vulkan {
namespace {

struct Preference
{
    VkMemoryPropertyFlags required;
    VkMemoryPropertyFlags wanted; // the type with most of these is chosen
};

Preference preference(MemoryKind kind)
{
    constexpr VkMemoryPropertyFlags kVisible = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT;
    constexpr VkMemoryPropertyFlags kCoherent = VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    constexpr VkMemoryPropertyFlags kCached = VK_MEMORY_PROPERTY_HOST_CACHED_BIT;
    constexpr VkMemoryPropertyFlags kLocal = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;
    switch (kind)
    {
    case MemoryKind::Device: return {0, kLocal};
    case MemoryKind::Upload:
    case MemoryKind::Readback: return {kVisible, kCached | kCoherent};
    default: return {kVisible, kLocal | kCached | kCoherent};
    }
}

std::uint32_t chooseType(const Device& device, std::uint32_t allowed, const Preference& want)
{
    const VkPhysicalDeviceMemoryProperties& memory = device.memory();
    std::uint32_t best = memory.memoryTypeCount;
    int bestScore = -1;
    for (std::uint32_t i = 0; i < memory.memoryTypeCount; ++i)
    {
        const VkMemoryPropertyFlags flags = memory.memoryTypes[i].propertyFlags;
        if ((allowed >> i & 1u) == 0 || (flags & want.required) != want.required)
            continue;
        const int score = std::popcount(flags & want.wanted);
        if (score > bestScore)
        {
            best = i;
            bestScore = score;
        }
    }
    if (best == memory.memoryTypeCount)
        throw Error(PN_ERROR_UNSUPPORTED_DEVICE, "the device has no memory type that ProbeNorm can use");
    return best;
}

} // namespace

Buffer::Buffer(Device& device, VkDeviceSize size, MemoryKind kind) : m_device(device), m_size(size)
{
    try
    {
        create(kind);
        allocate(kind);
    }
    catch (...)
    {
        destroy(); // the destructor does not run if the constructor throws
        throw;
    }
}

Buffer::~Buffer()
{
    destroy();
}

void Buffer::create(MemoryKind kind)
{
    std::array<std::uint32_t, 2> families{m_device.computeQueue().family, 0};
    auto info = vkStruct<VkBufferCreateInfo>();
    info.size = m_size;
    info.usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
    if (kind == MemoryKind::Device || kind == MemoryKind::Shared)
        info.usage |= VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    if (m_device.transferQueue() && kind != MemoryKind::Shared)
    {
        families[1] = m_device.transferQueue()->family;
        info.sharingMode =
            VK_SHARING_MODE_CONCURRENT; // free of cost for buffers, and no ownership transfers are needed
        info.queueFamilyIndexCount = 2;
        info.pQueueFamilyIndices = families.data();
    }
    PN_VK_CREATE(m_handle, m_device.fn().vkCreateBuffer, m_device.handle(), &info, nullptr);
}

void Buffer::allocate(MemoryKind kind)
{
    VkMemoryRequirements requirements;
    m_device.fn().vkGetBufferMemoryRequirements(m_device.handle(), m_handle, &requirements);
    const Preference want = preference(kind);
    const std::uint32_t type = chooseType(m_device, requirements.memoryTypeBits, want);
    if (const auto left = m_device.memoryPool().take(type, requirements.size))
        m_memory = *left;
    else
        allocateNew(type, requirements.size);
    m_device.addBufferBytes(m_memory.size);
    PN_VK(m_device.fn().vkBindBufferMemory(m_device.handle(), m_handle, m_memory.handle, 0));
    m_isCoherent = (m_device.memory().memoryTypes[type].propertyFlags & VK_MEMORY_PROPERTY_HOST_COHERENT_BIT) != 0;
    if ((want.required & VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT) == 0 || m_memory.mapped != nullptr)
        return;
    void* mapped = nullptr;
    PN_VK_CREATE(mapped, m_device.fn().vkMapMemory, m_device.handle(), m_memory.handle, 0, VK_WHOLE_SIZE, 0);
    m_memory.mapped = static_cast<std::byte*>(mapped);
}

void Buffer::allocateNew(std::uint32_t type, VkDeviceSize size)
{
    auto info = vkStruct<VkMemoryAllocateInfo>();
    info.allocationSize = size;
    info.memoryTypeIndex = type;
    const auto& fn = m_device.fn();
    VkDeviceMemory memory = VK_NULL_HANDLE;
    VkResult result = fn.vkAllocateMemory(m_device.handle(), &info, nullptr, &memory);
    if (result == VK_ERROR_OUT_OF_DEVICE_MEMORY && m_device.freeIdleMemory())
        result = fn.vkAllocateMemory(m_device.handle(), &info, nullptr, &memory);
    check(result, "vkAllocateMemory(");
    m_memory.handle = memory;
    m_memory.size = size;
    m_memory.type = type;
}

void Buffer::destroy() noexcept
{
    m_device.removeBufferBytes(m_memory.size);
    if (m_device.isAbandoned())
        return;
    m_device.fn().vkDestroyBuffer(m_device.handle(), m_handle, nullptr);
    if (m_memory.handle == VK_NULL_HANDLE || !m_device.memoryPool().give(m_memory))
        m_device.fn().vkFreeMemory(m_device.handle(), m_memory.handle, nullptr);
}

void Buffer::flush()
{
    auto range = vkStruct<VkMappedMemoryRange>();
    range.memory = m_memory.handle;
    range.size = VK_WHOLE_SIZE;
    if (!m_isCoherent)
        PN_VK(m_device.fn().vkFlushMappedMemoryRanges(m_device.handle(), 1, &range));
}

void Buffer::invalidate()
{
    auto range = vkStruct<VkMappedMemoryRange>();
    range.memory = m_memory.handle;
    range.size = VK_WHOLE_SIZE;
    if (!m_isCoherent)
        PN_VK(m_device.fn().vkInvalidateMappedMemoryRanges(m_device.handle(), 1, &range));
}

} // namespace pn::vulkan

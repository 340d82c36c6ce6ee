#include "vulkan/device/imported_memory.h"

#include "core/error.h"

namespace pn::vulkan {
namespace {

constexpr auto kHostMemory = VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT;

} // namespace

ImportedMemory::ImportedMemory(Device& device, std::span<const std::byte> pages) : m_device(device), m_pages(pages)
{
    try
    {
        create();
        import();
        PN_VK(m_device.fn().vkBindBufferMemory(m_device.handle(), m_buffer, m_memory, 0));
    }
    catch (...)
    {
        destroy(); // the destructor does not run if the constructor throws
        throw;
    }
}

ImportedMemory::~ImportedMemory()
{
    destroy();
}

void ImportedMemory::create()
{
    auto external = vkStruct<VkExternalMemoryBufferCreateInfo>();
    external.handleTypes = kHostMemory;
    auto info = vkStruct<VkBufferCreateInfo>();
    info.pNext = &external;
    info.size = m_pages.size();
    info.usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT;
    PN_VK_CREATE(m_buffer, m_device.fn().vkCreateBuffer, m_device.handle(), &info, nullptr);
}

void ImportedMemory::import()
{
    auto host = vkStruct<VkImportMemoryHostPointerInfoEXT>();
    host.handleType = kHostMemory;
    host.pHostPointer = const_cast<std::byte*>(m_pages.data()); // Vulkan has one type for reading and for writing
    auto info = vkStruct<VkMemoryAllocateInfo>();
    info.pNext = &host;
    info.allocationSize = m_pages.size();
    info.memoryTypeIndex = memoryType();
    PN_VK_CREATE(m_memory, m_device.fn().vkAllocateMemory, m_device.handle(), &info, nullptr);
}

// Of coherent memory, because the caller's writes are never flushed.
std::uint32_t ImportedMemory::memoryType() const
{
    auto properties = vkStruct<VkMemoryHostPointerPropertiesEXT>();
    PN_VK(
        m_device.fn().vkGetMemoryHostPointerPropertiesEXT(m_device.handle(), kHostMemory, m_pages.data(), &properties));
    VkMemoryRequirements requirements;
    m_device.fn().vkGetBufferMemoryRequirements(m_device.handle(), m_buffer, &requirements);
    const std::uint32_t types = properties.memoryTypeBits & requirements.memoryTypeBits;
    for (std::uint32_t type = 0; type < m_device.memory().memoryTypeCount; ++type)
        if ((types >> type & 1u) != 0 &&
            (m_device.memory().memoryTypes[type].propertyFlags & VK_MEMORY_PROPERTY_HOST_COHERENT_BIT) != 0)
            return type;
    throw Error(PN_ERROR_UNSUPPORTED, "the device has no coherent type of memory for it");
}

void ImportedMemory::destroy() noexcept
{
    if (m_device.isAbandoned())
        return;
    m_device.fn().vkDestroyBuffer(m_device.handle(), m_buffer, nullptr);
    m_device.fn().vkFreeMemory(m_device.handle(), m_memory, nullptr);
}

std::span<const std::byte> wholePages(std::span<const std::byte> bytes, std::uint64_t pageBytes)
{
    const std::uint64_t head = -reinterpret_cast<std::uintptr_t>(bytes.data()) & (pageBytes - 1);
    if (head >= bytes.size())
        return {};
    return bytes.subspan(head, (bytes.size() - head) & ~(pageBytes - 1));
}

} // namespace pn::vulkan

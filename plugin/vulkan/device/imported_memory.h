// Memory of the host that the device reads by itself (VK_EXT_external_memory_host).
#pragma once

#include "vulkan/device/device.h"

#include <cstddef>
#include <span>

namespace pn::vulkan {

// A buffer over the caller's own pages, to copy from. The driver keeps them in place as long as the buffer lives.
class ImportedMemory
{
public:
    // The address and the size of pages are multiples of PhysicalDevice::importAlignment. Throws
    // Error(PN_ERROR_UNSUPPORTED) where the driver does not take them.
    ImportedMemory(Device& device, std::span<const std::byte> pages);
    ~ImportedMemory();
    ImportedMemory(const ImportedMemory&) = delete;
    ImportedMemory& operator=(const ImportedMemory&) = delete;

    VkBuffer handle() const { return m_buffer; }
    std::span<const std::byte> pages() const { return m_pages; }

private:
    void create();
    void import();
    std::uint32_t memoryType() const;
    void destroy() noexcept;

    Device& m_device;
    std::span<const std::byte> m_pages;
    VkBuffer m_buffer = VK_NULL_HANDLE;
    VkDeviceMemory m_memory = VK_NULL_HANDLE;
};

// The whole pages within bytes; empty if there is none. pageBytes is a power of two.
std::span<const std::byte> wholePages(std::span<const std::byte> bytes, std::uint64_t pageBytes);

} // namespace pn::vulkan

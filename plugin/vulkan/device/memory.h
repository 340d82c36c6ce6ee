#pragma once

#include "vulkan/device/device.h"

#include <cstddef>
#include <span>

namespace pn::vulkan {

enum class MemoryKind
{
    Device,   // where kernels read fastest
    Upload,   // written by the host, copied from
    Readback, // read by the host, copied to
    Shared    // host-visible and used by kernels as it is: where host and device share memory
};

// A buffer with memory of its own. Host-visible kinds stay mapped.
class Buffer
{
public:
    Buffer(Device& device, VkDeviceSize size, MemoryKind kind);
    ~Buffer();
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;

    VkBuffer handle() const { return m_handle; }
    VkDeviceSize size() const { return m_size; }
    std::byte* mapped() const { return m_memory.mapped; }

    // Makes what the host wrote visible to the device, or the other way round; nothing on coherent memory.
    void flush();
    void invalidate();

private:
    void create(MemoryKind kind);
    void allocate(MemoryKind kind);
    void allocateNew(std::uint32_t type, VkDeviceSize size);
    void destroy() noexcept;

    Device& m_device;
    VkDeviceSize m_size;
    VkBuffer m_handle = VK_NULL_HANDLE;
    MemoryBlock m_memory;
    bool m_isCoherent = true;
};

} // namespace pn::vulkan

#pragma once

#include "vulkan/device/device.h"

#include <cstddef>
#include <span>

namespace pn::vulkan {

enum class MemoryKind
{
    Device,   // fastest for kernels
    Upload,   // the host writes it, the device copies from it
    Readback, // the device copies to it, the host reads it
    Shared    // the host and kernels use it directly; for devices that share the host's memory
};

// A buffer with its own memory. Buffers that the host can access stay mapped.
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

    // flush() makes the host's writes visible to the device, invalidate() the device's writes to the host. Both do
    // nothing on coherent memory.
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

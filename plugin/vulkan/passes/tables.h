// Floats that the host works out and kernels read.
#pragma once

#include "vulkan/device/commands.h"
#include "vulkan/device/memory.h"

#include <initializer_list>
#include <memory>
#include <span>

namespace pn::vulkan {

class Tables
{
public:
    Tables(Device& device, std::uint64_t floats) : m_device(device), m_buffer(device, 4 * floats, MemoryKind::Device) {}

    const Buffer& buffer() const { return m_buffer; }

    struct Part
    {
        template <typename Values>
        Part(std::uint32_t theFirst, const Values& values)
            : first(theFirst), bytes(std::as_bytes(std::span(values.data(), values.size())))
        {
        }

        std::uint32_t first; // where it begins, in floats
        std::span<const std::byte> bytes;
    };

    // The tables in memory of the host; it must live until the copy has run.
    std::unique_ptr<Buffer> make(std::initializer_list<Part> parts) const;
    void recordCopy(VkCommandBuffer commands, const Buffer& made) const;

private:
    Device& m_device;
    Buffer m_buffer;
};

} // namespace pn::vulkan

#pragma once

#include "vulkan/device/functions.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace pn::vulkan {

struct MemoryBlock
{
    VkDeviceMemory handle = VK_NULL_HANDLE;
    VkDeviceSize size = 0;
    std::uint32_t type = 0;
    std::byte* mapped = nullptr; // null until it is mapped; it stays mapped
};

// Memory blocks of destroyed buffers, kept for new ones. A driver may take a millisecond to allocate a block and
// another to free it, and normalizing one cubemap makes a dozen buffers. The owner of the pool frees what is left.
class MemoryPool
{
public:
    explicit MemoryPool(VkDeviceSize mostBytes) : m_mostBytes(mostBytes) {}

    // Returns a block of that memory type that is large enough and not much larger than needed.
    std::optional<MemoryBlock> take(std::uint32_t type, VkDeviceSize size) noexcept;

    // Returns whether the block was kept. It is not kept when the pool already holds its maximum.
    bool give(const MemoryBlock& block) noexcept;

    std::optional<MemoryBlock> takeAny() noexcept;

private:
    VkDeviceSize m_mostBytes;
    std::array<MemoryBlock, 64> m_blocks{};
    std::size_t m_count = 0;
    VkDeviceSize m_bytes = 0;
};

} // namespace pn::vulkan

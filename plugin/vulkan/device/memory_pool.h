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
    std::byte* mapped = nullptr; // where it has been mapped, which it then stays
};

// Memory that buffers left, for the next ones: a driver may take a millisecond to allocate and another to free, and
// dividing one cubemap makes a dozen buffers. Whoever made the blocks frees what is left.
class MemoryPool
{
public:
    explicit MemoryPool(VkDeviceSize mostBytes) : m_mostBytes(mostBytes) {}

    // A block of that type that holds so much and is not much larger.
    std::optional<MemoryBlock> take(std::uint32_t type, VkDeviceSize size) noexcept;

    // Whether the block is kept: not when as much is kept already.
    bool give(const MemoryBlock& block) noexcept;

    std::optional<MemoryBlock> takeAny() noexcept;

private:
    VkDeviceSize m_mostBytes;
    std::array<MemoryBlock, 64> m_blocks{};
    std::size_t m_count = 0;
    VkDeviceSize m_bytes = 0;
};

} // namespace pn::vulkan

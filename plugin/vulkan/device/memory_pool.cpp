#include "vulkan/device/memory_pool.h"

#include <algorithm>

namespace pn::vulkan {
namespace {

constexpr VkDeviceSize kSmall = 64u << 10; // a block of at most this size may serve any smaller request

} // namespace

std::optional<MemoryBlock> MemoryPool::take(std::uint32_t type, VkDeviceSize size) noexcept
{
    const VkDeviceSize most = std::max(2 * size, kSmall);
    for (std::size_t i = m_count; i-- > 0;) // the block that was given last fits most often
    {
        const MemoryBlock block = m_blocks[i];
        if (block.type != type || block.size < size || block.size > most)
            continue;
        m_blocks[i] = m_blocks[--m_count];
        m_bytes -= block.size;
        return block;
    }
    return std::nullopt;
}

std::optional<MemoryBlock> MemoryPool::takeAny() noexcept
{
    if (m_count == 0)
        return std::nullopt;
    const MemoryBlock block = m_blocks[--m_count];
    m_bytes -= block.size;
    return block;
}

bool MemoryPool::give(const MemoryBlock& block) noexcept
{
    if (m_count == m_blocks.size() || m_bytes + block.size > m_mostBytes)
        return false;
    m_blocks[m_count++] = block;
    m_bytes += block.size;
    return true;
}

} // namespace pn::vulkan

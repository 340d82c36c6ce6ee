#include "lab/measure/rotation.h"

#include "bench/device_setup.h"

#include <algorithm>

namespace pn::bench {

using namespace pn::vulkan;

Rotation::Rotation(Device& device, Stopwatch& stopwatch, std::uint64_t bytes, std::span<const std::uint32_t> block,
                   std::span<const std::uint32_t> secondBlock, std::uint64_t rotatedBytes)
    : m_bytes(secondBlock.empty() ? bytes : 2 * bytes)
{
    constexpr std::uint64_t kMostPairs = 16; // each plane of two is filled by itself
    m_count = std::max<std::uint64_t>(2, rotatedBytes / m_bytes);
    m_count = secondBlock.empty() ? m_count : std::min(m_count, kMostPairs);
    m_perBuffer = std::clamp<std::uint64_t>(rotatedBytes / m_bytes, 1, m_count);
    for (std::uint64_t i = 0; i < m_count; i += m_perBuffer)
    {
        const Buffer& buffer = m_buffers.emplace_back(device, m_perBuffer * m_bytes, MemoryKind::Device);
        if (secondBlock.empty())
            fillBuffer(device, stopwatch, {buffer.handle(), 0, buffer.size()}, std::as_bytes(block));
        for (std::uint64_t k = 0; k < m_perBuffer && !secondBlock.empty(); ++k)
        {
            fillBuffer(device, stopwatch, {buffer.handle(), k * m_bytes, bytes}, std::as_bytes(block));
            fillBuffer(device, stopwatch, {buffer.handle(), k * m_bytes + bytes, bytes}, std::as_bytes(secondBlock));
        }
    }
}

BufferRange Rotation::at(std::uint64_t i) const
{
    return {m_buffers[i / m_perBuffer].handle(), i % m_perBuffer * m_bytes, m_bytes};
}

} // namespace pn::bench

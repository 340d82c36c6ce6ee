#include "lab/ladder/inputs.h"

#include "bench/device_setup.h"

#include "core/error.h"

#include <algorithm>

namespace pn::bench {

using namespace pn::vulkan;

std::vector<std::uint32_t> makeBlock(lab::Operator op)
{
    std::vector<std::uint32_t> block(std::size_t{1} << 22);
    lab::fillRandom(block, op);
    return block;
}

void requireElements(std::uint64_t elements, std::uint64_t most)
{
    if (elements > most)
        throw Error(PN_ERROR_INVALID_ARGUMENT, "--elements must be in 1.." + std::to_string(most) +
                                                   " on this device, found " + std::to_string(elements));
}

Inputs::Inputs(Device& device, Stopwatch& stopwatch, std::uint64_t bytes, std::span<const std::uint32_t> block)
    : m_bytes(bytes), m_stride(alignedRange(bytes))
{
    const VkDeviceSize rotated = isSoftware(device.physical()) ? 64u << 20 : 1u << 30;
    m_perBuffer = std::max<VkDeviceSize>(1, rotated / m_stride);
    m_count = std::max<VkDeviceSize>(2, m_perBuffer);
    for (VkDeviceSize i = 0; i < m_count; i += m_perBuffer)
        fillBuffer(device, stopwatch, m_buffers.emplace_back(device, m_perBuffer * m_stride, MemoryKind::Device),
                   std::as_bytes(block));
}

BufferRange Inputs::at(VkDeviceSize i) const
{
    return {m_buffers[i / m_perBuffer].handle(), i % m_perBuffer * m_stride, m_bytes};
}

} // namespace pn::bench

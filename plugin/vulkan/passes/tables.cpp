#include "vulkan/passes/tables.h"

#include <cstring>

namespace pn::vulkan {

std::unique_ptr<Buffer> Tables::make(std::initializer_list<Part> parts) const
{
    auto made = std::make_unique<Buffer>(m_device, m_buffer.size(), MemoryKind::Upload);
    for (const Part& part : parts)
        std::memcpy(made->mapped() + std::size_t{4} * part.first, part.bytes.data(), part.bytes.size());
    made->flush();
    return made;
}

void Tables::recordCopy(VkCommandBuffer commands, const Buffer& made) const
{
    barrier(m_device, commands, kKernelRead, kTransferWrite);
    const VkBufferCopy copy{0, 0, m_buffer.size()};
    m_device.fn().vkCmdCopyBuffer(commands, made.handle(), m_buffer.handle(), 1, &copy);
    barrier(m_device, commands, kTransferWrite, kKernelRead);
}

} // namespace pn::vulkan

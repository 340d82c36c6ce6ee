#pragma once

#include "vulkan/device/commands.h"
#include "vulkan/device/memory.h"

#include <cstring>

namespace pn::vulkan {

// A word by which a host's device says that it has run a recording.
class RunMark
{
public:
    explicit RunMark(Device& device) : m_device(device), m_word(device, sizeof(kSet), MemoryKind::Readback) { clear(); }

    void clear()
    {
        std::memset(m_word.mapped(), 0, sizeof(kSet));
        m_word.flush();
    }

    void record(VkCommandBuffer commands) const // behind everything else
    {
        barrier(m_device, commands, kTransferWrite, kTransferWrite);
        m_device.fn().vkCmdFillBuffer(commands, m_word.handle(), 0, sizeof(kSet), kSet);
        barrier(m_device, commands, kTransferWrite, kHostRead);
    }

    bool isSet()
    {
        m_word.invalidate();
        return std::memcmp(m_word.mapped(), &kSet, sizeof(kSet)) == 0;
    }

private:
    static constexpr std::uint32_t kSet = 1;

    Device& m_device;
    Buffer m_word;
};

} // namespace pn::vulkan

#include "bench/device_setup.h"

#include "bench/random_words.h"

#include "core/error.h"
#include "vulkan/device/commands.h"

#include <algorithm>
#include <cstring>

namespace pn::bench {

using namespace pn::vulkan;

PhysicalDevice findDevice(const Instance& instance, std::uint32_t index)
{
    const auto devices = instance.physicalDevices();
    if (index >= devices.size())
        throw Error(PN_ERROR_UNSUPPORTED_DEVICE, "there is no Vulkan device " + std::to_string(index));
    return devices[index];
}

bool isSoftware(const PhysicalDevice& physical)
{
    return physical.properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
}

std::uint64_t measuredBytes(const PhysicalDevice& physical, const Settings& settings, const DefaultBytes& defaults)
{
    if (settings.bytes != 0)
        return settings.bytes;
    return isSoftware(physical) ? defaults.software : defaults.gpu;
}

std::uint32_t probesThatFit(const ProbeCase& what, std::uint64_t most)
{
    const std::uint32_t count = what.probeCount != 0 ? what.probeCount : std::uint32_t(most);
    if (count == 0 || count > most)
        throw Error(PN_ERROR_INVALID_ARGUMENT, "so many probes do not fit into the memory that is measured over");
    return count;
}

void fillBuffer(Device& device, Stopwatch& stopwatch, const BufferRange& range, std::span<const std::byte> block)
{
    const VkDeviceSize first = std::min<VkDeviceSize>(block.size(), range.size);
    Buffer upload(device, first, MemoryKind::Upload);
    std::memcpy(upload.mapped(), block.data(), first);
    upload.flush();
    stopwatch.run([&](VkCommandBuffer commands) {
        VkBufferCopy copy{0, range.offset, first};
        device.fn().vkCmdCopyBuffer(commands, upload.handle(), range.buffer, 1, &copy);
        for (VkDeviceSize done = first; done < range.size; done += copy.size)
        {
            barrier(device, commands, kTransferWrite, kTransferRead);
            copy = {range.offset, range.offset + done, std::min(done, range.size - done)};
            device.fn().vkCmdCopyBuffer(commands, range.buffer, range.buffer, 1, &copy);
        }
    });
}

void fillBuffer(Device& device, Stopwatch& stopwatch, const Buffer& buffer, PnFormat format)
{
    std::vector<std::byte> block(12u << 20); // whole texels of every format
    fillRandom(block, format);
    fillBuffer(device, stopwatch, {buffer.handle(), 0, buffer.size()}, block);
}

} // namespace pn::bench

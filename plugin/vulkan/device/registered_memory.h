// Ranges of the caller's memory that were registered with a device.
#pragma once

#include "vulkan/device/imported_memory.h"

#include <map>
#include <memory>
#include <optional>

namespace pn::vulkan {

class RegisteredMemory
{
public:
    explicit RegisteredMemory(Device& device) : m_device(device) {}

    // Imports the whole pages within the range, which overlaps no other one. Throws Error(PN_ERROR_UNSUPPORTED) where
    // the device or its driver cannot do that.
    void add(std::span<const std::byte> range);

    // A range that was added. The device must have stopped reading it.
    void remove(std::span<const std::byte> range) noexcept;

    struct Place
    {
        VkBuffer buffer;
        VkDeviceSize offset;
    };

    // Where the device reads the bytes; none where any of them are in no registered page.
    std::optional<Place> find(std::span<const std::byte> bytes) const;

private:
    Device& m_device;
    std::map<const std::byte*, std::unique_ptr<ImportedMemory>> m_imports; // by their first byte
};

} // namespace pn::vulkan

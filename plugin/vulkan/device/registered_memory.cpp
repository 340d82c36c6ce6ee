#include "vulkan/device/registered_memory.h"

#include "core/error.h"

#include <algorithm>

namespace pn::vulkan {
namespace {

constexpr std::uint64_t kMostImportBytes = 1u << 30; // every driver allocates as much at once

std::unique_ptr<ImportedMemory> import(Device& device, std::span<const std::byte> pages)
try
{
    return std::make_unique<ImportedMemory>(device, pages);
}
catch (const Error& e)
{
    if (e.result() == PN_ERROR_OUT_OF_MEMORY || e.result() == PN_ERROR_DEVICE_LOST)
        throw;
    throw Error(PN_ERROR_UNSUPPORTED, std::string("the driver cannot register this memory: ") + e.what());
}

} // namespace

void RegisteredMemory::add(std::span<const std::byte> range)
try
{
    const std::uint64_t alignment = m_device.importAlignment();
    if (alignment == 0)
        throw Error(PN_ERROR_UNSUPPORTED, std::string(m_device.physical().properties.deviceName) +
                                              " cannot register memory: it lacks " +
                                              VK_EXT_EXTERNAL_MEMORY_HOST_EXTENSION_NAME);
    const auto pages = wholePages(range, alignment);
    for (std::size_t at = 0; at < pages.size(); at += kMostImportBytes)
    {
        const auto part = pages.subspan(at, std::min<std::size_t>(kMostImportBytes, pages.size() - at));
        m_imports[part.data()] = import(m_device, part);
    }
}
catch (...)
{
    remove(range);
    throw;
}

void RegisteredMemory::remove(std::span<const std::byte> range) noexcept
{
    m_imports.erase(m_imports.lower_bound(range.data()), m_imports.lower_bound(range.data() + range.size()));
}

std::optional<RegisteredMemory::Place> RegisteredMemory::find(std::span<const std::byte> bytes) const
{
    auto next = m_imports.upper_bound(bytes.data());
    if (next == m_imports.begin())
        return std::nullopt;
    const ImportedMemory& import = *std::prev(next)->second;
    const auto offset = std::size_t(bytes.data() - import.pages().data());
    if (offset + bytes.size() > import.pages().size())
        return std::nullopt;
    return Place{import.handle(), offset};
}

} // namespace pn::vulkan

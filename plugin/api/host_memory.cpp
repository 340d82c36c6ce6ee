#include "api/host_memory.h"

namespace pn::api {
namespace {

std::span<const std::byte> readRange(const void* memory, std::uint64_t bytes)
{
    require(memory != nullptr, "memory is null");
    require(bytes > 0, "bytes is 0");
    require(bytes <= UINTPTR_MAX - reinterpret_cast<std::uintptr_t>(memory),
            "bytes is too large: no memory ends there");
    return {static_cast<const std::byte*>(memory), std::size_t(bytes)};
}

bool overlapsAny(const HostRanges& ranges, std::span<const std::byte> range)
{
    const auto next = ranges.lower_bound(range.data());
    const bool overlapsNext = next != ranges.end() && next->first < range.data() + range.size();
    const bool overlapsLast = next != ranges.begin() && std::prev(next)->first + std::prev(next)->second > range.data();
    return overlapsNext || overlapsLast;
}

} // namespace

void registerHostMemory(PnContext_T* context, const void* memory, std::uint64_t bytes)
{
    require(context != nullptr, "context is null");
    const auto range = readRange(memory, bytes);
    require(!overlapsAny(context->hostRanges, range), "memory is registered with the context already, or a part of it");
    const auto added = context->hostRanges.emplace(range.data(), range.size()).first;
    try
    {
        if (context->backend && !context->isDeviceGone)
            context->backend->registerMemory(range);
    }
    catch (...)
    {
        context->hostRanges.erase(added);
        throw;
    }
}

void unregisterHostMemory(PnContext_T* context, const void* memory)
{
    require(context != nullptr, "context is null");
    const auto range = context->hostRanges.find(static_cast<const std::byte*>(memory));
    require(range != context->hostRanges.end(), "memory is not the beginning of a range that is registered");
    if (context->backend)
        context->backend->unregisterMemory({range->first, range->second});
    context->hostRanges.erase(range);
}

} // namespace pn::api

#include "vulkan/device/checked_bytes.h"

#include <array>
#include <cstdint>
#include <cstring>

namespace pn::vulkan {
namespace {

struct Head
{
    std::array<char, 8> magic{'P', 'N', 'C', 'A', 'C', 'H', 'E', '1'};
    std::uint64_t size = 0;
    std::uint64_t sum = 0;
};

// FNV-1a of 64 bits. It finds damage; it does not stop somebody who forges the bytes.
std::uint64_t checksum(std::span<const std::byte> key, std::span<const std::byte> bytes)
{
    std::uint64_t sum = 0xcbf29ce484222325u;
    for (const auto part : {key, bytes})
        for (const std::byte byte : part)
            sum = (sum ^ std::uint64_t(byte)) * 0x100000001b3u;
    return sum;
}

} // namespace

std::vector<std::byte> addChecksum(std::span<const std::byte> key, std::span<const std::byte> bytes)
{
    const Head head{.size = bytes.size(), .sum = checksum(key, bytes)};
    std::vector<std::byte> kept(sizeof(head) + bytes.size());
    std::memcpy(kept.data(), &head, sizeof(head));
    if (!bytes.empty())
        std::memcpy(kept.data() + sizeof(head), bytes.data(), bytes.size());
    return kept;
}

std::optional<std::vector<std::byte>> removeChecksum(std::span<const std::byte> key, std::span<const std::byte> kept)
{
    Head head;
    const auto magic = head.magic;
    if (kept.size() < sizeof(head))
        return std::nullopt;
    std::memcpy(&head, kept.data(), sizeof(head));
    const auto bytes = kept.subspan(sizeof(head));
    if (head.magic != magic || head.size != bytes.size() || head.sum != checksum(key, bytes))
        return std::nullopt;
    return std::vector<std::byte>(bytes.begin(), bytes.end());
}

} // namespace pn::vulkan

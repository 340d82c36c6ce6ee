// Bytes that a host keeps from one run to the next, and that nobody has to trust.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace pn::vulkan {

// The bytes behind a header with a checksum of the key and the bytes.
std::vector<std::byte> addChecksum(std::span<const std::byte> key, std::span<const std::byte> bytes);

// What addChecksum() was given. Empty if a byte differs, or if the key does.
std::optional<std::vector<std::byte>> removeChecksum(std::span<const std::byte> key, std::span<const std::byte> kept);

} // namespace pn::vulkan

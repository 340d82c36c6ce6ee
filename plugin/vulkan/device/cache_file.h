// A file that keeps bytes from one run to the next, and that nobody has to trust.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pn::vulkan {

// What replaceCacheFile() wrote there, if the file is whole and was written under the same key. Empty for a file that
// is missing, damaged, or of another key.
std::optional<std::vector<std::byte>> readCacheFile(const std::string& path, std::span<const std::byte> key);

// Writes a neighbour of the file and gives it the file's name, so that other processes see the old file or the new one.
// Returns false if that fails; the old file then stays.
bool replaceCacheFile(const std::string& path, std::span<const std::byte> key, std::span<const std::byte> bytes);

} // namespace pn::vulkan

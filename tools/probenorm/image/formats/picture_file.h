#pragma once

#include "image/formats/container.h"
#include "image/texels/limits.h"

#include <optional>
#include <span>
#include <string>

namespace pn::image {

// Decodes a file of any kind that is read here, told by its first bytes. A picture is a container of one mip that is
// not a cubemap. The path helps only to name what is not read.
Container decodeFile(std::span<const std::byte> file, const std::string& path, const Choice& choice,
                     const Limits& limits);

// The same without a copy of the texels, where the file holds them as they are in memory: it becomes their memory.
// Nothing, and the file is left as it is, where it must be decoded.
std::optional<Container> takeTexels(Buffer& file, const Choice& choice, const Limits& limits);

// Whether decodeFile would hand this file to a library of others. Our own readers are small, strict and fuzzed.
bool isDecodedByLibrary(std::span<const std::byte> file);

} // namespace pn::image

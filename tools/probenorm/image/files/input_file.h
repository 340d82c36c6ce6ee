#pragma once

#include "image/files/buffer.h"

#include <cstdint>
#include <string>

namespace pn::image {

// A whole file, or standard input for "-", in memory: files are not mapped, since one that shrinks would end the
// process. Throws when there are more than maxBytes.
Buffer readInput(const std::string& path, std::uint64_t maxBytes);

// The same, with errors that name the path.
Buffer readWhole(const std::string& path, std::uint64_t maxBytes);

// The same of a regular file of any size; a pipe, a device or a socket is refused, and not waited for.
Buffer readRegularFile(const std::string& path);

} // namespace pn::image

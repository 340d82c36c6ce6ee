#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace pn::image {

// Walks the key and value pairs of a KTX file, and throws where they do not fit their space. KTXorientation, if there,
// must be one of the two spellings of "rows from the top": "S=r,T=d" (KTX 1) and "rd" (KTX 2). Returns the value of the
// key "sh", or nothing.
std::string readKeyValues(std::span<const std::byte> bytes, bool isBigEndian);

} // namespace pn::image

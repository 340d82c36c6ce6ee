#pragma once

#include <cstddef>
#include <span>

namespace pn::image {

// OpenEXR believes a header: it gives memory to an attribute before it looks whether the file is that long, and goes on
// behind a value where its type says, not where its size says. This walks the header first, or the headers of all
// parts, and throws unless every attribute is inside the file and is exactly as long as its type and its own counts
// say. Returns how many parts there are.
std::size_t requireWholeExrHeaders(std::span<const std::byte> file, bool hasParts);

} // namespace pn::image

#pragma once

#include <cstddef>
#include <span>

namespace pn::image {

// OpenEXR believes a header: it gives memory to an attribute before it looks whether the file is that long, and goes on
// behind a value where its type says, not where its size says. This walks the header first, and throws unless every
// attribute is inside the file and is exactly as long as its type and its own counts say.
void requireWholeExrHeader(std::span<const std::byte> file);

} // namespace pn::image

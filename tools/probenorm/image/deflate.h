#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pn::image {

// Packs bytes, at least one, into a zlib stream (RFC 1950 and 1951), of which any inflate makes them again. Repeats of
// one byte are all that it looks for: several times as fast as zlib, and of the same size where bytes are differences
// of neighbours.
std::vector<std::byte> deflateRuns(std::span<const std::uint8_t> bytes);

} // namespace pn::image

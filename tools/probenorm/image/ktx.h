#pragma once

#include "image/container.h"

#include <vector>

namespace pn::image {

// KTX 1: a cubemap or one 2D texture of the library's formats, either byte order.
Container readKtx1(std::span<const std::byte> file, std::uint32_t mip = 0, const Limits& limits = {});

// KTX 2 likewise: uncompressed, or with Zstandard or zlib supercompression.
Container readKtx2(std::span<const std::byte> file, std::uint32_t mip = 0, const Limits& limits = {});

enum class Ktx2Packing
{
    None,
    Zstandard, // each mip is one frame
};

// A cubemap as KTX 2; mips[0] is the largest. Each image holds six faces one below the other.
std::vector<std::byte> encodeKtx2(std::span<const Image* const> mips, Ktx2Packing packing = Ktx2Packing::None);

} // namespace pn::image

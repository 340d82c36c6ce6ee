#pragma once

#include "image/container.h"

#include <span>
#include <string>
#include <vector>

namespace pn::image {

// KTX 1: a cubemap or one 2D texture of the library's formats, either byte order.
Container readKtx1(std::span<const std::byte> file, std::uint32_t mip = 0, const Limits& limits = {});

// What Filament's cmgen stores in a KTX 1 file under the key "sh": rows "r g b". Empty where there is none.
std::string readKtx1Harmonics(std::span<const std::byte> file);

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

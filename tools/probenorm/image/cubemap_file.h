#pragma once

#include "image/ktx.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pn::image {

// A file that a cubemap is written to, by its name's end.
struct CubemapFile
{
    const char* extension;
    bool holdsMips; // else the faces stand one below the other in one picture: a vertical strip
    std::vector<std::byte> (*encode)(std::span<const Image* const> mips, Ktx2Packing packing);
};

// .ktx2, .dds, .exr or .hdr, in any case; empty for another.
std::optional<CubemapFile> findCubemapFile(std::string_view path);

// The bytes of such a file, whose path must have one of these ends. Errors name it.
std::vector<std::byte> encodeCubemapFile(const std::string& path, std::span<const Image* const> mips,
                                         Ktx2Packing packing = Ktx2Packing::None);

} // namespace pn::image

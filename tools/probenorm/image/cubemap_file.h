#pragma once

#include "image.h"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace pn::image {

// A file that a cubemap is written to, by its name's end.
struct CubemapFile
{
    const char* extension;
    bool holdsMips; // else the faces stand one below the other in one picture: a vertical strip
    std::vector<std::byte> (*encode)(std::span<const Image* const> mips);
};

// .ktx2, .dds, .exr or .hdr, in any case; empty for another.
std::optional<CubemapFile> findCubemapFile(std::string_view path);

} // namespace pn::image

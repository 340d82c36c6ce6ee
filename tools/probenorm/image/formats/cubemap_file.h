#pragma once

#include "image/formats/ktx.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace pn::image {

// A file that a cubemap is written to, by its name's end.
struct CubemapFile
{
    const char* extension;
    bool holdsMips; // else the faces stand one below the other in one picture: a vertical strip
    void (*write)(std::span<const Image* const> mips, Ktx2Packing packing, const ByteSink& sink, std::string_view note);
};

// .ktx2, .dds, .exr or .hdr, in any case; empty for another.
std::optional<CubemapFile> findCubemapFile(std::string_view path);

// Hands over the bytes of such a file, whose path must have one of these ends. Errors name it, but for those of input
// and output, which the sink throws.
void writeCubemapFile(const std::string& path, std::span<const Image* const> mips, Ktx2Packing packing,
                      const ByteSink& sink, std::string_view note = {});

} // namespace pn::image

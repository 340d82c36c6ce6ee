#pragma once

#include "image/formats/container.h"
#include "image/formats/ktx.h"
#include "image/formats/layout.h"
#include "image/texels/limits.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace pn::image {

// Decodes a file of any kind that is read here, told by its first bytes. A picture is a container of one mip that is
// not a cubemap. The path helps only to name what is not read.
Container decodeFile(std::span<const std::byte> file, const std::string& path, const Choice& choice,
                     const Limits& limits);

// The same without a copy of the texels, where the file holds them as they are in memory: it becomes their memory.
// Nothing, and the file is left as it is, where it must be decoded.
std::optional<Container> takeTexels(Buffer& file, const Choice& choice, const Limits& limits);

// Whether decodeFile would hand this file to a library of others. Our own readers are small, strict and fuzzed.
bool isDecodedByLibrary(std::span<const std::byte> file);

// What goes into a file besides its texels, where it has room.
struct FileTexts
{
    std::string note;      // kNoteKey
    std::string harmonics; // as the file's engine has them
    Layout layout = Layout::CubemapFile;
};

// A file that a cubemap is written to, by its name's end.
struct CubemapFile
{
    const char* extension;
    bool holdsMips; // else the faces stand one below the other in one picture: a vertical strip
    void (*write)(std::span<const Image* const> mips, Ktx2Packing packing, const ByteSink& sink,
                  const FileTexts& texts);
};

// .ktx2, .ktx, .env, .dds, .exr, .hdr, or .png for an atlas of PlayCanvas and faces in RGBM, in any case; empty for
// another.
std::optional<CubemapFile> findCubemapFile(std::string_view path);

// Hands over the bytes of such a file, whose path must have one of these ends. Errors name it, but for those of input
// and output, which the sink throws.
void writeCubemapFile(const std::string& path, std::span<const Image* const> mips, Ktx2Packing packing,
                      const ByteSink& sink, const FileTexts& texts = {});

} // namespace pn::image

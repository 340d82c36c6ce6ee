#pragma once

#include "image/formats/container.h"

#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pn::image {

// The first bytes of the files.
inline constexpr std::string_view kKtx1Identifier{"\xABKTX 11\xBB\r\n\x1A\n", 12};
inline constexpr std::string_view kKtx2Identifier{"\xABKTX 20\xBB\r\n\x1A\n", 12};

// KTX 1: a cubemap or one 2D texture of the library's formats, little-endian.
Container readKtx1(std::span<const std::byte> file, std::uint32_t mip = 0, const Limits& limits = {});

// What Filament's cmgen stores in a KTX 1 file under the key "sh": rows "r g b". Empty where there is none.
std::string readKtx1Harmonics(std::span<const std::byte> file);

// KTX 2 likewise: uncompressed, or with Zstandard supercompression.
Container readKtx2(std::span<const std::byte> file, std::uint32_t mip = 0, const Limits& limits = {});

// The same without a copy, where the texels lie in the file as they are in memory, and little else does: it becomes
// their memory. Nothing, and the file is left as it is, where they must be copied.
std::optional<Container> takeKtx2(Buffer& file, std::uint32_t mip, const Limits& limits);

// The key of what this tool says of its files, in KTX 1, KTX 2 and OpenEXR.
inline constexpr std::string_view kNoteKey = "ProbeNorm";

// The bytes of the longest text that is read under kNoteKey. Who writes one keeps within them.
inline constexpr std::size_t kMostNote = 16384;

// Gives a container, of the first mip or another, the text under its kNoteKey. A longer one becomes a warning.
void takeNote(std::string_view text, std::uint32_t mip, Container& container);

// What the keys "sh" and kNoteKey have; empty where they are missing.
struct KtxTexts
{
    std::string harmonics;
    std::string note; // or the first kMostNote + 1 bytes of it
};

// Walks the key and value pairs of a KTX file, and throws where they do not fit their space. KTXorientation, if there,
// must be one of the two spellings of "rows from the top": "S=r,T=d" (KTX 1) and "rd" (KTX 2).
KtxTexts readKeyValues(std::span<const std::byte> bytes);

enum class Ktx2Packing
{
    None,
    Zstandard, // each mip is one frame
};

// Takes the bytes of a file, part after part. A part is gone when it returns.
using ByteSink = std::function<void(std::span<const std::byte>)>;

// Keys and values as both kinds of KTX hold them, but for those without a value; KTXwriter is among them.
std::vector<std::byte> makeKeyValues(std::initializer_list<std::pair<std::string_view, std::string_view>> pairs);

// A cubemap as KTX 1, whose formats are those that Filament reads. harmonics are under the key "sh".
void writeKtx1(std::span<const Image* const> mips, const ByteSink& sink, std::string_view note,
               std::string_view harmonics);

// A cubemap or a 2D texture as KTX 2, as requireMips() takes it; mips[0] is the largest. Large mips that are not
// packed go to the sink without a copy. note is stored under kNoteKey; none where it is empty.
void writeKtx2(std::span<const Image* const> mips, Ktx2Packing packing, const ByteSink& sink,
               std::string_view note = {});

} // namespace pn::image

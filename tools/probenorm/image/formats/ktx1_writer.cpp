#include "image/files/bytes.h"
#include "image/files/error.h"
#include "image/formats/ktx.h"

#include <array>

namespace pn::image {

namespace {

struct GlNames
{
    PnFormat texels;
    std::uint32_t type;
    std::uint32_t typeSize;
    std::uint32_t format;
    std::uint32_t internal;
};

// What Filament's reader of KTX takes, which has a name of its own for packed floats, as cmgen writes it.
constexpr std::array kNames = {GlNames{PN_FORMAT_R11G11B10F, 0x8C3A, 1, 0x1907, 0x8C3A},
                               GlNames{PN_FORMAT_RGBA16F, 0x140B, 2, 0x1908, 0x881A},
                               GlNames{PN_FORMAT_RGBA32F, 0x1406, 4, 0x1908, 0x8814}};

const GlNames& namesOf(PnFormat format)
{
    for (const GlNames& names : kNames)
        if (names.texels == format)
            return names;
    refuse("a .ktx file holds r11g11b10f, rgba16f or rgba32f here; use .ktx2");
}

} // namespace

void writeKtx1(std::span<const Image* const> mips, const ByteSink& sink, std::string_view note,
               std::string_view harmonics)
{
    const Image& largest = *mips[0];
    const GlNames& names = namesOf(largest.format);
    const std::vector<std::byte> keyValues =
        makeKeyValues({{"KTXorientation", "S=r,T=d"}, {kNoteKey, note}, {"sh", harmonics}});
    ByteWriter out;
    out.text(kKtx1Identifier);
    out.u32s({0x04030201, names.type, names.typeSize, names.format, names.internal, names.format});
    out.u32s({largest.width, largest.width, 0, 0, requireMips(mips), static_cast<std::uint32_t>(mips.size()),
              static_cast<std::uint32_t>(keyValues.size())});
    out.bytes(keyValues);
    for (const Image* mip : mips)
    {
        out.u32s({static_cast<std::uint32_t>(mip->texels.size() / 6)}); // of one face
        out.bytes(mip->texels.span());
    }
    sink(out.take());
}

} // namespace pn::image

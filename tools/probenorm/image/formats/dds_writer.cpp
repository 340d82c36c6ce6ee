#include "image/files/byte_writer.h"
#include "image/files/error.h"
#include "image/formats/dds.h"
#include "image/texels/one_channel.h"

namespace pn::image {

namespace {

std::uint32_t dxgiFormat(PnFormat format)
{
    switch (format)
    {
    case PN_FORMAT_RGBA32F: return 2;
    case PN_FORMAT_RGB32F: return 6;
    case PN_FORMAT_RGBA16F: return 10;
    case PN_FORMAT_R11G11B10F: return 26;
    case PN_FORMAT_RGBA8: return 28;
    case PN_FORMAT_RGBA8_SRGB: return 29;
    case PN_FORMAT_RGB9E5: return 67;
    case kOneHalf: return 54;
    default: throw Error(ErrorKind::InvalidInput, "image has no format");
    }
}

void writeHeader(ByteWriter& out, const Image& largest, std::uint32_t mipCount)
{
    out.text("DDS ");
    // caps, height, width, pixel format; pitch; mip count
    out.u32s({124, 0x1007 | 0x8 | (mipCount > 1 ? 0x20000u : 0u), largest.width, largest.width});
    out.u32s({largest.width * fileTexelBytes(largest.format), 0, mipCount});
    out.zeros(44);
    out.u32s({32, 0x4}); // pixel format: FourCC
    out.text("DX10");
    out.zeros(20);
    out.u32s({0x1008 | (mipCount > 1 ? 0x400000u : 0u), 0xFE00}); // texture of several surfaces; cubemap, all faces
    out.zeros(12);
    out.u32s({dxgiFormat(largest.format), 3, 0x4, 1, 0}); // 2D, cube, one of it, alpha unknown
}

} // namespace

std::vector<std::byte> encodeDds(std::span<const Image* const> mips)
{
    requireCubeMips(mips);
    ByteWriter out;
    writeHeader(out, *mips[0], static_cast<std::uint32_t>(mips.size()));
    for (std::size_t face = 0; face < 6; ++face)
        for (const Image* mip : mips)
            out.bytes(mip->texels.span().subspan(face * (mip->texels.size() / 6), mip->texels.size() / 6));
    return out.take();
}

} // namespace pn::image

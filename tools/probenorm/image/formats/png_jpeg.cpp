#include "image/formats/png_jpeg.h"

#include "image/files/error.h"
#include "image/formats/decoders.h"
#include "image/texels/transfer_curve.h"

#include <new>
#include <string>

namespace pn::image {

namespace {

PnDecoderFile decoderFile(std::span<const std::byte> file)
{
    return {reinterpret_cast<const unsigned char*>(file.data()), file.size()};
}

// Throws unless the decoder of this format succeeded.
void requireDecoded(const char* format, const PnDecoderResult& result)
{
    if (result.status == PN_DECODER_OK)
        return;
    if (result.status == PN_DECODER_OUT_OF_MEMORY)
        throw std::bad_alloc();
    const ErrorKind kind = result.status == PN_DECODER_UNSUPPORTED ? ErrorKind::Unsupported : ErrorKind::InvalidInput;
    throw Error(kind, std::string(format) + ": " + result.message);
}

constexpr std::uint32_t kLinearGamma = 100000; // gamma 1

// Files without an sRGB chunk say sRGB by a gamma of 1/2.2, rounded in several ways.
bool isSrgbGamma(std::uint32_t gamma)
{
    constexpr std::uint32_t kLeast = 45000, kMost = 46000;
    return gamma >= kLeast && gamma <= kMost;
}

struct PngColor
{
    TransferCurve curve;
    std::vector<std::string> warnings;
};

// By ITU-T H.273.
PngColor colorOfCicp(const unsigned char (&cicp)[4])
{
    constexpr unsigned kRec709 = 1, kLinear = 8, kSrgb = 13;
    const unsigned primaries = cicp[0], transfer = cicp[1];
    if (cicp[2] != 0 || cicp[3] != 1)
        throw Error(ErrorKind::Unsupported, "PNG: cICP must be of full-range RGB");
    if (transfer != kLinear && transfer != kSrgb)
        throw Error(ErrorKind::Unsupported,
                    "PNG: cICP transfer " + std::to_string(transfer) + " is not read, only sRGB (13) and linear (8)");
    PngColor color{{transfer == kLinear ? 1.0 : 0.0}, {}};
    if (primaries != kRec709)
        color.warnings.push_back("colours have the primaries " + std::to_string(primaries) +
                                 " of cICP and are taken as they are");
    return color;
}

PngColor colorOf(const PnPngColor& said)
{
    if (said.hasCicp != 0)
        return colorOfCicp(said.cicp);
    if (said.hasProfile != 0)
        return {{}, {"a colour profile (iCCP) is not applied: texels are taken as sRGB"}};
    const bool isPlain = said.isSrgb != 0 || said.gamma == 0 || isSrgbGamma(said.gamma);
    return {{isPlain ? 0.0 : static_cast<double>(said.gamma) / kLinearGamma}, {}};
}

} // namespace

Image readPng(std::span<const std::byte> file, const Limits& limits)
{
    const PnDecoderFile input = decoderFile(file);
    PnDecoderResult result{};
    PnPngColor said{};
    pnReadPngHeader(&input, &result, &said);
    requireDecoded("PNG", result);
    const PngColor color = colorOf(said);
    const bool isWide = result.channelBits == 16;
    const bool staysBytes = color.curve.isSrgb() || color.curve.isLinear();
    if (!isWide && !staysBytes)
        checkClaim(std::uint64_t{result.width} * result.height * texelBytes(PN_FORMAT_RGB32F), limits);
    const PnFormat bytes = color.curve.isLinear() ? PN_FORMAT_RGBA8 : PN_FORMAT_RGBA8_SRGB;
    Image image = makeImage(isWide ? PN_FORMAT_RGB32F : bytes, result.width, result.height, limits);
    image.warnings = color.warnings;
    pnReadPngTexels(&input, reinterpret_cast<unsigned char*>(image.texels.data()), image.rowBytes(), &result);
    requireDecoded("PNG", result);
    if (isWide)
        widenRows(image, color.curve);
    return isWide || staysBytes ? std::move(image) : widenBytes(image, color.curve);
}

Image readJpeg(std::span<const std::byte> file, const Limits& limits)
{
    const PnDecoderFile input = decoderFile(file);
    PnDecoderResult result{};
    pnReadJpegHeader(&input, &result);
    requireDecoded("JPEG", result);
    Image image = makeImage(PN_FORMAT_RGBA8_SRGB, result.width, result.height, limits);
    pnReadJpegTexels(&input, reinterpret_cast<unsigned char*>(image.texels.data()), limits.maxBytes, &result);
    requireDecoded("JPEG", result);
    return image;
}

} // namespace pn::image

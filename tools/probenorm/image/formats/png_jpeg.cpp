#include "image/formats/png_jpeg.h"

#include "image/files/error.h"
#include "image/formats/decoders.h"
#include "image/formats/exif.h"
#include "image/texels/interpolated.h"
#include "image/texels/ranged_texels.h"
#include "image/texels/texel.h"

#include <cstring>
#include <new>
#include <string>
#include <vector>

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

// What a PNG file says of its colours.
struct PngColor
{
    bool isLinear = false; // else sRGB
    std::vector<std::string> warnings = {};
};

// By ITU-T H.273.
PngColor colorOfCicp(const unsigned char (&cicp)[4])
{
    constexpr unsigned kRec709 = 1, kLinear = 8, kSrgb = 13;
    const unsigned primaries = cicp[0], transfer = cicp[1];
    if (cicp[2] != 0 || cicp[3] != 1)
        refuse("PNG: cICP must be of full-range RGB");
    if (transfer != kLinear && transfer != kSrgb)
        refuse("PNG: cICP transfer {} is not read, only sRGB (13) and linear (8)", transfer);
    PngColor color{transfer == kLinear};
    if (primaries != kRec709)
        color.warnings.push_back("colours have the primaries " + std::to_string(primaries) +
                                 " of cICP and are taken as they are");
    return color;
}

// Files without an sRGB chunk say sRGB by a gamma of 1/2.2, rounded in several ways.
PngColor colorOf(const PnPngColor& said)
{
    constexpr std::uint32_t kLeastSrgb = 45000, kMostSrgb = 46000, kLinear = 100000;
    if (said.hasCicp != 0)
        return colorOfCicp(said.cicp);
    if (said.hasProfile != 0)
        return {false, {"a colour profile (iCCP) is not applied: texels are taken as sRGB"}};
    if (said.isSrgb != 0 || said.gamma == 0 || (said.gamma >= kLeastSrgb && said.gamma <= kMostSrgb))
        return {};
    if (said.gamma != kLinear)
        refuse("PNG: gAMA {} is not read, only that of sRGB (45455) and linear (100000)", said.gamma);
    return {true};
}

// Turns the 16-bit codes at the front of each row into RGB32F texels, from the last to the first, so that no code is
// overwritten before it is read.
void widenRows(Image& image, bool isLinear)
{
    std::vector<float> light(65536);
    for (std::size_t i = 0; i < light.size(); ++i)
    {
        const double code = static_cast<double>(i) / 65535.0;
        light[i] = static_cast<float>(isLinear ? code : linearOfSrgb(code));
    }
    for (std::uint32_t y = 0; y < image.height; ++y)
    {
        std::byte* row = image.row(y);
        for (std::size_t i = std::size_t{3} * image.width; i-- > 0;)
        {
            std::uint16_t code = 0;
            std::memcpy(&code, row + i * sizeof(code), sizeof(code));
            std::memcpy(row + i * sizeof(float), &light[code], sizeof(float));
        }
    }
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
    const PnFormat bytes = color.isLinear ? PN_FORMAT_RGBA8 : PN_FORMAT_RGBA8_SRGB;
    Image image = makeImage(isWide ? PN_FORMAT_RGB32F : bytes, result.width, result.height, limits);
    image.warnings = color.warnings;
    pnReadPngTexels(&input, reinterpret_cast<unsigned char*>(image.texels.data()), image.rowBytes(), &result);
    requireDecoded("PNG", result);
    if (isWide)
        widenRows(image, color.isLinear);
    if (said.isRgbm == 0 || isWide)
        return image;
    return drawRgb(image.width, image.height, image, limits, [&](std::uint32_t x, std::uint32_t y) {
        Rgba8 rgba;
        std::memcpy(rgba.data(), image.row(y) + x * sizeof(rgba), sizeof(rgba));
        return unpackRgbm(rgba);
    });
}

Image readJpeg(std::span<const std::byte> file, const Limits& limits)
{
    const PnDecoderFile input = decoderFile(file);
    PnDecoderResult result{};
    pnReadJpegHeader(&input, &result);
    requireDecoded("JPEG", result);
    const Placement placement = placementOf(exifOrientation(file), result.width, result.height);
    Image image = makeImage(PN_FORMAT_RGBA8_SRGB, placement.width, placement.height, limits);
    constexpr std::ptrdiff_t kTexel = 4;
    const PnTexelPlaces places{reinterpret_cast<unsigned char*>(image.texels.data()) + kTexel * placement.first,
                               kTexel * placement.right, kTexel * placement.down};
    pnReadJpegTexels(&input, &places, limits.maxBytes, &result);
    requireDecoded("JPEG", result);
    return image;
}

std::vector<std::byte> encodeJpeg(std::uint32_t width, std::uint32_t height, std::span<const std::uint8_t> pixels,
                                  int quality)
{
    constexpr std::size_t kHeaders = 2048;
    std::vector<std::byte> file(pixels.size() + kHeaders);
    const std::size_t bytes =
        pnWriteJpeg(width, height, pixels.data(), quality, reinterpret_cast<unsigned char*>(file.data()), file.size());
    if (bytes == 0)
        throw std::bad_alloc();
    file.resize(bytes);
    return file;
}

} // namespace pn::image

#include "image/png.h"

#include "image/decoder_file.h"
#include "image/png_decoder.h"

#include <cmath>
#include <cstring>

namespace pn::image {

namespace {

// The linear value of each 16-bit sRGB code (IEC 61966-2-1).
std::vector<float> makeLinearValues()
{
    std::vector<float> values(65536);
    for (std::size_t code = 0; code < values.size(); ++code)
    {
        const double encoded = static_cast<double>(code) / 65535.0;
        const double linear = encoded <= 0.04045 ? encoded / 12.92 : std::pow((encoded + 0.055) / 1.055, 2.4);
        values[code] = static_cast<float>(linear);
    }
    return values;
}

// Turns the 16-bit codes at the front of each row into floats that fill the row, from the last to the first.
void widen(Image& image)
{
    static const std::vector<float> linear = makeLinearValues();
    for (std::uint32_t y = 0; y < image.height; ++y)
    {
        std::byte* row = image.row(y);
        for (std::size_t i = std::size_t{3} * image.width; i-- > 0;)
        {
            std::uint16_t code = 0;
            std::memcpy(&code, row + i * sizeof(code), sizeof(code));
            std::memcpy(row + i * sizeof(float), &linear[code], sizeof(float));
        }
    }
}

} // namespace

Image readPng(std::span<const std::byte> file, const Limits& limits)
{
    const PnDecoderFile input = decoderFile(file);
    PnDecoderResult result{};
    pnReadPngHeader(&input, &result);
    requireDecoded("PNG", result);
    const PnFormat format = result.channelBits == 16 ? PN_FORMAT_RGB32F : PN_FORMAT_RGBA8_SRGB;
    Image image = makeImage(format, result.width, result.height, limits);
    pnReadPngTexels(&input, reinterpret_cast<unsigned char*>(image.texels.data()), image.rowBytes(), &result);
    requireDecoded("PNG", result);
    if (format == PN_FORMAT_RGB32F)
        widen(image);
    return image;
}

} // namespace pn::image

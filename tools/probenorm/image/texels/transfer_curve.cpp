#include "image/texels/transfer_curve.h"

#include <array>
#include <cmath>
#include <cstring>

namespace pn::image {

namespace {

std::vector<float> tableOf(std::size_t codes, const TransferCurve& curve)
{
    std::vector<float> values(codes);
    for (std::size_t code = 0; code < codes; ++code)
        values[code] = static_cast<float>(linearOf(static_cast<double>(code) / static_cast<double>(codes - 1), curve));
    return values;
}

} // namespace

double linearOf(double code, const TransferCurve& curve)
{
    if (!curve.isSrgb())
        return std::pow(code, 1.0 / curve.gamma);
    return code <= 0.04045 ? code / 12.92 : std::pow((code + 0.055) / 1.055, 2.4); // IEC 61966-2-1
}

// From the last to the first, so that no code is overwritten before it is read.
void widenRows(Image& image, const TransferCurve& curve)
{
    const std::vector<float> light = tableOf(65536, curve);
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

Image widenBytes(const Image& bytes, const TransferCurve& curve)
{
    const std::vector<float> light = tableOf(256, curve);
    Image image;
    image.format = PN_FORMAT_RGB32F;
    image.width = bytes.width;
    image.height = bytes.height;
    image.warnings = bytes.warnings;
    image.texels = Buffer(image.rowBytes() * image.height);
    const std::size_t count = std::size_t{image.width} * image.height;
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t channel = 0; channel < 3; ++channel)
        {
            const auto code = std::to_integer<std::size_t>(bytes.texels.data()[4 * i + channel]);
            std::memcpy(image.texels.data() + (3 * i + channel) * sizeof(float), &light[code], sizeof(float));
        }
    return image;
}

} // namespace pn::image

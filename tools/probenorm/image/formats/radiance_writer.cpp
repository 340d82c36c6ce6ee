#include "image/files/cancel.h"
#include "image/formats/radiance.h"
#include "image/formats/radiance_rows.h"
#include "image/texels/texel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace pn::image {

namespace {

using Bytes = std::vector<std::byte>;

constexpr float kLargest = 255.0f * 0x1p119f; // mantissa 255, exponent 255

std::array<std::byte, 4> encodeTexel(const Rgb& texel)
{
    std::array<float, 3> rgb{texel.r, texel.g, texel.b};
    for (float& channel : rgb)
        channel = channel > 0.0f ? std::min(channel, kLargest) : 0.0f; // NaN is not above 0
    const float largest = std::max({rgb[0], rgb[1], rgb[2]});
    int exponent = 0;
    std::frexp(largest, &exponent);
    if (std::round(std::ldexp(largest, 8 - exponent)) > 255.0f)
        ++exponent; // rounded up to the next power of two
    if (largest == 0.0f || exponent < -127)
        return {};
    std::array<std::byte, 4> bytes{};
    for (std::size_t i = 0; i < 3; ++i)
        bytes[i] = static_cast<std::byte>(std::lround(std::ldexp(rgb[i], 8 - exponent)));
    bytes[3] = static_cast<std::byte>(exponent + 128);
    return bytes;
}

// Runs of at least four equal bytes are worth their two; between them, bytes as they are.
void packChannel(const std::vector<std::array<std::byte, 4>>& scanline, std::size_t channel, Bytes& out)
{
    const auto runAt = [&](std::size_t x) {
        std::size_t end = x + 1;
        while (end < scanline.size() && end - x < 127 && scanline[end][channel] == scanline[x][channel])
            ++end;
        return end - x;
    };
    for (std::size_t x = 0; x < scanline.size();)
    {
        const std::size_t run = runAt(x);
        if (run >= 4)
        {
            out.push_back(static_cast<std::byte>(128 + run));
            out.push_back(scanline[x][channel]);
            x += run;
            continue;
        }
        std::size_t end = x + run;
        while (end < scanline.size() && end - x < 125 && runAt(end) < 4)
            ++end;
        end = std::min(end, x + 128);
        out.push_back(static_cast<std::byte>(end - x));
        for (; x < end; ++x)
            out.push_back(scanline[x][channel]);
    }
}

void writeScanline(const std::vector<std::array<std::byte, 4>>& scanline, Bytes& out)
{
    const std::size_t length = scanline.size();
    if (length < kMinRunLength || length > kMaxRunLength)
    {
        for (const auto& texel : scanline)
            out.insert(out.end(), texel.begin(), texel.end());
        return;
    }
    for (const std::size_t byte : {std::size_t{2}, std::size_t{2}, length >> 8, length & 255})
        out.push_back(static_cast<std::byte>(byte));
    for (std::size_t channel = 0; channel < 4; ++channel)
        packChannel(scanline, channel, out);
}

} // namespace

std::vector<std::byte> encodeRadiance(const Image& image)
{
    const std::string header = "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y " + std::to_string(image.height) + " +X " +
                               std::to_string(image.width) + "\n";
    Bytes out;
    for (const char c : header)
        out.push_back(static_cast<std::byte>(c));
    std::vector<Rgb> row(image.width);
    std::vector<std::array<std::byte, 4>> scanline(image.width);
    for (std::uint32_t y = 0; y < image.height; ++y)
    {
        throwIfCancelled();
        decodeRow(image.format, image.row(y), image.width, row.data());
        std::transform(row.begin(), row.end(), scanline.begin(), encodeTexel);
        writeScanline(scanline, out);
    }
    return out;
}

} // namespace pn::image

#include "image/formats/radiance_rows.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>

namespace pn::image {

namespace {

using Rgbe = std::array<std::uint8_t, 4>;

Rgbe nextTexel(ScanlineBytes& bytes)
{
    Rgbe texel{};
    for (std::uint8_t& channel : texel)
        channel = bytes.next();
    return texel;
}

// One channel of a scanline: a count above 128 repeats the next byte, else that many bytes follow.
void readChannel(ScanlineBytes& bytes, std::vector<std::uint8_t>& channel)
{
    for (std::size_t x = 0; x < channel.size();)
    {
        const std::uint8_t code = bytes.next();
        const bool isRun = code > 128;
        const std::size_t count = isRun ? code - 128u : code;
        if (count == 0)
            throw ScanlineError{"run of length 0"};
        if (count > channel.size() - x)
            throw ScanlineError{"run beyond the end"};
        if (isRun)
            std::memset(&channel[x], bytes.next(), count);
        else
            bytes.copy(count, &channel[x]);
        x += count;
    }
}

void fill(Scanline& scanline, std::size_t begin, std::size_t count, const Rgbe& texel)
{
    for (std::size_t channel = 0; channel < 4; ++channel)
        std::fill_n(scanline[channel].begin() + static_cast<std::ptrdiff_t>(begin), count, texel[channel]);
}

// Texels one by one; (1, 1, 1, n) repeats the last one n times, and directly after another repeat 256 n times, and so
// on.
void readTexels(ScanlineBytes& bytes, Scanline& scanline, Rgbe texel)
{
    const std::size_t length = scanline[0].size();
    Rgbe last{};
    int shift = 0;
    for (std::size_t x = 0; x < length;)
    {
        const bool isRepeat = texel[0] == 1 && texel[1] == 1 && texel[2] == 1;
        const std::uint64_t count = isRepeat ? std::uint64_t{texel[3]} << shift : 1;
        if (isRepeat && (x == 0 || shift > 24))
            throw ScanlineError{x == 0 ? "repeat without a texel" : "repeat count beyond 32 bits"};
        if (count > length - x)
            throw ScanlineError{"repeat beyond the end"};
        if (!isRepeat)
            last = texel;
        fill(scanline, x, count, last);
        x += count;
        shift = isRepeat ? shift + 8 : 0;
        if (x < length)
            texel = nextTexel(bytes);
    }
}

constexpr std::uint32_t kLeastExponent = 112; // RGB9E5's 0, with mantissas as they are
constexpr std::uint32_t kMostExponent = 144;  // RGB9E5's 31, with mantissas doubled

// Whether each texel keeps its value. Written so that the loop is vectorized: without branches, and with what does not
// fit summed up.
bool packTexels(const Scanline& scanline, std::uint32_t* out)
{
    const std::uint8_t* red = scanline[0].data();
    const std::uint8_t* green = scanline[1].data();
    const std::uint8_t* blue = scanline[2].data();
    const std::uint8_t* exponents = scanline[3].data();
    std::uint32_t misfits = 0;
    for (std::size_t x = 0; x < scanline[0].size(); ++x)
    {
        const std::uint32_t exponent = exponents[x];
        const std::uint32_t isBlack = (exponent == 0 || (red[x] | green[x] | blue[x]) == 0) ? 1u : 0u;
        const std::uint32_t isMost = exponent == kMostExponent ? 1u : 0u;
        const std::uint32_t isInRange = exponent - kLeastExponent <= kMostExponent - kLeastExponent ? 1u : 0u;
        const std::uint32_t mantissas =
            std::uint32_t{red[x]} | std::uint32_t{green[x]} << 9 | std::uint32_t{blue[x]} << 18;
        const std::uint32_t texel = mantissas << isMost | (exponent - kLeastExponent - isMost) << 27;
        out[x] = isBlack != 0 ? 0 : texel;
        misfits |= (isInRange | isBlack) ^ 1u;
    }
    return misfits == 0;
}

} // namespace

void ScanlineBytes::copy(std::size_t count, std::uint8_t* out)
{
    while (count > 0)
    {
        if (m_block.empty())
            refill();
        const std::size_t now = std::min(count, m_block.size());
        std::memcpy(out, m_block.data(), now);
        m_block = m_block.subspan(now);
        out += now;
        count -= now;
    }
}

void ScanlineBytes::refill()
{
    if (m_nextBlock)
        m_block = m_nextBlock();
    if (m_block.empty())
        throw ScanlineError{"data ends"};
}

Scanline makeScanline(std::uint32_t length)
{
    Scanline scanline;
    scanline.fill(std::vector<std::uint8_t>(length));
    return scanline;
}

void readScanline(ScanlineBytes& bytes, Scanline& scanline)
{
    const std::size_t length = scanline[0].size();
    const Rgbe first = nextTexel(bytes);
    const bool canBePacked = length >= kMinRunLength && length <= kMaxRunLength;
    if (!canBePacked || first[0] != 2 || first[1] != 2 || first[2] >= 128)
        return readTexels(bytes, scanline, first);
    if (first[2] * 256u + first[3] != length)
        throw ScanlineError{"length differs from the size line"};
    for (std::vector<std::uint8_t>& channel : scanline)
        readChannel(bytes, channel);
}

void requireScanlineBytes(std::uint64_t fileBytes, const RadianceHeader& header)
{
    const std::uint64_t least = header.scanlineLength() > 1 ? 8 : 4; // a texel and, beyond one, a run of repeats
    if (fileBytes - header.size < least * header.scanlineCount())
        reject("data ends early: {} scanlines cannot be in {} bytes", header.scanlineCount(), fileBytes - header.size);
}

Error scanlineError(const ScanlineError& error, std::uint32_t index, const RadianceHeader& header)
{
    return Error(ErrorKind::InvalidInput, std::string(error.reason) + " in scanline " + std::to_string(index) + " of " +
                                              std::to_string(header.scanlineCount()));
}

FloatRows::FloatRows(const RadianceHeader& header, Image& image) : m_header(header), m_image(image)
{
    for (std::size_t exponent = 1; exponent < m_scales.size(); ++exponent)
        for (std::size_t channel = 0; channel < 3; ++channel)
            m_scales[exponent][channel] = std::ldexp(1.0, static_cast<int>(exponent) - 136) / header.divisor[channel];
}

bool FloatRows::store(const Scanline& scanline, std::uint32_t index) const
{
    for (std::uint32_t i = 0; i < scanline[0].size(); ++i)
    {
        const std::uint32_t alongX = m_header.isColumnMajor ? index : i;
        const std::uint32_t alongY = m_header.isColumnMajor ? i : index;
        const std::uint32_t x = m_header.isXDown ? m_image.width - 1 - alongX : alongX;
        const std::uint32_t y = m_header.isYUp ? m_image.height - 1 - alongY : alongY;
        const auto& scale = m_scales[scanline[3][i]];
        std::array<float, 3> rgb{};
        for (std::size_t channel = 0; channel < 3; ++channel)
            rgb[channel] = static_cast<float>(scanline[channel][i] * scale[channel]);
        std::memcpy(m_image.row(y) + std::size_t{x} * sizeof(rgb), rgb.data(), sizeof(rgb));
    }
    return true;
}

bool PackedRows::canHold(const RadianceHeader& header)
{
    return !header.isColumnMajor && header.divisor == std::array<double, 3>{1.0, 1.0, 1.0};
}

bool PackedRows::store(const Scanline& scanline, std::uint32_t index) const
{
    auto* const row = reinterpret_cast<std::uint32_t*>(
        m_image.row(m_header.isYUp ? m_header.height - 1 - index : index)); // aligned as operator new aligns
    const bool isExact = packTexels(scanline, row);
    if (m_header.isXDown)
        std::reverse(row, row + m_header.width);
    return isExact;
}

} // namespace pn::image

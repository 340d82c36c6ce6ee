#include "image/formats/radiance_scanline.h"

#include <algorithm>
#include <cstring>

namespace pn::image {

namespace {

using Rgbe = std::array<std::uint8_t, 4>;

constexpr std::uint32_t kMinRunLength = 8; // shorter and longer scanlines are never packed channel by channel
constexpr std::uint32_t kMaxRunLength = 32767;

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

} // namespace pn::image

#include "image/cancel.h"
#include "image/error.h"
#include "image/radiance.h"
#include "image/radiance_header.h"

#include <array>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

namespace pn::image {

namespace {

using Rgbe = std::array<std::uint8_t, 4>;

constexpr std::uint32_t kMinRunLength = 8; // shorter and longer scanlines are never packed channel by channel
constexpr std::uint32_t kMaxRunLength = 32767;

// Thrown inside a scanline; the caller knows which one it was.
struct ScanlineError
{
    const char* reason;
};

class Bytes
{
public:
    explicit Bytes(std::span<const std::byte> bytes) : m_bytes(bytes) {}

    std::uint8_t next()
    {
        if (m_position == m_bytes.size())
            throw ScanlineError{"data ends"};
        return std::to_integer<std::uint8_t>(m_bytes[m_position++]);
    }

    Rgbe nextTexel()
    {
        Rgbe texel{};
        for (std::uint8_t& channel : texel)
            channel = next();
        return texel;
    }

private:
    std::span<const std::byte> m_bytes;
    std::size_t m_position = 0;
};

// One channel of a scanline: a count above 128 repeats the next byte, else that many bytes follow.
void readChannel(Bytes& bytes, std::vector<Rgbe>& scanline, std::size_t channel)
{
    for (std::size_t x = 0; x < scanline.size();)
    {
        const std::uint8_t code = bytes.next();
        const bool isRun = code > 128;
        const std::size_t count = isRun ? code - 128u : code;
        if (count == 0)
            throw ScanlineError{"run of length 0"};
        if (count > scanline.size() - x)
            throw ScanlineError{"run beyond the end"};
        const std::uint8_t repeated = isRun ? bytes.next() : std::uint8_t{0};
        for (const std::size_t end = x + count; x < end; ++x)
            scanline[x][channel] = isRun ? repeated : bytes.next();
    }
}

// Texels one by one; (1, 1, 1, n) repeats the last one n times, and directly after another repeat 256 n times, and so
// on.
void readTexels(Bytes& bytes, std::vector<Rgbe>& scanline, Rgbe texel)
{
    int shift = 0;
    for (std::size_t x = 0; x < scanline.size();)
    {
        const bool isRepeat = texel[0] == 1 && texel[1] == 1 && texel[2] == 1;
        const std::uint64_t count = isRepeat ? std::uint64_t{texel[3]} << shift : 1;
        if (isRepeat && (x == 0 || shift > 24))
            throw ScanlineError{x == 0 ? "repeat without a texel" : "repeat count beyond 32 bits"};
        if (count > scanline.size() - x)
            throw ScanlineError{"repeat beyond the end"};
        const Rgbe value = isRepeat ? scanline[x - 1] : texel;
        for (const std::size_t end = x + count; x < end; ++x)
            scanline[x] = value;
        shift = isRepeat ? shift + 8 : 0;
        if (x < scanline.size())
            texel = bytes.nextTexel();
    }
}

void readScanline(Bytes& bytes, std::vector<Rgbe>& scanline)
{
    const Rgbe first = bytes.nextTexel();
    const bool canBePacked = scanline.size() >= kMinRunLength && scanline.size() <= kMaxRunLength;
    if (!canBePacked || first[0] != 2 || first[1] != 2 || first[2] >= 128)
        return readTexels(bytes, scanline, first);
    if (first[2] * 256u + first[3] != scanline.size())
        throw ScanlineError{"length differs from the size line"};
    for (std::size_t channel = 0; channel < 4; ++channel)
        readChannel(bytes, scanline, channel);
}

// 2^(exponent - 136) over the divisor, for each exponent and channel; exponent 0 is black.
using Scales = std::array<std::array<double, 3>, 256>;

Scales makeScales(const std::array<double, 3>& divisor)
{
    Scales scales{};
    for (int exponent = 1; exponent < 256; ++exponent)
        for (std::size_t channel = 0; channel < 3; ++channel)
            scales[exponent][channel] = std::ldexp(1.0, exponent - 136) / divisor[channel];
    return scales;
}

void storeScanline(const std::vector<Rgbe>& scanline, std::uint32_t index, const RadianceHeader& header,
                   const Scales& scales, Image& image)
{
    for (std::uint32_t i = 0; i < scanline.size(); ++i)
    {
        const std::uint32_t alongX = header.isColumnMajor ? index : i;
        const std::uint32_t alongY = header.isColumnMajor ? i : index;
        const std::uint32_t x = header.isXDown ? image.width - 1 - alongX : alongX;
        const std::uint32_t y = header.isYUp ? image.height - 1 - alongY : alongY;
        const auto& scale = scales[scanline[i][3]];
        std::array<float, 3> rgb{};
        for (std::size_t channel = 0; channel < 3; ++channel)
            rgb[channel] = static_cast<float>(scanline[i][channel] * scale[channel]);
        std::memcpy(image.row(y) + std::size_t{x} * sizeof(rgb), rgb.data(), sizeof(rgb));
    }
}

// The fewest bytes that scanlines can be packed into: a texel and, beyond one, a run of repeats. A header alone gets no
// memory.
void requireBytes(std::span<const std::byte> file, const RadianceHeader& header)
{
    const std::uint64_t least = header.scanlineLength() > 1 ? 8 : 4;
    if (file.size() - header.size < least * header.scanlineCount())
        throw Error(ErrorKind::InvalidInput, "data ends early: " + std::to_string(header.scanlineCount()) +
                                                 " scanlines cannot be in " +
                                                 std::to_string(file.size() - header.size) + " bytes");
}

} // namespace

Image readRadiance(std::span<const std::byte> file, const Limits& limits)
{
    const RadianceHeader header = readRadianceHeader(file);
    requireBytes(file, header);
    Image image = makeImage(PN_FORMAT_RGB32F, header.width, header.height, limits);
    image.warnings = header.warnings;
    const Scales scales = makeScales(header.divisor);
    std::vector<Rgbe> scanline(header.scanlineLength());
    Bytes bytes(file.subspan(header.size));
    for (std::uint32_t i = 0; i < header.scanlineCount(); ++i)
    {
        throwIfCancelled();
        try
        {
            readScanline(bytes, scanline);
        }
        catch (const ScanlineError& e)
        {
            throw Error(ErrorKind::InvalidInput, std::string(e.reason) + " in scanline " + std::to_string(i) + " of " +
                                                     std::to_string(header.scanlineCount()));
        }
        storeScanline(scanline, i, header, scales, image);
    }
    return image;
}

} // namespace pn::image

#include "image/formats/exif.h"

#include <algorithm>
#include <array>
#include <optional>

namespace pn::image {
namespace {

constexpr std::array<unsigned, 6> kExif = {'E', 'x', 'i', 'f', 0, 0};

// Bytes of any file: what lies beyond their end is not there.
class Reader
{
public:
    Reader(std::span<const std::byte> bytes, bool isBigEndian) : m_bytes(bytes), m_isBigEndian(isBigEndian) {}

    template <std::size_t kCount>
    std::optional<std::uint32_t> number(std::size_t at) const
    {
        if (at > m_bytes.size() || m_bytes.size() - at < kCount)
            return std::nullopt;
        std::uint32_t value = 0;
        for (std::size_t i = 0; i < kCount; ++i)
            value = value << 8 | std::to_integer<std::uint32_t>(m_bytes[m_isBigEndian ? at + i : at + kCount - 1 - i]);
        return value;
    }

private:
    std::span<const std::byte> m_bytes;
    bool m_isBigEndian;
};

// The payload of the first Exif segment before the scans; empty without one.
std::span<const std::byte> findExif(std::span<const std::byte> jpeg)
{
    constexpr std::uint32_t kApp1 = 0xE1, kEnd = 0xD9, kScan = 0xDA;
    const Reader reader(jpeg, true);
    std::size_t at = 2; // behind the file's first marker
    while (true)
    {
        const auto byte = reader.number<1>(at), marker = reader.number<1>(at + 1);
        if (!marker || *marker == kEnd || *marker == kScan)
            return {};
        const bool isPadding = *byte != 0xFF || *marker == 0xFF || *marker == 0;
        const bool isAlone = *marker == 0x01 || (*marker >= 0xD0 && *marker <= 0xD8);
        at += isPadding ? 1 : 2;
        if (isPadding || isAlone)
            continue;
        const auto size = reader.number<2>(at); // with its own two bytes
        if (!size || *size < 2 || *size > jpeg.size() - at)
            return {};
        const std::span<const std::byte> payload = jpeg.subspan(at + 2, *size - 2);
        const bool isExif = payload.size() >= kExif.size() &&
                            std::equal(kExif.begin(), kExif.end(), payload.begin(),
                                       [](unsigned a, std::byte b) { return a == std::to_integer<unsigned>(b); });
        if (*marker == kApp1 && isExif)
            return payload.subspan(kExif.size());
        at += *size;
    }
}

// The orientation of IFD0 of a TIFF header; 0 without.
std::uint32_t orientationOf(std::span<const std::byte> tiff)
{
    constexpr std::uint32_t kLittle = 0x4949, kBig = 0x4D4D, kTiff = 42, kTag = 0x0112, kShort = 3;
    constexpr std::size_t kEntry = 12;
    const auto order = Reader(tiff, true).number<2>(0);
    if (order != kLittle && order != kBig)
        return 0;
    const Reader reader(tiff, order == kBig);
    const auto offset = reader.number<4>(4);
    if (reader.number<2>(2) != kTiff || !offset)
        return 0;
    const std::size_t first = std::size_t{*offset} + 2;
    const std::uint32_t count = reader.number<2>(*offset).value_or(0);
    for (std::size_t entry = first; entry < first + count * kEntry; entry += kEntry)
    {
        const auto tag = reader.number<2>(entry);
        if (!tag)
            return 0;
        if (*tag == kTag && reader.number<2>(entry + 2) == kShort && reader.number<4>(entry + 4) == 1u)
            return reader.number<2>(entry + 8).value_or(0);
    }
    return 0;
}

} // namespace

std::uint32_t exifOrientation(std::span<const std::byte> jpeg)
{
    const std::uint32_t orientation = orientationOf(findExif(jpeg));
    return orientation >= 1 && orientation <= 8 ? orientation : 1;
}

Placement placementOf(std::uint32_t orientation, std::uint32_t width, std::uint32_t height)
{
    const bool isSwapped = orientation >= 5; // rows are shown as columns
    const bool isFromRight = orientation == 2 || orientation == 3 || orientation == 6 || orientation == 7;
    const bool isFromBottom = orientation == 3 || orientation == 4 || orientation == 7 || orientation == 8;
    Placement placement{isSwapped ? height : width, isSwapped ? width : height};
    const std::ptrdiff_t row = placement.width;
    const std::ptrdiff_t across = isFromRight ? -1 : 1, along = isFromBottom ? -row : row;
    placement.first = (isFromRight ? row - 1 : 0) + (isFromBottom ? row * (std::ptrdiff_t{placement.height} - 1) : 0);
    placement.right = isSwapped ? along : across;
    placement.down = isSwapped ? across : along;
    return placement;
}

} // namespace pn::image

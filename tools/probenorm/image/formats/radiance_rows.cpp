#include "image/formats/radiance_rows.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>

namespace pn::image {

namespace {

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

void requireScanlineBytes(std::uint64_t fileBytes, const RadianceHeader& header)
{
    const std::uint64_t least = header.scanlineLength() > 1 ? 8 : 4; // a texel and, beyond one, a run of repeats
    if (fileBytes - header.size < least * header.scanlineCount())
        throw Error(ErrorKind::InvalidInput, "data ends early: " + std::to_string(header.scanlineCount()) +
                                                 " scanlines cannot be in " + std::to_string(fileBytes - header.size) +
                                                 " bytes");
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

void FloatRows::store(const Scanline& scanline, std::uint32_t index) const
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

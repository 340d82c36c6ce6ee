// From the scanlines of a Radiance picture to the rows of an image.
#pragma once

#include "image/files/error.h"
#include "image/formats/radiance_header.h"
#include "image/formats/radiance_scanline.h"
#include "image/texels/image.h"

#include <array>

namespace pn::image {

// Throws unless a file of fileBytes can hold the picture that its header claims: a header alone gets no memory.
void requireScanlineBytes(std::uint64_t fileBytes, const RadianceHeader& header);

// The error of scanline index.
Error scanlineError(const ScanlineError& error, std::uint32_t index, const RadianceHeader& header);

// Stores scanlines as RGB32F: 2^(exponent - 136) over the divisor times the mantissa; exponent 0 is black.
class FloatRows
{
public:
    FloatRows(const RadianceHeader& header, Image& image);

    void store(const Scanline& scanline, std::uint32_t index) const;

private:
    const RadianceHeader& m_header;
    Image& m_image;
    std::array<std::array<double, 3>, 256> m_scales{};
};

// Stores scanlines as RGB9E5, which has a bit more in its mantissas, but only the exponents 112 to 144 of Radiance's.
class PackedRows
{
public:
    PackedRows(const RadianceHeader& header, Image& image) : m_header(header), m_image(image) {}

    // Whether texels of this picture can be packed at all: none is divided, and scanlines are rows.
    static bool canHold(const RadianceHeader& header);

    // Whether each texel keeps its value.
    bool store(const Scanline& scanline, std::uint32_t index) const;

private:
    const RadianceHeader& m_header;
    Image& m_image;
};

} // namespace pn::image

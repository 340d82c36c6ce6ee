#include "image/formats/tiff.h"

#include "image/files/error.h"
#include "image/formats/tiff_file.h"
#include "image/texels/mirror.h"
#include "image/texels/transfer_curve.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

namespace pn::image {

namespace {

enum class Sample
{
    Byte,
    Word,
    Half,
    Float,
    Double,
};

struct Page
{
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::uint32_t samples = 1; // of a texel in the file
    std::uint32_t colors = 3;  // the first samples: red, green, blue, or grey
    std::uint32_t sampleBytes = 1;
    Sample sample = Sample::Byte;
    bool hasPlanes = false; // each sample has its own strips or tiles
};

// A rectangle of texels that libtiff decodes at once.
struct Block
{
    std::uint32_t x = 0;
    std::uint32_t y = 0;
    std::uint32_t width = 0;  // in the file
    std::uint32_t height = 0; // in the file
    std::uint32_t plane = 0;
};

[[noreturn]] void refuse(const std::string& what)
{
    throw Error(ErrorKind::Unsupported, "TIFF: " + what);
}

Sample sampleOf(const TiffFile& file, std::uint32_t bits)
{
    const auto format = file.field<std::uint16_t>(TIFFTAG_SAMPLEFORMAT);
    if (format == SAMPLEFORMAT_UINT && bits == 8)
        return Sample::Byte;
    if (format == SAMPLEFORMAT_UINT && bits == 16)
        return Sample::Word;
    if (format == SAMPLEFORMAT_IEEEFP && bits == 16)
        return Sample::Half;
    if (format == SAMPLEFORMAT_IEEEFP && bits == 32)
        return Sample::Float;
    if (format == SAMPLEFORMAT_IEEEFP && bits == 64)
        return Sample::Double;
    refuse("samples of " + std::to_string(bits) + " bits and format " + std::to_string(format) +
           " are not read, only 8 and 16-bit numbers and 16, 32 and 64-bit floats");
}

// How many of the samples are colours.
std::uint32_t colorsOf(const TiffFile& file)
{
    const auto photometric = file.field<std::uint16_t>(TIFFTAG_PHOTOMETRIC);
    if (photometric == PHOTOMETRIC_MINISBLACK)
        return 1;
    if (photometric == PHOTOMETRIC_RGB)
        return 3;
    const bool isJpeg = file.field<std::uint16_t>(TIFFTAG_COMPRESSION) == COMPRESSION_JPEG;
    if (photometric == PHOTOMETRIC_YCBCR && isJpeg)
    {
        TIFFSetField(file.get(), TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
        return 3;
    }
    refuse("photometric interpretation " + std::to_string(photometric) + " is not read, only grey and RGB");
}

Page readPage(const TiffFile& file)
{
    Page page;
    page.width = file.field<std::uint32_t>(TIFFTAG_IMAGEWIDTH);
    page.height = file.field<std::uint32_t>(TIFFTAG_IMAGELENGTH);
    checkSize(page.width, page.height);
    page.samples = file.field<std::uint16_t>(TIFFTAG_SAMPLESPERPIXEL);
    page.colors = colorsOf(file);
    const std::uint32_t bits = file.field<std::uint16_t>(TIFFTAG_BITSPERSAMPLE);
    page.sample = sampleOf(file, bits);
    page.sampleBytes = bits / 8;
    page.hasPlanes = page.samples > 1 && file.field<std::uint16_t>(TIFFTAG_PLANARCONFIG) == PLANARCONFIG_SEPARATE;
    if (page.samples < page.colors)
        throw Error(ErrorKind::InvalidInput, "TIFF: has " + std::to_string(page.samples) + " samples of " +
                                                 std::to_string(page.colors) + " colours");
    return page;
}

PnFormat formatOf(Sample sample)
{
    if (sample == Sample::Byte)
        return PN_FORMAT_RGBA8_SRGB;
    return sample == Sample::Half ? PN_FORMAT_RGBA16F : PN_FORMAT_RGB32F;
}

// Puts a sample where its channel is. Words stand at the front of a row until widenRows() spreads them.
void putSample(const Page& page, const std::byte* sample, std::uint32_t x, std::uint32_t channel, std::byte* row)
{
    switch (page.sample)
    {
    case Sample::Byte: row[4 * std::size_t{x} + channel] = *sample; return;
    case Sample::Word: std::memcpy(row + (3 * std::size_t{x} + channel) * 2, sample, 2); return;
    case Sample::Half: std::memcpy(row + (4 * std::size_t{x} + channel) * 2, sample, 2); return;
    case Sample::Float: std::memcpy(row + (3 * std::size_t{x} + channel) * 4, sample, 4); return;
    case Sample::Double: break;
    }
    double value = 0.0;
    std::memcpy(&value, sample, sizeof(value));
    const auto narrow = static_cast<float>(value);
    std::memcpy(row + (3 * std::size_t{x} + channel) * 4, &narrow, sizeof(narrow));
}

void putAlpha(const Page& page, std::uint32_t x, std::byte* row)
{
    constexpr std::uint16_t kHalfOne = 0x3C00;
    if (page.sample == Sample::Byte)
        row[4 * std::size_t{x} + 3] = std::byte{255};
    else if (page.sample == Sample::Half)
        std::memcpy(row + 8 * std::size_t{x} + 6, &kHalfOne, sizeof(kHalfOne));
}

// The texels of a block that are inside the picture.
void putBlock(const Page& page, const Block& block, const std::byte* texels, Image& image)
{
    const std::uint32_t stride = page.hasPlanes ? 1 : page.samples; // samples from one texel to the next
    for (std::uint32_t y = block.y; y < std::min(block.y + block.height, page.height); ++y)
        for (std::uint32_t x = block.x; x < std::min(block.x + block.width, page.width); ++x)
        {
            const std::size_t texel = std::size_t{y - block.y} * block.width + (x - block.x);
            const std::byte* samples = texels + texel * stride * page.sampleBytes;
            for (std::uint32_t channel = 0; channel < 3; ++channel)
            {
                const std::uint32_t source = page.colors == 1 ? 0 : channel;
                if (page.hasPlanes && source != block.plane)
                    continue;
                putSample(page, samples + (page.hasPlanes ? 0 : source * page.sampleBytes), x, channel, image.row(y));
            }
            putAlpha(page, x, image.row(y));
        }
}

// Strips are as wide as the picture; tiles have their own width.
void readBlocks(const TiffFile& file, const Page& page, const Limits& limits, Image& image)
{
    const bool isTiled = TIFFIsTiled(file.get()) != 0;
    const std::uint32_t rows = file.field<std::uint32_t>(isTiled ? TIFFTAG_TILELENGTH : TIFFTAG_ROWSPERSTRIP);
    Block block;
    block.width = isTiled ? file.field<std::uint32_t>(TIFFTAG_TILEWIDTH) : page.width;
    block.height = isTiled ? rows : std::min(rows, page.height);
    checkSize(block.width, block.height);
    const std::uint64_t texelSize = std::uint64_t{page.hasPlanes ? 1 : page.samples} * page.sampleBytes;
    const std::uint64_t blockBytes = std::uint64_t{block.width} * block.height * texelSize;
    checkClaim(blockBytes, limits);
    Buffer texels(blockBytes);
    for (block.plane = 0; block.plane < (page.hasPlanes ? page.colors : 1); ++block.plane)
        for (block.y = 0; block.y < page.height; block.y += block.height)
            for (block.x = 0; block.x < page.width; block.x += block.width)
            {
                const auto plane = static_cast<std::uint16_t>(block.plane);
                const std::uint32_t left = isTiled ? block.height : std::min(block.height, page.height - block.y);
                const auto wanted = static_cast<tmsize_t>(block.width * left * texelSize);
                const tmsize_t count =
                    isTiled ? TIFFReadEncodedTile(file.get(), TIFFComputeTile(file.get(), block.x, block.y, 0, plane),
                                                  texels.data(), wanted)
                            : TIFFReadEncodedStrip(file.get(), TIFFComputeStrip(file.get(), block.y, plane),
                                                   texels.data(), wanted);
                if (count != wanted)
                    file.fail("texels are missing");
                putBlock(page, block, texels.data(), image);
            }
}

void flipRows(Image& image)
{
    for (std::uint32_t y = 0; y < image.height / 2; ++y)
        std::swap_ranges(image.row(y), image.row(y) + image.rowBytes(), image.row(image.height - 1 - y));
}

void turnUpright(std::uint16_t orientation, Image& image)
{
    if (orientation > ORIENTATION_BOTLEFT)
        refuse("orientation " + std::to_string(orientation) + " is not read");
    if (orientation == ORIENTATION_TOPRIGHT || orientation == ORIENTATION_BOTRIGHT)
        mirrorRows(image);
    if (orientation == ORIENTATION_BOTLEFT || orientation == ORIENTATION_BOTRIGHT)
        flipRows(image);
}

void warn(const TiffFile& file, const Page& page, Image& image)
{
    std::uint32_t size = 0;
    void* profile = nullptr;
    if (page.sample == Sample::Word)
        image.warnings.emplace_back("16-bit texels, taken as sRGB: light brighter than 1 is cut off");
    if (TIFFGetField(file.get(), TIFFTAG_ICCPROFILE, &size, &profile) != 0)
        image.warnings.emplace_back("a colour profile (ICC) is not applied");
    if (TIFFLastDirectory(file.get()) == 0)
        image.warnings.emplace_back("has several pages, of which the first is read");
}

} // namespace

Image readTiff(std::span<const std::byte> file, const Limits& limits)
{
    const TiffFile tiff(file, limits);
    const Page page = readPage(tiff);
    Image image = makeImage(formatOf(page.sample), page.width, page.height, limits);
    readBlocks(tiff, page, limits, image);
    if (page.sample == Sample::Word)
        widenRows(image, {});
    turnUpright(tiff.field<std::uint16_t>(TIFFTAG_ORIENTATION), image);
    warn(tiff, page, image);
    return image;
}

} // namespace pn::image

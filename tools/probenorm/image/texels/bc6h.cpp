#include "image/texels/bc6h.h"

#include "image/files/cancel.h"
#include "image/texels/convert.h"

#include "probenorm/probenorm.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace pn::image {

namespace {

void decode(bool isSigned, const std::byte* block, std::byte* texels)
{
    std::array<std::uint16_t, 64> halves;
    probenorm::throwIfFailed(
        pnDecodeBc6h(isSigned ? 1 : 0, 1, reinterpret_cast<const std::uint8_t*>(block), halves.data()));
    std::memcpy(texels, halves.data(), sizeof(halves));
}

constexpr std::size_t kBlockBytes = 16, kTexelBytes = 8;

std::size_t blockCount(const Image& image)
{
    const std::size_t edge = (image.width + 3) / 4;
    return edge * edge * (image.height / image.width);
}

// Blocks of all faces, side by side in a picture of halves, so that a device takes them in one call.
class BlockPicture
{
public:
    static constexpr std::uint32_t kColumns = 256;
    static constexpr std::size_t kMostBlocks = std::size_t{kColumns} * PN_MAX_EQUIRECT_HEIGHT / 4;

    explicit BlockPicture(std::size_t blocks)
        : m_image(makeImage(PN_FORMAT_RGBA16F, 4 * kColumns, std::uint32_t(4 * ((blocks + kColumns - 1) / kColumns))))
    {
        std::memset(m_image.texels.data(), 0, m_image.texels.size());
    }

    // halves: faces one below the other. Where blocks do not fill them, the last column and row are repeated.
    void copy(const Image& halves, std::size_t from, std::size_t to)
    {
        const std::uint32_t size = halves.width, edge = (size + 3) / 4;
        const auto face = std::uint32_t(from / edge / edge), row = std::uint32_t(from / edge % edge),
                   column = std::uint32_t(from % edge);
        for (std::uint32_t i = 0; i < 16; ++i)
        {
            const std::uint32_t x = std::min(4 * column + i % 4, size - 1), y = std::min(4 * row + i / 4, size - 1);
            std::memcpy(m_image.row(std::uint32_t(4 * (to / kColumns) + i / 4)) +
                            kTexelBytes * (4 * (to % kColumns) + i % 4),
                        halves.row(face * size + y) + kTexelBytes * x, kTexelBytes);
        }
    }

    void encode(PnFormat format, PnBc6hEffort effort, PnContext context, Buffer& blocks) const
    {
        const PnPictureView view =
            probenorm::pictureView(m_image.width, m_image.height, m_image.format, m_image.texels.span());
        probenorm::throwIfFailed(pnEncodeBc6h(context, &view, effort, format == kBc6hSigned ? 1 : 0, blocks.size(),
                                              reinterpret_cast<std::uint8_t*>(blocks.data())));
    }

    std::size_t bytes() const { return kBlockBytes * kColumns * (m_image.height / 4); }

private:
    Image m_image;
};

// A block of one of several images.
struct BlockPlace
{
    std::size_t image = 0, block = 0;

    void advance(const std::vector<const Image*>& images)
    {
        if (++block == blockCount(*images[image]))
        {
            ++image;
            block = 0;
        }
    }
};

// Rises with the half: its bits, 1024 per stop.
std::int32_t stepsOf(std::uint16_t half)
{
    const std::int32_t magnitude = half & 0x7fff;
    return (half & 0x8000) != 0 ? -magnitude : magnitude;
}

double squaresOf(const Image& halves, const Image& compressed)
{
    const bool isSigned = compressed.format == kBc6hSigned;
    const std::size_t size = halves.width, edge = (size + 3) / 4;
    double sum = 0;
    std::array<std::uint16_t, 64> decoded;
    std::array<std::uint16_t, 4> texel;
    for (std::size_t block = 0; block < blockCount(halves); ++block)
    {
        decode(isSigned, compressed.texels.data() + kBlockBytes * block, reinterpret_cast<std::byte*>(decoded.data()));
        for (std::size_t i = 0; i < 16; ++i)
        {
            const std::size_t x = block % edge * 4 + i % 4, y = block / edge % edge * 4 + i / 4;
            if (x >= size || y >= size)
                continue;
            const std::size_t row = block / edge / edge * size + y;
            std::memcpy(texel.data(), halves.row(std::uint32_t(row)) + kTexelBytes * x, kTexelBytes);
            for (std::size_t channel = 0; channel < 3; ++channel)
            {
                const std::int32_t given = stepsOf(texel[channel]), found = stepsOf(decoded[4 * i + channel]);
                const double difference = found - (isSigned ? given : std::max(given, 0));
                sum += difference * difference;
            }
        }
    }
    return sum;
}

} // namespace

std::vector<Image> toBc6h(const std::vector<const Image*>& images, PnFormat format, PnBc6hEffort effort,
                          PnContext context)
{
    std::vector<Image> results, converted; // to halves
    std::size_t left = 0;
    for (const Image* image : images)
    {
        left += blockCount(*image);
        results.push_back({format, image->width, image->height, Buffer(kBlockBytes * blockCount(*image))});
        converted.push_back(image->format == PN_FORMAT_RGBA16F ? Image() : toHalf(*image));
    }
    for (BlockPlace from, to; left > 0;)
    {
        throwIfCancelled();
        const std::size_t count = std::min(left, BlockPicture::kMostBlocks);
        BlockPicture picture(count);
        for (std::size_t i = 0; i < count; ++i, from.advance(images))
            picture.copy(converted[from.image].width != 0 ? converted[from.image] : *images[from.image], from.block, i);
        Buffer blocks(picture.bytes());
        picture.encode(format, effort, context, blocks);
        for (std::size_t i = 0; i < count; ++i, to.advance(images))
            std::memcpy(results[to.image].texels.data() + kBlockBytes * to.block, blocks.data() + kBlockBytes * i,
                        kBlockBytes);
        left -= count;
    }
    return results;
}

float bc6hError(const std::vector<Image>& images, const std::vector<Image>& compressed)
{
    double sum = 0, count = 0;
    for (std::size_t i = 0; i < images.size(); ++i)
    {
        sum += squaresOf(images[i], compressed[i]);
        count += 3.0 * images[i].width * images[i].height;
    }
    constexpr double kStepsPerStop = 1024;
    return static_cast<float>(std::sqrt(sum / count) / kStepsPerStop);
}

void decodeBc6hUnsigned(const std::byte* block, std::byte* texels)
{
    decode(false, block, texels);
}

void decodeBc6hSigned(const std::byte* block, std::byte* texels)
{
    decode(true, block, texels);
}

} // namespace pn::image

#pragma once

#include "vulkan/recorded_job.h"

#include <array>

namespace pn::vulkan {

// Six layers of some mips of an image.
struct ImageLayers
{
    VkImage image = VK_NULL_HANDLE;
    std::uint32_t mip = 0;
    std::uint32_t mipCount = 1;
    std::uint32_t firstLayer = 0;
};

// Who uses an image, and in which layout.
struct ImageState
{
    VkImageLayout layout;
    Access access;
};

inline constexpr ImageState kCopiedFrom{VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, kTransferRead};
inline constexpr ImageState kCopiedTo{VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, kTransferWrite};
inline constexpr ImageState kFetchedFrom{VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL, kKernelRead};

void imageBarrier(const Device& device, VkCommandBuffer commands, const ImageLayers& layers, const ImageState& before,
                  const ImageState& after);

// Rows of some items of a chunk, and where they lie in its buffer.
struct RowBand
{
    std::uint32_t firstItem = 0;
    std::uint32_t itemCount = 0;
    std::uint32_t row = 0;
    std::uint32_t rows = 0;
    std::uint32_t texel = 0;
};

// One band or two, in no memory of the heap: recording must not throw.
class RowBands
{
public:
    explicit RowBands(const RowBand& only) : m_bands{only}, m_count(1) {}
    RowBands(const RowBand& first, const RowBand& second) : m_bands{first, second}, m_count(2) {}

    std::size_t size() const { return m_count; }
    const RowBand& operator[](std::size_t i) const { return m_bands[i]; }
    const RowBand* begin() const { return m_bands.data(); }
    const RowBand* end() const { return m_bands.data() + m_count; }

private:
    std::array<RowBand, 2> m_bands;
    std::size_t m_count;
};

// One band of whole faces, two of a part of one. With once, the centre row of an odd face, which is in both bands of a
// part, is in the first alone.
RowBands rowBands(const Shape& shape, const Chunk& chunk, bool once);

// Texels from an image in the state kCopiedFrom.
class ImageCopySource final : public TexelSource
{
public:
    ImageCopySource(Device& device, const ImageLayers& layers, PnFormat format, const Buffer& texels)
        : m_device(device), m_layers(layers), m_format(format), m_texels(texels)
    {
    }

    void recordLoad(VkCommandBuffer commands, const TexelPiece& piece) override;

private:
    Device& m_device;
    ImageLayers m_layers;
    PnFormat m_format;
    const Buffer& m_texels;
};

// Texels to an image in the state kCopiedTo.
class ImageCopyTarget final : public TexelTarget
{
public:
    ImageCopyTarget(Device& device, const ImageLayers& layers, PnFormat format)
        : m_device(device), m_layers(layers), m_format(format)
    {
    }

    void recordStore(VkCommandBuffer commands, const TexelPiece& piece, const Buffer& from) override;

private:
    Device& m_device;
    ImageLayers m_layers;
    PnFormat m_format;
};

} // namespace pn::vulkan

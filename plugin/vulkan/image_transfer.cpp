#include "vulkan/image_transfer.h"

namespace pn::vulkan {
namespace {

struct CopyRegions
{
    std::array<VkBufferImageCopy, 2> regions{};
    std::uint32_t count = 0;

    CopyRegions(const ImageLayers& layers, const TexelPiece& piece, PnFormat format, bool once)
    {
        for (const RowBand& band : rowBands(piece.shape, piece.chunk, once))
        {
            VkBufferImageCopy& region = regions[count++];
            region.bufferOffset = std::uint64_t{band.texel} * formatBytes(format);
            region.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, layers.mip + std::uint32_t(piece.mip),
                                       layers.firstLayer + band.firstItem, band.itemCount};
            region.imageOffset = {0, std::int32_t(band.row), 0};
            region.imageExtent = {piece.shape.width, band.rows, 1};
        }
    }
};

} // namespace

void imageBarrier(const Device& device, VkCommandBuffer commands, const ImageLayers& layers, const ImageState& before,
                  const ImageState& after)
{
    VkImageMemoryBarrier image{};
    image.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER;
    image.srcAccessMask = before.access.access;
    image.dstAccessMask = after.access.access;
    image.oldLayout = before.layout;
    image.newLayout = after.layout;
    image.srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    image.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    image.image = layers.image;
    image.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, layers.mip, layers.mipCount, layers.firstLayer, 6};
    device.fn().vkCmdPipelineBarrier(commands, before.access.stage, after.access.stage, 0, 0, nullptr, 0, nullptr, 1,
                                     &image);
}

RowBands rowBands(const Shape& shape, const Chunk& chunk, bool once)
{
    if (!chunk.isPart)
        return RowBands({chunk.firstItem, chunk.itemCount, 0, shape.height, 0});
    const std::uint32_t rows = chunk.rowEnd - chunk.rowBegin;
    const std::uint32_t twice = once && shape.isCentreRow(chunk.rowBegin) ? 1 : 0;
    const RowBand upper{chunk.firstItem, 1, shape.top(chunk.rowEnd - 1), rows, 0};
    const RowBand lower{chunk.firstItem, 1, shape.bottom(chunk.rowBegin) + twice, rows - twice,
                        (rows + twice) * shape.width};
    return lower.rows != 0 ? RowBands(upper, lower) : RowBands(upper);
}

void ImageCopySource::recordLoad(VkCommandBuffer commands, const TexelPiece& piece)
{
    const CopyRegions copy(m_layers, piece, m_format, false);
    barrier(m_device, commands, kKernelRead, kTransferWrite);
    m_device.fn().vkCmdCopyImageToBuffer(commands, m_layers.image, kCopiedFrom.layout, m_texels.handle(), copy.count,
                                         copy.regions.data());
    barrier(m_device, commands, kTransferWrite, kKernelRead);
}

void ImageCopyTarget::recordStore(VkCommandBuffer commands, const TexelPiece& piece, const Buffer& from)
{
    const CopyRegions copy(m_layers, piece, m_format, true);
    m_device.fn().vkCmdCopyBufferToImage(commands, from.handle(), m_layers.image, kCopiedTo.layout, copy.count,
                                         copy.regions.data());
}

} // namespace pn::vulkan

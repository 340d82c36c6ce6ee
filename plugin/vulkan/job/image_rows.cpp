#include "vulkan/job/image_rows.h"

#include "shared/image_fetch.h"

namespace pn::vulkan {
namespace {

// The regions of a copy between an image and the texels of a chunk.
struct CopyRegions
{
    std::array<VkBufferImageCopy, 2> regions{};
    std::uint32_t count = 0;

    CopyRegions(const ImageLayers& layers, const StepChunk& chunk, std::uint64_t at, PnFormat format,
                CentreRow centreRow)
    {
        for (const ImageStrip& strip : imageStrips(chunk.shape, chunk.chunk, centreRow))
        {
            if (strip.rows == 0)
                continue;
            VkBufferImageCopy& region = regions[count++];
            region.bufferOffset = at + std::uint64_t{strip.texel} * formatBytes(format);
            region.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, layers.mip + chunk.mip,
                                       layers.firstLayer + strip.firstFace, strip.faceCount};
            region.imageOffset = {0, std::int32_t(strip.row), 0};
            region.imageExtent = {chunk.shape.width, strip.rows, 1};
        }
    }
};

} // namespace

void imageBarrier(const Device& device, VkCommandBuffer commands, const ImageLayers& layers, const ImageState& before,
                  const ImageState& after)
{
    auto image = vkStruct<VkImageMemoryBarrier>();
    image.srcAccessMask = before.access.access;
    image.dstAccessMask = after.access.access;
    image.oldLayout = before.layout;
    image.newLayout = after.layout;
    image.srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    image.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    image.image = layers.image;
    image.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, layers.mip, layers.mipCount, layers.firstLayer,
                              layers.layerCount};
    device.fn().vkCmdPipelineBarrier(commands, before.access.stage, after.access.stage, 0, 0, nullptr, 0, nullptr, 1,
                                     &image);
}

std::array<ImageStrip, 2> imageStrips(const Shape& shape, const Chunk& chunk, CentreRow centreRow)
{
    if (!chunk.isPartial)
        return {ImageStrip{chunk.firstFace, chunk.faceCount, 0, shape.height, 0}, ImageStrip{}};
    const std::uint32_t rows = chunk.rowEnd - chunk.rowBegin;
    const std::uint32_t skipped = centreRow == CentreRow::Once && shape.isCentreRow(chunk.rowBegin) ? 1 : 0;
    return {ImageStrip{chunk.firstFace, 1, shape.top(chunk.rowEnd - 1), rows, 0},
            ImageStrip{chunk.firstFace, 1, shape.bottom(chunk.rowBegin) + skipped, rows - skipped,
                       (rows + skipped) * shape.width}};
}

ImageSource::ImageSource(Device& device, ImageFetchKernels& kernels, VkFormat image, const ImageFormat& format,
                         std::uint32_t mipCount, const Buffer& texels)
    : m_device(device), m_kernels(kernels), m_image(image), m_texels(format.texels), m_mipCount(mipCount)
{
    if (format.route != PN_VULKAN_ROUTE_FETCH)
        return;
    kernels.fetch(m_texels);
    m_sets = std::make_unique<DescriptorSets>(device, kernels.layout(), mipCount);
    for (std::uint32_t mip = 0; mip < mipCount; ++mip)
        m_sets->update(mip, makeBindings({{shared::kFetchTexels, wholeRange(texels)}}));
}

void ImageSource::open(const ImageLayers& layers)
{
    m_layers = layers;
    m_views.clear();
    ImageLayers one = layers;
    for (std::uint32_t mip = 0; m_sets && mip < m_mipCount; ++mip, ++one.mip)
    {
        m_views.push_back(std::make_unique<ImageView>(m_device, one, m_image));
        m_sets->updateImage(mip, m_views.back()->handle(), kFetchedFrom.layout);
    }
}

void ImageSource::recordLoad(VkCommandBuffer commands, const Step& step, const Buffer& texels) const
{
    const Access write = m_sets ? kKernelWrite : kTransferWrite;
    barrier(m_device, commands, kKernelRead, write);
    for (const StepChunk& chunk : step.chunks)
    {
        if (chunk.isMade)
            continue;
        if (!m_sets)
            recordCopy(commands, chunk, texels);
        else
            for (const ImageStrip& strip : imageStrips(chunk.shape, chunk.chunk, CentreRow::Twice))
                recordFetch(commands, chunk, strip);
    }
    barrier(m_device, commands, write, kKernelRead);
}

void ImageSource::recordCopy(VkCommandBuffer commands, const StepChunk& chunk, const Buffer& texels) const
{
    const CopyRegions copy(m_layers, chunk, chunk.texels, chunk.format, CentreRow::Twice);
    m_device.fn().vkCmdCopyImageToBuffer(commands, m_layers.image, kCopiedFrom.layout, texels.handle(), copy.count,
                                         copy.regions.data());
}

void ImageSource::recordFetch(VkCommandBuffer commands, const StepChunk& chunk, const ImageStrip& strip) const
{
    if (strip.rows == 0)
        return;
    const auto chunkTexel = std::uint32_t(chunk.texels / formatBytes(chunk.format));
    const shared::ImageFetchParams params{chunk.shape.width, strip.row, strip.rows, strip.firstFace,
                                          chunkTexel + strip.texel};
    const auto groups = [](std::uint32_t texels) { return (texels + shared::kFetchSide - 1) / shared::kFetchSide; };
    bindKernel(m_device, commands, m_kernels.layout(), m_kernels.fetch(m_texels), (*m_sets)[chunk.mip], params);
    m_device.fn().vkCmdDispatch(commands, groups(chunk.shape.width), groups(strip.rows), strip.faceCount);
}

void recordStore(const Device& device, VkCommandBuffer commands, const ImageLayers& layers,
                 std::span<const StepChunk> chunks, const Buffer& results)
{
    for (const StepChunk& chunk : chunks)
    {
        if (!chunk.isNormalized)
            continue;
        const CopyRegions copy(layers, chunk, chunk.results, chunk.targetFormat, CentreRow::Once);
        device.fn().vkCmdCopyBufferToImage(commands, results.handle(), layers.image, kCopiedTo.layout, copy.count,
                                           copy.regions.data());
    }
}

} // namespace pn::vulkan

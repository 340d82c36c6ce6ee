#include "vulkan/job/image_rows.h"

#include "shared/image_texels.h"

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

void dispatchTexels(const Device& device, VkCommandBuffer commands, const shared::ImageTexelsParams& params,
                    std::uint32_t faceCount)
{
    const auto groups = [](std::uint32_t texels) { return (texels + shared::kImageSide - 1) / shared::kImageSide; };
    device.fn().vkCmdDispatch(commands, groups(params.width), groups(params.rows), faceCount);
}

// The format of integers as which a kernel writes texels; VK_FORMAT_UNDEFINED for other sizes.
VkFormat storedFormat(std::uint32_t texelBytes)
{
    switch (texelBytes)
    {
    case 4: return VK_FORMAT_R32_UINT;
    case 8: return VK_FORMAT_R16G16B16A16_UINT;
    case 16: return VK_FORMAT_R32G32B32A32_UINT;
    default: return VK_FORMAT_UNDEFINED;
    }
}

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

ImageSource::ImageSource(Device& device, ImageKernels& kernels, VkFormat image, const ImageFormat& format,
                         std::uint32_t mipCount, const Buffer& texels)
    : m_device(device), m_kernels(kernels), m_image(image), m_texels(format.texels), m_mipCount(mipCount)
{
    if (format.route != PN_VULKAN_ROUTE_FETCH)
        return;
    kernels.fetch(m_texels);
    m_sets = std::make_unique<DescriptorSets>(device, kernels.fetchLayout(), mipCount);
    for (std::uint32_t mip = 0; mip < mipCount; ++mip)
        m_sets->update(mip, makeBindings({{shared::kImageTexels, wholeRange(texels)}}));
}

void ImageSource::open(const ImageLayers& layers)
{
    m_layers = layers;
    m_views.clear();
    ImageLayers one = layers;
    for (std::uint32_t mip = 0; m_sets && mip < m_mipCount; ++mip, ++one.mip)
    {
        m_views.push_back(std::make_unique<ImageView>(m_device, one, m_image, VK_IMAGE_USAGE_SAMPLED_BIT));
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
    const shared::ImageTexelsParams params{chunk.shape.width, strip.row, strip.rows, strip.firstFace,
                                           chunkTexel + strip.texel};
    bindKernel(m_device, commands, m_kernels.fetchLayout(), m_kernels.fetch(m_texels), (*m_sets)[chunk.mip], params);
    dispatchTexels(m_device, commands, params, strip.faceCount);
}

ImageTarget::ImageTarget(Device& device, ImageKernels& kernels, PnFormat texels, VkImageUsageFlags usage,
                         std::uint32_t mipCount, std::uint32_t recordings, const Buffer& results)
    : m_device(device), m_kernels(kernels), m_texelBytes(std::uint32_t(formatBytes(texels))), m_mipCount(mipCount),
      m_recordings(recordings), m_results(results)
{
    if ((usage & VK_IMAGE_USAGE_STORAGE_BIT) != 0 && storedFormat(m_texelBytes) != VK_FORMAT_UNDEFINED)
    {
        kernels.store(m_texelBytes);
        m_sets = std::make_unique<DescriptorSets>(device, kernels.storeLayout(), mipCount * recordings);
        m_views.resize(std::size_t{mipCount} * recordings);
        for (std::uint32_t set = 0; set < mipCount * recordings; ++set)
            m_sets->update(set, makeBindings({{shared::kImageTexels, wholeRange(results)}}));
    }
    else if (usage != 0 && (usage & VK_IMAGE_USAGE_TRANSFER_DST_BIT) == 0)
        throw Error(PN_ERROR_UNSUPPORTED_FORMAT,
                    "desc.targetUsage needs TRANSFER_DST, or STORAGE with texels of 4, 8 or 16 bytes");
}

void ImageTarget::open(const ImageLayers& layers, const CubemapPart& part)
{
    m_layers = layers;
    m_part = part;
    if (!m_sets)
        return;
    m_firstSet = (m_firstSet + m_mipCount) % (m_mipCount * m_recordings);
    ImageLayers one = layers;
    one.mipCount = 1;
    for (std::uint32_t mip = part.firstMip; mip < part.firstMip + part.mipCount; ++mip, ++one.mip)
    {
        auto& view = m_views[m_firstSet + mip];
        view.reset(); // the recording that used it has run
        view = std::make_unique<ImageView>(m_device, one, storedFormat(m_texelBytes), VK_IMAGE_USAGE_STORAGE_BIT);
        m_sets->updateImage(m_firstSet + mip, view->handle(), kStoredTo.layout);
    }
}

void ImageTarget::recordStore(VkCommandBuffer commands, std::span<const StepChunk> chunks) const
{
    if (!m_sets)
    {
        recordCopies(commands, chunks);
        return;
    }
    barrier(m_device, commands, kKernelWrite, kKernelRead);
    for (const StepChunk& chunk : chunks)
        for (const ImageStrip& strip : imageStrips(chunk.shape, chunk.chunk, CentreRow::Once))
            if (chunk.isNormalized && strip.rows != 0)
                recordKernel(commands, chunk, strip);
}

void ImageTarget::recordKernel(VkCommandBuffer commands, const StepChunk& chunk, const ImageStrip& strip) const
{
    const auto chunkTexel = std::uint32_t(chunk.results / m_texelBytes);
    const shared::ImageTexelsParams params{chunk.shape.width, strip.row, strip.rows, strip.firstFace - m_part.firstFace,
                                           chunkTexel + strip.texel};
    bindKernel(m_device, commands, m_kernels.storeLayout(), m_kernels.store(m_texelBytes),
               (*m_sets)[m_firstSet + chunk.mip], params);
    dispatchTexels(m_device, commands, params, strip.faceCount);
}

void ImageTarget::recordCopies(VkCommandBuffer commands, std::span<const StepChunk> chunks) const
{
    ImageLayers whole = m_layers;
    whole.mip -= m_part.firstMip;
    whole.firstLayer -= m_part.firstFace;
    for (const StepChunk& chunk : chunks)
    {
        if (!chunk.isNormalized)
            continue;
        const CopyRegions copy(whole, chunk, chunk.results, chunk.targetFormat, CentreRow::Once);
        m_device.fn().vkCmdCopyBufferToImage(commands, m_results.handle(), whole.image, kCopiedTo.layout, copy.count,
                                             copy.regions.data());
    }
}

} // namespace pn::vulkan

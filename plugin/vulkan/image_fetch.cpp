#include "vulkan/image_fetch.h"

#include "shared/image_fetch.h"

namespace pn::vulkan {

VkPipeline FetchKernels::fetch(PnFormat texels)
{
    const std::uint32_t halves = texels == PN_FORMAT_RGBA16F ? 1 : 0;
    auto& pipeline = m_fetch[halves];
    if (!pipeline)
        pipeline = std::make_unique<ComputePipeline>(m_device, m_layout, kernel("image_fetch"), std::span(&halves, 1));
    return pipeline->handle();
}

ImageView::ImageView(Device& device, const ImageLayers& layers, VkFormat format) : m_device(device)
{
    VkImageViewCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO;
    info.image = layers.image;
    info.viewType = VK_IMAGE_VIEW_TYPE_2D_ARRAY; // a cube's flags are not needed for it
    info.format = format;
    info.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, layers.mip, 1, layers.firstLayer, 6};
    PN_VK(device.fn().vkCreateImageView(device.handle(), &info, nullptr, &m_handle));
}

ImageView::~ImageView()
{
    m_device.fn().vkDestroyImageView(m_device.handle(), m_handle, nullptr);
}

ImageFetchSource::ImageFetchSource(Device& device, FetchKernels& kernels, VkFormat image, PnFormat format,
                                   std::uint32_t mipCount, const Buffer& texels)
    : m_device(device), m_kernels(kernels), m_image(image), m_pipeline(kernels.fetch(format)),
      m_sets(device, kernels.layout(), mipCount), m_mipCount(mipCount)
{
    const std::array<BufferRange, 2> buffers{BufferRange{}, BufferRange{texels.handle(), 0, VK_WHOLE_SIZE}};
    for (std::uint32_t mip = 0; mip < mipCount; ++mip)
        m_sets.update(mip, buffers);
}

void ImageFetchSource::open(const ImageLayers& layers)
{
    m_views.clear();
    ImageLayers one = layers;
    for (std::uint32_t mip = 0; mip < m_mipCount; ++mip, ++one.mip)
    {
        m_views.push_back(std::make_unique<ImageView>(m_device, one, m_image));
        m_sets.updateImage(mip, m_views.back()->handle(), kFetchedFrom.layout);
    }
}

void ImageFetchSource::recordLoad(VkCommandBuffer commands, const TexelPiece& piece)
{
    const auto& fn = m_device.fn();
    const VkDescriptorSet set = m_sets[std::uint32_t(piece.mip)];
    barrier(m_device, commands, kKernelRead, kKernelWrite);
    fn.vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, m_pipeline);
    fn.vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, m_kernels.layout().handle(), 0, 1, &set, 0,
                               nullptr);
    for (const RowBand& band : rowBands(piece.shape, piece.chunk, false))
        recordBand(commands, piece.shape, band);
    barrier(m_device, commands, kKernelWrite, kKernelRead);
}

void ImageFetchSource::recordBand(VkCommandBuffer commands, const Shape& shape, const RowBand& band)
{
    const shared::ImageFetchParams params{shape.width, band.row, band.rows, band.firstItem, band.texel};
    const auto groups = [](std::uint32_t texels) { return (texels + shared::kFetchSide - 1) / shared::kFetchSide; };
    m_device.fn().vkCmdPushConstants(commands, m_kernels.layout().handle(), VK_SHADER_STAGE_COMPUTE_BIT, 0,
                                     sizeof(params), &params);
    m_device.fn().vkCmdDispatch(commands, groups(shape.width), groups(band.rows), band.itemCount);
}

} // namespace pn::vulkan

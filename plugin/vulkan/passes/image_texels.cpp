#include "vulkan/passes/image_texels.h"

#include "shared/image_texels.h"

namespace pn::vulkan {

VkPipeline ImageKernels::fetch(PnFormat texels)
{
    const bool isHalf = texels == PN_FORMAT_RGBA16F;
    auto& pipeline = m_fetch[isHalf ? 1 : 0];
    if (!pipeline)
    {
        const std::array constants{SpecConstant{shared::kSpecFetchHalves, isHalf}};
        pipeline = std::make_unique<ComputePipeline>(m_device, m_fetchLayout, kernel("image_fetch"), constants);
    }
    return pipeline->handle();
}

VkPipeline ImageKernels::store(std::uint32_t texelBytes)
{
    auto& pipeline = m_store[texelBytes];
    if (!pipeline)
        pipeline = std::make_unique<ComputePipeline>(m_device, m_storeLayout,
                                                     kernel("image_store_" + std::to_string(texelBytes / 4)),
                                                     std::span<const SpecConstant>());
    return pipeline->handle();
}

ImageView::ImageView(Device& device, const ImageLayers& layers, VkFormat format, VkImageUsageFlags usage)
    : m_device(device)
{
    auto uses = vkStruct<VkImageViewUsageCreateInfo>(); // the format need not allow the image's other uses
    uses.usage = usage;
    auto info = vkStruct<VkImageViewCreateInfo>();
    info.pNext = &uses;
    info.image = layers.image;
    info.viewType = VK_IMAGE_VIEW_TYPE_2D_ARRAY; // a cube's flags are not needed for it
    info.format = format;
    info.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, layers.mip, 1, layers.firstLayer, layers.layerCount};
    PN_VK_CREATE(m_handle, device.fn().vkCreateImageView, device.handle(), &info, nullptr);
}

ImageView::~ImageView()
{
    m_device.fn().vkDestroyImageView(m_device.handle(), m_handle, nullptr);
}

} // namespace pn::vulkan

#include "vulkan/passes/image_fetch.h"

#include "shared/image_fetch.h"

namespace pn::vulkan {

VkPipeline ImageFetchKernels::fetch(PnFormat texels)
{
    const bool isHalf = texels == PN_FORMAT_RGBA16F;
    auto& pipeline = m_fetch[isHalf ? 1 : 0];
    if (!pipeline)
    {
        const std::array constants{SpecConstant{shared::kSpecFetchHalves, isHalf}};
        pipeline = std::make_unique<ComputePipeline>(m_device, m_layout, kernel("image_fetch"), constants);
    }
    return pipeline->handle();
}

ImageView::ImageView(Device& device, const ImageLayers& layers, VkFormat format) : m_device(device)
{
    auto info = vkStruct<VkImageViewCreateInfo>();
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

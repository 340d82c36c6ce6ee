// Fetching texels from images: the host's half of image_fetch.comp.
#pragma once

#include "vulkan/device/compute_pipeline.h"

#include "probenorm/probenorm.h"

#include <array>
#include <memory>

namespace pn::vulkan {

// The pipelines, made when they are first asked for.
class ImageFetchKernels
{
public:
    explicit ImageFetchKernels(Device& device) : m_device(device), m_layout(device, FirstBinding::Image) {}

    const PipelineLayout& layout() const { return m_layout; }
    VkPipeline fetch(PnFormat texels); // RGBA16F or RGBA32F

private:
    Device& m_device;
    PipelineLayout m_layout;
    std::array<std::unique_ptr<ComputePipeline>, 2> m_fetch;
};

// Layers of some mips of an image, one per face.
struct ImageLayers
{
    VkImage image = VK_NULL_HANDLE;
    std::uint32_t mip = 0;
    std::uint32_t mipCount = 1;
    std::uint32_t firstLayer = 0;
    std::uint32_t layerCount = 6;
};

// The layers of one mip, as texels are fetched from them.
class ImageView
{
public:
    ImageView(Device& device, const ImageLayers& layers, VkFormat format);
    ~ImageView();
    ImageView(const ImageView&) = delete;
    ImageView& operator=(const ImageView&) = delete;

    VkImageView handle() const { return m_handle; }

private:
    Device& m_device;
    VkImageView m_handle = VK_NULL_HANDLE;
};

} // namespace pn::vulkan

// Texels of images: the host's half of image_fetch.comp and image_store.comp.
#pragma once

#include "vulkan/device/compute_pipeline.h"

#include "probenorm/probenorm.h"

#include <array>
#include <map>
#include <memory>

namespace pn::vulkan {

// The pipelines, made when they are first asked for.
class ImageKernels
{
public:
    explicit ImageKernels(Device& device)
        : m_device(device), m_fetchLayout(device, VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE),
          m_storeLayout(device, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE)
    {
    }

    const PipelineLayout& fetchLayout() const { return m_fetchLayout; }
    const PipelineLayout& storeLayout() const { return m_storeLayout; }
    VkPipeline fetch(PnFormat texels);          // RGBA16F or RGBA32F
    VkPipeline store(std::uint32_t texelBytes); // 4, 8 or 16

private:
    Device& m_device;
    PipelineLayout m_fetchLayout, m_storeLayout;
    std::array<std::unique_ptr<ComputePipeline>, 2> m_fetch;
    std::map<std::uint32_t, std::unique_ptr<ComputePipeline>> m_store; // by bytes
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

// The layers of one mip, as kernels read or write them.
class ImageView
{
public:
    ImageView(Device& device, const ImageLayers& layers, VkFormat format, VkImageUsageFlags usage);
    ~ImageView();
    ImageView(const ImageView&) = delete;
    ImageView& operator=(const ImageView&) = delete;

    VkImageView handle() const { return m_handle; }

private:
    Device& m_device;
    VkImageView m_handle = VK_NULL_HANDLE;
};

} // namespace pn::vulkan

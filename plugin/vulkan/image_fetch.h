#pragma once

#include "vulkan/image_transfer.h"

namespace pn::vulkan {

// The kernels that fetch texels from images; pipelines are made when they are first asked for.
class FetchKernels
{
public:
    explicit FetchKernels(Device& device) : m_device(device), m_layout(device, FirstBinding::Image) {}

    const PipelineLayout& layout() const { return m_layout; }
    VkPipeline fetch(PnFormat texels); // RGBA16F or RGBA32F

private:
    Device& m_device;
    PipelineLayout m_layout;
    std::array<std::unique_ptr<ComputePipeline>, 2> m_fetch;
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

// Texels fetched from an image in the state kFetchedFrom.
class ImageFetchSource final : public TexelSource
{
public:
    ImageFetchSource(Device& device, FetchKernels& kernels, VkFormat image, PnFormat format, std::uint32_t mipCount,
                     const Buffer& texels);

    // Before each recording. The device must be done with the last one, whose views go.
    void open(const ImageLayers& layers);
    void recordLoad(VkCommandBuffer commands, const TexelPiece& piece) override;

private:
    void recordBand(VkCommandBuffer commands, const Shape& shape, const RowBand& band);

    Device& m_device;
    FetchKernels& m_kernels;
    VkFormat m_image;
    VkPipeline m_pipeline;
    DescriptorSets m_sets; // one a mip
    std::uint32_t m_mipCount;
    std::vector<std::unique_ptr<ImageView>> m_views;
};

} // namespace pn::vulkan

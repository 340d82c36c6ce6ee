// Texels from and to a host's images: copied, or fetched by a kernel, between an image and a step's memory.
#pragma once

#include "vulkan/device/commands.h"
#include "vulkan/job/texel_source.h"
#include "vulkan/passes/image_fetch.h"

namespace pn::vulkan {

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

// Rows of some faces of a chunk, and where they lie in it.
struct ImageStrip
{
    std::uint32_t firstFace = 0;
    std::uint32_t faceCount = 0;
    std::uint32_t row = 0;
    std::uint32_t rows = 0;
    std::uint32_t texel = 0;
};

enum class CentreRow
{
    Twice, // in both strips, as the kernels read it
    Once   // in the upper strip alone
};

// The upper and the lower strip of a partial chunk; whole faces are the first, and the second has no rows.
std::array<ImageStrip, 2> imageStrips(const Shape& shape, const Chunk& chunk, CentreRow centreRow);

// Texels from an image in the state kCopiedFrom.
class ImageCopySource final : public TexelSource
{
public:
    ImageCopySource(Device& device, const ImageLayers& layers) : m_device(device), m_layers(layers) {}

    void recordLoad(VkCommandBuffer commands, const Step& step, const Buffer& texels) override;

private:
    Device& m_device;
    ImageLayers m_layers;
};

// Texels fetched from an image in the state kFetchedFrom.
class ImageFetchSource final : public TexelSource
{
public:
    ImageFetchSource(Device& device, ImageFetchKernels& kernels, VkFormat image, PnFormat texelFormat,
                     std::uint32_t mipCount, const Buffer& texels);

    // Before each recording. The device must be done with the last one, whose views go.
    void open(const ImageLayers& layers);
    void recordLoad(VkCommandBuffer commands, const Step& step, const Buffer& texels) override;

private:
    void recordStrip(VkCommandBuffer commands, const StepChunk& chunk, const ImageStrip& strip);

    Device& m_device;
    ImageFetchKernels& m_kernels;
    VkFormat m_image;
    VkPipeline m_pipeline;
    DescriptorSets m_sets; // one for each mip
    std::uint32_t m_mipCount;
    std::vector<std::unique_ptr<ImageView>> m_views;
};

// Texels to an image in the state kCopiedTo.
class ImageCopyTarget final : public TexelTarget
{
public:
    ImageCopyTarget(Device& device, const ImageLayers& layers) : m_device(device), m_layers(layers) {}

    void recordStore(VkCommandBuffer commands, const Step& step, const Buffer& results) override;

private:
    Device& m_device;
    ImageLayers m_layers;
};

} // namespace pn::vulkan

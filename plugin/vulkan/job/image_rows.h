// Moves texels between an image of a host and the memory of a step, by copies or by a kernel that fetches them.
#pragma once

#include "vulkan/device/commands.h"
#include "vulkan/job/step_buffers.h"
#include "vulkan/passes/image_fetch.h"

namespace pn::vulkan {

// How an image is used: its layout, stages and accesses.
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

// Rows of some faces, and their place in the chunk.
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
    Twice, // in both strips, as the kernels read them
    Once   // in the upper strip alone
};

// The upper and the lower strip of a partial chunk. A chunk of whole faces has one strip only; the second has no rows.
std::array<ImageStrip, 2> imageStrips(const Shape& shape, const Chunk& chunk, CentreRow centreRow);

// Copies texels from an image, which must be in the state kCopiedFrom.
class ImageCopySource final : public TexelSource
{
public:
    ImageCopySource(Device& device, const ImageLayers& layers) : m_device(device), m_layers(layers) {}

    void recordLoad(VkCommandBuffer commands, const Step& step, const Buffer& texels) override;

private:
    Device& m_device;
    ImageLayers m_layers;
};

// Fetches texels from an image by a kernel. The image must be in the state kFetchedFrom.
class ImageFetchSource final : public TexelSource
{
public:
    ImageFetchSource(Device& device, ImageFetchKernels& kernels, VkFormat image, PnFormat texelFormat,
                     std::uint32_t mipCount, const Buffer& texels);

    // Call it before each recording. The device must have finished the last recording, whose image views are
    // destroyed.
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

// Copies texels to an image, which must be in the state kCopiedTo.
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

// Moves texels between an image of a host and the memory of a step, by copies or by kernels.
#pragma once

#include "vulkan/device/commands.h"
#include "vulkan/job/image_format.h"
#include "vulkan/job/step_buffers.h"
#include "vulkan/passes/image_texels.h"

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
inline constexpr ImageState kStoredTo{VK_IMAGE_LAYOUT_GENERAL, kKernelWrite};

// An image of the host, with its state before and after a recording.
struct ImageUse
{
    ImageLayers layers;
    ImageState before, after;
};

// Some mips and faces of a cubemap.
struct CubemapPart
{
    std::uint32_t firstMip = 0, mipCount = 1, firstFace = 0, faceCount = 6;
};

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

// Loads texels from an image, by copies or by a kernel that fetches them.
class ImageSource
{
public:
    ImageSource(Device& device, ImageKernels& kernels, VkFormat image, const ImageFormat& format,
                std::uint32_t mipCount, const Buffer& texels);

    ImageState state() const { return m_sets ? kFetchedFrom : kCopiedFrom; } // in which the image must be

    // Call it before each recording; it can fail. Where texels are fetched, the device must have finished the last
    // recording, whose image views are destroyed.
    void open(const ImageLayers& layers);

    // Records the load of the step's texels to where its chunks expect them. Its barriers wait for earlier kernels
    // that read the same memory, and make later kernels wait for the load.
    void recordLoad(VkCommandBuffer commands, const Step& step, const Buffer& texels) const;

private:
    void recordCopy(VkCommandBuffer commands, const StepChunk& chunk, const Buffer& texels) const;
    void recordFetch(VkCommandBuffer commands, const StepChunk& chunk, const ImageStrip& strip) const;

    Device& m_device;
    ImageKernels& m_kernels;
    VkFormat m_image;
    PnFormat m_texels;
    std::uint32_t m_mipCount;
    std::unique_ptr<DescriptorSets> m_sets; // one for each mip; null: texels are copied
    ImageLayers m_layers;
    std::vector<std::unique_ptr<ImageView>> m_views;
};

// Stores results in an image, by copies, or by a kernel where the image's usage allows it.
class ImageTarget
{
public:
    // Throws Error(PN_ERROR_UNSUPPORTED_FORMAT) where the usage allows neither. recordings: how many may be in flight.
    ImageTarget(Device& device, ImageKernels& kernels, PnFormat texels, VkImageUsageFlags usage, std::uint32_t mipCount,
                std::uint32_t recordings, const Buffer& results);

    ImageState state() const { return m_sets ? kStoredTo : kCopiedTo; } // in which the image must be

    // Call it before each recording; it can fail. layers: of that part alone.
    void open(const ImageLayers& layers, const CubemapPart& part);

    // Records the store of the chunks, which later kernels may overwrite after kResultsRead.
    void recordStore(VkCommandBuffer commands, std::span<const StepChunk> chunks) const;

private:
    void recordCopies(VkCommandBuffer commands, std::span<const StepChunk> chunks) const;
    void recordKernel(VkCommandBuffer commands, const StepChunk& chunk, const ImageStrip& strip) const;

    Device& m_device;
    ImageKernels& m_kernels;
    std::uint32_t m_texelBytes, m_mipCount, m_recordings;
    const Buffer& m_results;
    std::unique_ptr<DescriptorSets> m_sets;          // one for each mip of each recording; null: texels are copied
    std::vector<std::unique_ptr<ImageView>> m_views; // as m_sets
    std::uint32_t m_firstSet = 0;                    // of the recording
    ImageLayers m_layers;
    CubemapPart m_part;
};

} // namespace pn::vulkan

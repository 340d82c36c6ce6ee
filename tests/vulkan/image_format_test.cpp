// Which route an image takes, and which rows of it a piece is made of: what needs no device to be told.
#include "vulkan/job/image_format.h"
#include "vulkan/job/image_rows.h"

#include "core/error.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace pn::vulkan {
namespace {

constexpr VkImageUsageFlags kCopied = VK_IMAGE_USAGE_TRANSFER_SRC_BIT, kSampled = VK_IMAGE_USAGE_SAMPLED_BIT;

VkFormatProperties everything(VkFormat)
{
    return {0, VK_FORMAT_FEATURE_TRANSFER_SRC_BIT | VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT, 0};
}

VkFormatProperties nothing(VkFormat)
{
    return {};
}

ImageFormat choose(VkFormat format, VkImageUsageFlags usage)
{
    return chooseImageFormat(format, usage, everything);
}

bool isFetched(VkFormat format)
try
{
    return choose(format, kSampled).route == PN_VULKAN_ROUTE_FETCH;
}
catch (const Error& e)
{
    EXPECT_EQ(e.result(), PN_ERROR_UNSUPPORTED_FORMAT);
    return false;
}

TEST(ImageFormat, CopiesWhatTheCAbiKnows)
{
    const std::pair<VkFormat, PnFormat> formats[] = {
        {VK_FORMAT_R32G32B32A32_SFLOAT, PN_FORMAT_RGBA32F},        {VK_FORMAT_R32G32B32_SFLOAT, PN_FORMAT_RGB32F},
        {VK_FORMAT_R16G16B16A16_SFLOAT, PN_FORMAT_RGBA16F},        {VK_FORMAT_E5B9G9R9_UFLOAT_PACK32, PN_FORMAT_RGB9E5},
        {VK_FORMAT_B10G11R11_UFLOAT_PACK32, PN_FORMAT_R11G11B10F}, {VK_FORMAT_R8G8B8A8_UNORM, PN_FORMAT_RGBA8},
        {VK_FORMAT_R8G8B8A8_SRGB, PN_FORMAT_RGBA8_SRGB},           {VK_FORMAT_A8B8G8R8_UNORM_PACK32, PN_FORMAT_RGBA8},
        {VK_FORMAT_A8B8G8R8_SRGB_PACK32, PN_FORMAT_RGBA8_SRGB}};
    for (const auto& [format, texels] : formats)
    {
        const ImageFormat chosen = choose(format, kCopied | kSampled);
        EXPECT_EQ(chosen.route, PN_VULKAN_ROUTE_COPY) << format;
        EXPECT_EQ(chosen.texels, texels) << format;
        EXPECT_TRUE(chosen.keepsBits) << format;
        const bool isBytes = texels == PN_FORMAT_RGBA8 || texels == PN_FORMAT_RGBA8_SRGB;
        EXPECT_EQ(chosen.target, isBytes ? VK_FORMAT_R16G16B16A16_SFLOAT : format);
    }
}

// By the names of the specification: a fetch gives floats of these, and integers, or nothing, of those.
TEST(ImageFormat, FetchesColoursThatAreReadAsFloats)
{
    for (const VkFormat format : {VK_FORMAT_R5G6B5_UNORM_PACK16,
                                  VK_FORMAT_R8_UNORM,
                                  VK_FORMAT_R8G8B8_SNORM,
                                  VK_FORMAT_B8G8R8_SRGB,
                                  VK_FORMAT_R8G8B8A8_SNORM,
                                  VK_FORMAT_B8G8R8A8_UNORM,
                                  VK_FORMAT_B8G8R8A8_SRGB,
                                  VK_FORMAT_A8B8G8R8_SRGB_PACK32,
                                  VK_FORMAT_A2R10G10B10_UNORM_PACK32,
                                  VK_FORMAT_A2B10G10R10_SNORM_PACK32,
                                  VK_FORMAT_R16_UNORM,
                                  VK_FORMAT_R16G16B16_SFLOAT,
                                  VK_FORMAT_R16G16B16A16_UNORM,
                                  VK_FORMAT_R16G16B16A16_SFLOAT,
                                  VK_FORMAT_R32_SFLOAT,
                                  VK_FORMAT_R32G32B32_SFLOAT,
                                  VK_FORMAT_R32G32B32A32_SFLOAT,
                                  VK_FORMAT_B10G11R11_UFLOAT_PACK32,
                                  VK_FORMAT_E5B9G9R9_UFLOAT_PACK32,
                                  VK_FORMAT_BC1_RGB_UNORM_BLOCK,
                                  VK_FORMAT_BC6H_UFLOAT_BLOCK,
                                  VK_FORMAT_BC6H_SFLOAT_BLOCK,
                                  VK_FORMAT_BC7_SRGB_BLOCK,
                                  VK_FORMAT_ETC2_R8G8B8_SRGB_BLOCK,
                                  VK_FORMAT_ASTC_4x4_UNORM_BLOCK,
                                  VK_FORMAT_ASTC_12x12_SRGB_BLOCK})
        EXPECT_TRUE(isFetched(format)) << format;
    for (const VkFormat format :
         {VK_FORMAT_UNDEFINED, VK_FORMAT_R8_UINT, VK_FORMAT_R8G8B8A8_USCALED, VK_FORMAT_R8G8B8A8_SSCALED,
          VK_FORMAT_B8G8R8A8_UINT, VK_FORMAT_A8B8G8R8_SINT_PACK32, VK_FORMAT_A2R10G10B10_USCALED_PACK32,
          VK_FORMAT_A2B10G10R10_SINT_PACK32, VK_FORMAT_R16_USCALED, VK_FORMAT_R16G16B16A16_SINT, VK_FORMAT_R32_UINT,
          VK_FORMAT_R32G32B32A32_SINT, VK_FORMAT_R64_SFLOAT, VK_FORMAT_R64G64B64A64_SFLOAT, VK_FORMAT_D16_UNORM,
          VK_FORMAT_D32_SFLOAT_S8_UINT, VK_FORMAT_G8B8G8R8_422_UNORM, VkFormat(0x7ffffffe)})
        EXPECT_FALSE(isFetched(format)) << format;
}

TEST(ImageFormat, FetchesIntoHalvesWhereTheyHoldEveryValue)
{
    for (const VkFormat format : {VK_FORMAT_R16G16B16A16_SFLOAT, VK_FORMAT_B10G11R11_UFLOAT_PACK32,
                                  VK_FORMAT_E5B9G9R9_UFLOAT_PACK32, VK_FORMAT_BC6H_UFLOAT_BLOCK})
    {
        EXPECT_EQ(choose(format, kSampled).texels, PN_FORMAT_RGBA16F) << format;
        EXPECT_TRUE(choose(format, kSampled).keepsBits) << format;
    }
    EXPECT_EQ(choose(VK_FORMAT_R32G32B32A32_SFLOAT, kSampled).texels, PN_FORMAT_RGBA32F);
    EXPECT_TRUE(choose(VK_FORMAT_R32G32B32A32_SFLOAT, kSampled).keepsBits);
    for (const VkFormat format : {VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_R16G16B16A16_UNORM, VK_FORMAT_BC7_SRGB_BLOCK})
    {
        EXPECT_EQ(choose(format, kSampled).texels, PN_FORMAT_RGBA32F) << format;
        EXPECT_FALSE(choose(format, kSampled).keepsBits) << format;
    }
}

TEST(ImageFormat, IsRefusedWithoutUsageOrDevice)
{
    EXPECT_THROW(choose(VK_FORMAT_R16G16B16A16_SFLOAT, VK_IMAGE_USAGE_STORAGE_BIT), Error);
    EXPECT_THROW(choose(VK_FORMAT_BC6H_UFLOAT_BLOCK, kCopied), Error);
    EXPECT_THROW(chooseImageFormat(VK_FORMAT_R32G32B32_SFLOAT, kCopied | kSampled, nothing), Error);
}

// Vulkan forbids that one copy writes a texel twice.
TEST(ImageStrips, ReadTwoAndWriteEachRowOnce)
{
    for (const std::uint32_t size : {300u, 301u})
    {
        const Shape shape = Shape::cubemap(size);
        std::vector<std::uint32_t> written(size);
        for (std::uint32_t begin = 0; begin < shape.rows(); begin += 40)
        {
            const std::uint32_t end = std::min(begin + 40, shape.rows());
            const Chunk part{.firstFace = 3, .faceCount = 1, .rowBegin = begin, .rowEnd = end, .isPartial = true};
            const auto read = imageStrips(shape, part, CentreRow::Twice);
            EXPECT_EQ(read[0].row, shape.top(end - 1));
            EXPECT_EQ(read[1].row, shape.bottom(begin));
            EXPECT_EQ(read[0].rows + read[1].rows, 2 * (end - begin));
            EXPECT_EQ(read[1].texel, (end - begin) * size);
            for (const ImageStrip& strip : imageStrips(shape, part, CentreRow::Once))
            {
                EXPECT_EQ(strip.firstFace, 3u);
                // A row lies in the buffer where the kernel left it.
                const ImageStrip& whole = strip.row < read[1].row ? read[0] : read[1];
                EXPECT_EQ(strip.texel, whole.texel + (strip.row - whole.row) * size);
                for (std::uint32_t row = 0; row < strip.rows; ++row)
                    ++written.at(strip.row + row);
            }
        }
        EXPECT_EQ(std::count(written.begin(), written.end(), 1u), std::ptrdiff_t(size));
    }
    const Chunk centre{.faceCount = 1, .rowEnd = 1, .isPartial = true};
    EXPECT_EQ(imageStrips(Shape::cubemap(301), centre, CentreRow::Once)[1].rows, 0u) << "the centre row alone";
}

} // namespace
} // namespace pn::vulkan

#include "vulkan/job/image_format.h"

#include "core/error.h"
#include "core/kernel/normalize.h"

#include <array>
#include <string>

namespace pn::vulkan {
namespace {

// Formats for the copy route: the formats of the C ABI by their Vulkan names.
PnFormat copiedFormat(VkFormat format)
{
    switch (format)
    {
    case VK_FORMAT_R32G32B32A32_SFLOAT: return PN_FORMAT_RGBA32F;
    case VK_FORMAT_R32G32B32_SFLOAT: return PN_FORMAT_RGB32F;
    case VK_FORMAT_R16G16B16A16_SFLOAT: return PN_FORMAT_RGBA16F;
    case VK_FORMAT_E5B9G9R9_UFLOAT_PACK32: return PN_FORMAT_RGB9E5;
    case VK_FORMAT_B10G11R11_UFLOAT_PACK32: return PN_FORMAT_R11G11B10F;
    case VK_FORMAT_R8G8B8A8_UNORM:
    case VK_FORMAT_A8B8G8R8_UNORM_PACK32: return PN_FORMAT_RGBA8; // the same bytes on little-endian machines
    case VK_FORMAT_R8G8B8A8_SRGB:
    case VK_FORMAT_A8B8G8R8_SRGB_PACK32: return PN_FORMAT_RGBA8_SRGB;
    default: return PN_FORMAT_UNDEFINED;
    }
}

VkFormat targetFormat(PnFormat texels)
{
    switch (normalizedFormat(texels))
    {
    case PN_FORMAT_RGBA32F: return VK_FORMAT_R32G32B32A32_SFLOAT;
    case PN_FORMAT_RGB32F: return VK_FORMAT_R32G32B32_SFLOAT;
    case PN_FORMAT_RGB9E5: return VK_FORMAT_E5B9G9R9_UFLOAT_PACK32;
    case PN_FORMAT_R11G11B10F: return VK_FORMAT_B10G11R11_UFLOAT_PACK32;
    default: return VK_FORMAT_R16G16B16A16_SFLOAT;
    }
}

// A range of consecutive Vulkan formats whose numeric type (UNORM, SNORM, ...) repeats with a fixed period. Bit i of a
// mask is the i-th format of the period.
struct FormatRun
{
    VkFormat first, last;
    std::uint32_t period;
    std::uint32_t fetched; // a texel fetch returns floats: not integers, scaled integers or depths
    std::uint32_t floats;  // texels are stored as floats, so that the conversion is exact
    bool fitHalves;        // these floats fit into half floats
};

constexpr std::array<FormatRun, 9> kFormatRuns{{
    {VK_FORMAT_R4G4_UNORM_PACK8, VK_FORMAT_A1R5G5B5_UNORM_PACK16, 1, 1, 0, false},
    {VK_FORMAT_R8_UNORM, VK_FORMAT_A8B8G8R8_SRGB_PACK32, 7, 0b1000011, 0, false},
    {VK_FORMAT_A2R10G10B10_UNORM_PACK32, VK_FORMAT_A2B10G10R10_SINT_PACK32, 6, 0b11, 0, false},
    {VK_FORMAT_R16_UNORM, VK_FORMAT_R16G16B16A16_SFLOAT, 7, 0b1000011, 0b1000000, true},
    {VK_FORMAT_R32_UINT, VK_FORMAT_R32G32B32A32_SFLOAT, 3, 0b100, 0b100, false},
    {VK_FORMAT_B10G11R11_UFLOAT_PACK32, VK_FORMAT_E5B9G9R9_UFLOAT_PACK32, 1, 1, 1, true},
    {VK_FORMAT_BC1_RGB_UNORM_BLOCK, VK_FORMAT_BC5_SNORM_BLOCK, 1, 1, 0, false},
    {VK_FORMAT_BC6H_UFLOAT_BLOCK, VK_FORMAT_BC6H_SFLOAT_BLOCK, 1, 1, 1, true},
    {VK_FORMAT_BC7_UNORM_BLOCK, VK_FORMAT_ASTC_12x12_SRGB_BLOCK, 1, 1, 0, false},
}};

struct FetchedFormat
{
    bool isFetched = false, isFloat = false, fitsHalves = false;
};

FetchedFormat fetchedFormat(VkFormat format)
{
    for (const FormatRun& run : kFormatRuns)
        if (format >= run.first && format <= run.last)
        {
            const std::uint32_t type = 1u << (std::uint32_t(format - run.first) % run.period);
            const bool isFloat = (run.floats & type) != 0;
            return {(run.fetched & type) != 0, isFloat, isFloat && run.fitHalves};
        }
    return {};
}

} // namespace

ImageFormat chooseImageFormat(VkFormat format, VkImageUsageFlags usage, const FormatQuery& query)
{
    const std::string subject = "desc.format " + std::to_string(format);
    const PnFormat copied = copiedFormat(format);
    const FetchedFormat fetched = fetchedFormat(format);
    if (copied == PN_FORMAT_UNDEFINED && !fetched.isFetched)
        throw Error(PN_ERROR_UNSUPPORTED_FORMAT, subject + " is no colour that ProbeNorm can copy or fetch");
    const VkFormatProperties properties = query(format);
    const VkFormatFeatureFlags features = properties.optimalTilingFeatures | properties.linearTilingFeatures;
    const auto allows = [&](VkImageUsageFlags use, VkFormatFeatureFlags feature) {
        return (usage & use) != 0 && (features & feature) != 0;
    };
    if (copied != PN_FORMAT_UNDEFINED && allows(VK_IMAGE_USAGE_TRANSFER_SRC_BIT, VK_FORMAT_FEATURE_TRANSFER_SRC_BIT))
        return {PN_VULKAN_ROUTE_COPY, copied, targetFormat(copied), true};
    if (fetched.isFetched && allows(VK_IMAGE_USAGE_SAMPLED_BIT, VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT))
    {
        const PnFormat texels = fetched.fitsHalves ? PN_FORMAT_RGBA16F : PN_FORMAT_RGBA32F;
        return {PN_VULKAN_ROUTE_FETCH, texels, targetFormat(texels), fetched.isFloat};
    }
    if (features == 0)
        throw Error(PN_ERROR_UNSUPPORTED_FORMAT, subject + " is not supported by the device");
    throw Error(PN_ERROR_UNSUPPORTED_FORMAT,
                subject + " needs " + (copied != PN_FORMAT_UNDEFINED ? "TRANSFER_SRC or SAMPLED" : "SAMPLED") +
                    " in desc.usage, and a device that allows it");
}

} // namespace pn::vulkan

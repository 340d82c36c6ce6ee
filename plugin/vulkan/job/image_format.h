#pragma once

#include "vulkan/device/functions.h"

#include "probenorm/probenorm_vulkan.h"

#include <functional>

namespace pn::vulkan {

// How texels of an image format get to the kernels, and which format they have there.
struct ImageFormat
{
    PnVulkanRoute route = PN_VULKAN_ROUTE_COPY;
    PnFormat texels = PN_FORMAT_UNDEFINED; // format in scratch memory
    VkFormat target = VK_FORMAT_UNDEFINED; // format of the image that receives normalized texels
    bool keepsBits = true;                 // every device decodes texels to exactly the same values
};

// Asks the device what it supports for a format.
using FormatQuery = std::function<VkFormatProperties(VkFormat)>;

// Throws Error(PN_ERROR_UNSUPPORTED_FORMAT) if neither route supports the format. query is only called for formats of
// Vulkan 1.0, because a device may not know other values.
ImageFormat chooseImageFormat(VkFormat format, VkImageUsageFlags usage, const FormatQuery& query);

} // namespace pn::vulkan

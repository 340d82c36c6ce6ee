#pragma once

#include "vulkan/device/functions.h"

#include "probenorm/probenorm_vulkan.h"

#include <functional>

namespace pn::vulkan {

// How images of a format reach the kernels, and what becomes of their texels.
struct ImageFormat
{
    PnVulkanRoute route = PN_VULKAN_ROUTE_COPY;
    PnFormat texels = PN_FORMAT_UNDEFINED; // as they lie in scratch memory
    VkFormat target = VK_FORMAT_UNDEFINED; // of the image that holds them divided
    bool keepsBits = true;                 // texels have the values that the format says, on every device
};

// What a device can do with a format.
using FormatQuery = std::function<VkFormatProperties(VkFormat)>;

// Throws Error(PN_ERROR_UNSUPPORTED_FORMAT) where neither route covers the format. query is asked for formats of Vulkan
// 1.0 only: other numbers may mean nothing to the device.
ImageFormat chooseImageFormat(VkFormat format, VkImageUsageFlags usage, const FormatQuery& query);

} // namespace pn::vulkan

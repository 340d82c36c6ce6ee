// Vulkan structs with their sType filled in.
#pragma once

#include <vulkan/vulkan_core.h>

namespace pn::vulkan {

template <typename Struct>
inline constexpr VkStructureType kStructureType = VK_STRUCTURE_TYPE_MAX_ENUM; // of a struct that is not listed below

#define PN_STRUCTURE_TYPE(Struct, TYPE)                                                                                \
    template <>                                                                                                        \
    inline constexpr VkStructureType kStructureType<Struct> = VK_STRUCTURE_TYPE_##TYPE;
PN_STRUCTURE_TYPE(VkApplicationInfo, APPLICATION_INFO)
PN_STRUCTURE_TYPE(VkBufferCreateInfo, BUFFER_CREATE_INFO)
PN_STRUCTURE_TYPE(VkCommandBufferAllocateInfo, COMMAND_BUFFER_ALLOCATE_INFO)
PN_STRUCTURE_TYPE(VkCommandBufferBeginInfo, COMMAND_BUFFER_BEGIN_INFO)
PN_STRUCTURE_TYPE(VkCommandPoolCreateInfo, COMMAND_POOL_CREATE_INFO)
PN_STRUCTURE_TYPE(VkComputePipelineCreateInfo, COMPUTE_PIPELINE_CREATE_INFO)
PN_STRUCTURE_TYPE(VkDebugUtilsMessengerCreateInfoEXT, DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT)
PN_STRUCTURE_TYPE(VkDescriptorPoolCreateInfo, DESCRIPTOR_POOL_CREATE_INFO)
PN_STRUCTURE_TYPE(VkDescriptorSetAllocateInfo, DESCRIPTOR_SET_ALLOCATE_INFO)
PN_STRUCTURE_TYPE(VkDescriptorSetLayoutCreateInfo, DESCRIPTOR_SET_LAYOUT_CREATE_INFO)
PN_STRUCTURE_TYPE(VkDeviceCreateInfo, DEVICE_CREATE_INFO)
PN_STRUCTURE_TYPE(VkDeviceQueueCreateInfo, DEVICE_QUEUE_CREATE_INFO)
PN_STRUCTURE_TYPE(VkFenceCreateInfo, FENCE_CREATE_INFO)
PN_STRUCTURE_TYPE(VkFramebufferCreateInfo, FRAMEBUFFER_CREATE_INFO)
PN_STRUCTURE_TYPE(VkImageCreateInfo, IMAGE_CREATE_INFO)
PN_STRUCTURE_TYPE(VkImageMemoryBarrier, IMAGE_MEMORY_BARRIER)
PN_STRUCTURE_TYPE(VkImageViewCreateInfo, IMAGE_VIEW_CREATE_INFO)
PN_STRUCTURE_TYPE(VkImageViewUsageCreateInfo, IMAGE_VIEW_USAGE_CREATE_INFO)
PN_STRUCTURE_TYPE(VkInstanceCreateInfo, INSTANCE_CREATE_INFO)
PN_STRUCTURE_TYPE(VkMappedMemoryRange, MAPPED_MEMORY_RANGE)
PN_STRUCTURE_TYPE(VkMemoryAllocateInfo, MEMORY_ALLOCATE_INFO)
PN_STRUCTURE_TYPE(VkMemoryBarrier, MEMORY_BARRIER)
PN_STRUCTURE_TYPE(VkPhysicalDeviceDriverProperties, PHYSICAL_DEVICE_DRIVER_PROPERTIES)
PN_STRUCTURE_TYPE(VkPhysicalDeviceFeatures2, PHYSICAL_DEVICE_FEATURES_2)
PN_STRUCTURE_TYPE(VkPhysicalDeviceFloatControlsProperties, PHYSICAL_DEVICE_FLOAT_CONTROLS_PROPERTIES)
PN_STRUCTURE_TYPE(VkPhysicalDeviceProperties2, PHYSICAL_DEVICE_PROPERTIES_2)
PN_STRUCTURE_TYPE(VkPhysicalDeviceSubgroupProperties, PHYSICAL_DEVICE_SUBGROUP_PROPERTIES)
PN_STRUCTURE_TYPE(VkPipelineCacheCreateInfo, PIPELINE_CACHE_CREATE_INFO)
PN_STRUCTURE_TYPE(VkPipelineLayoutCreateInfo, PIPELINE_LAYOUT_CREATE_INFO)
PN_STRUCTURE_TYPE(VkPipelineShaderStageCreateInfo, PIPELINE_SHADER_STAGE_CREATE_INFO)
PN_STRUCTURE_TYPE(VkQueryPoolCreateInfo, QUERY_POOL_CREATE_INFO)
PN_STRUCTURE_TYPE(VkRenderPassBeginInfo, RENDER_PASS_BEGIN_INFO)
PN_STRUCTURE_TYPE(VkRenderPassCreateInfo, RENDER_PASS_CREATE_INFO)
PN_STRUCTURE_TYPE(VkSemaphoreCreateInfo, SEMAPHORE_CREATE_INFO)
PN_STRUCTURE_TYPE(VkShaderModuleCreateInfo, SHADER_MODULE_CREATE_INFO)
PN_STRUCTURE_TYPE(VkSubmitInfo, SUBMIT_INFO)
PN_STRUCTURE_TYPE(VkValidationFeaturesEXT, VALIDATION_FEATURES_EXT)
PN_STRUCTURE_TYPE(VkWriteDescriptorSet, WRITE_DESCRIPTOR_SET)

// A struct with its sType, and all other fields zero.
template <typename Struct>
Struct vkStruct()
{
    static_assert(kStructureType<Struct> != VK_STRUCTURE_TYPE_MAX_ENUM, "add the struct to the list above");
    Struct result{};
    result.sType = kStructureType<Struct>;
    return result;
}

} // namespace pn::vulkan

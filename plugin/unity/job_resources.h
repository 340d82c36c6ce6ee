#pragma once

#include "unity/unity_interface.h"

#include "unity/job_table.h"

namespace pn::unity {

// What a job reads and writes, as the engine describes it; all zero where the request has none.
struct JobResources
{
    VulkanImage texture{};
    VulkanImage target{};
    VulkanBuffer buffer{};
};

// Asks the engine for the request's objects: to look at them (kAccessObserve), or to use them in what is recorded next
// (kAccessBarrier), which records barriers and changes layouts. Throws Error when the engine refuses one.
JobResources access(const UnityVulkan& engine, const JobRequest& request, AccessMode mode);

// Throws Error naming what is wrong with the objects, as far as the request tells.
void checkResources(const JobRequest& request, const JobResources& resources);

std::uint32_t mipSize(const VulkanImage& image, std::uint32_t mip);

// Where access() leaves images and buffer.
struct Use
{
    VkImageLayout layout;
    VkPipelineStageFlags stage;
    VkAccessFlags access;
};

inline constexpr Use kTextureUse{VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                                 VK_ACCESS_SHADER_READ_BIT};
inline constexpr Use kTargetUse{VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_PIPELINE_STAGE_TRANSFER_BIT,
                                VK_ACCESS_TRANSFER_WRITE_BIT};

} // namespace pn::unity

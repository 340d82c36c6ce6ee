#pragma once

#include "unity/unity_interface.h"

#include "unity/job_table.h"

namespace pn::unity {

// The objects that a job reads and writes, as the engine describes them; all zero for objects that the request lacks.
struct JobResources
{
    VulkanImage texture{};
    VulkanImage target{};
    VulkanBuffer buffer{};
};

// Asks the engine for the objects of a request: to check them (kAccessObserve), or to use them in the commands that
// are recorded next (kAccessBarrier), which records barriers and changes layouts. Throws Error if the engine refuses
// one.
JobResources access(const UnityVulkan& engine, const JobRequest& request, AccessMode mode);

// Throws Error that names what is wrong with the objects, as far as the request shows it.
void checkResources(const JobRequest& request, const JobResources& resources);

std::uint32_t mipSize(const VulkanImage& image, std::uint32_t mip);

// The state in which access() leaves images and the buffer.
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

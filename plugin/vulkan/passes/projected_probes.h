// Projections that run side by side, with barriers between their passes.
#pragma once

#include "vulkan/passes/sh_project.h"

namespace pn::vulkan {

// A projection and how many probes it has now.
struct ProjectedProbes
{
    ShProject* projection = nullptr;
    std::uint32_t count = 0;
};

void recordClears(Device& device, VkCommandBuffer commands, std::span<const ProjectedProbes> probes);
void recordFinishes(Device& device, VkCommandBuffer commands, std::span<const ProjectedProbes> probes);

} // namespace pn::vulkan

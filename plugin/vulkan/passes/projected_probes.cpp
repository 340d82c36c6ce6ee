#include "vulkan/passes/projected_probes.h"

namespace pn::vulkan {

void recordClears(Device& device, VkCommandBuffer commands, std::span<const ProjectedProbes> probes)
{
    barrier(device, commands, kKernelReadWrite, kTransferWrite);
    barrier(device, commands, kTransferRead, kTransferWrite);
    for (const ProjectedProbes& cleared : probes)
        cleared.projection->recordClear(commands);
    barrier(device, commands, kTransferWrite, kKernelReadWrite);
}

void recordFinishes(Device& device, VkCommandBuffer commands, std::span<const ProjectedProbes> probes)
{
    std::uint32_t most = 0;
    for (const ProjectedProbes& finished : probes)
        most = std::max(most, finished.projection->finishCount());
    for (std::uint32_t pass = 0; pass < most; ++pass)
    {
        barrier(device, commands, kKernelWrite, kKernelReadWrite);
        for (const ProjectedProbes& finished : probes)
            finished.projection->recordFinish(commands, pass, finished.count);
    }
}

} // namespace pn::vulkan

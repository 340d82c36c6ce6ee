#pragma once

#include "lab/algorithms/reduction.h"

#include "probenorm/probenorm.h"

#include <cstdint>
#include <vector>

namespace pn::lab {

// The projection in separate stages: one pass writes every texel's part of every coefficient, and a rung of the ladder
// adds them up. Cubemaps, 3 bands, RGBA16F or RGBA32F.
class StagedProjection
{
public:
    static constexpr std::uint32_t kGroupSize = 128; // of both stages: what every device has

    // The device must support the rung, and probeCount be at most maxProbes.
    StagedProjection(LabDevice& lab, const Rung& rung, PnFormat format, std::uint32_t faceSize,
                     std::uint32_t probeCount);

    static bool isSupported(PnFormat format) { return format == PN_FORMAT_RGBA16F || format == PN_FORMAT_RGBA32F; }

    // Bytes that the stages of one probe pass on.
    static std::uint64_t stagedBytes(std::uint32_t faceSize);

    // Probes whose staged values fit into one buffer; 0 where not even one does.
    static std::uint32_t maxProbes(const vulkan::Device& device, std::uint32_t faceSize);

    // Texels of all probes, tightly packed.
    void bind(const vulkan::BufferRange& texels);

    // Once before the first recordProject.
    void recordClear(VkCommandBuffer commands) { m_reduction.recordClear(commands); }

    // Texels written by earlier commands must be visible to kernels.
    void recordProject(VkCommandBuffer commands);

    void recordReadback(VkCommandBuffer commands) { m_reduction.recordReadback(commands); }
    std::vector<PnSh> results();

private:
    vulkan::Device& m_device;
    VkPipelineLayout m_layout;
    std::uint32_t m_faceSize, m_probeCount;
    vulkan::ComputePipeline m_pipeline;
    vulkan::Buffer m_solidAngles, m_contributions;
    vulkan::DescriptorSets m_sets;
    VkDescriptorSet m_bound = VK_NULL_HANDLE;
    Reduction m_reduction;
};

} // namespace pn::lab

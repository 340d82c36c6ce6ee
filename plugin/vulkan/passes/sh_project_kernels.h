// The pipelines of sh_project.comp, sh_combine.comp and sh_finalize.comp on one device, made when they are first asked
// for.
#pragma once

#include "vulkan/device/compute_pipeline.h"

#include "core/backend.h"

#include <map>
#include <memory>

namespace pn::vulkan {

// For small cubemaps one workgroup processes whole probes and writes final coefficients. Writing partial sums instead
// would stall the stream of reads (docs/decisions, 13). Not used for 5 bands, where register pressure costs more than
// it saves.
inline constexpr std::uint32_t kMaxWholeBands = 4;
inline constexpr std::uint32_t kMaxWholeLanes = 192; // of a workgroup, and of the largest probe: 64 texels a side
inline constexpr std::uint32_t kMinWholeLanes = 24;  // of the smallest probe: 7 texels a side

// What fixes a pipeline of sh_project.
struct ShProjectVariant
{
    std::uint32_t format = 0; // shared::kTexel...
    std::uint32_t bands = 3;
    bool clamps = false;
    bool equirect = false;
    std::uint32_t lanes = 0;          // of a workgroup
    std::uint32_t probesPerGroup = 0; // that a workgroup finishes; 0: it makes partials

    auto operator<=>(const ShProjectVariant&) const = default;
    bool finishesInOnePass() const { return probesPerGroup != 0; }
};

// What fixes a pipeline of sh_finalize.
struct ShFinalizeVariant
{
    std::uint32_t bands = 3;
    std::uint32_t partials = 1; // of a face
    std::uint32_t faces = 6;

    auto operator<=>(const ShFinalizeVariant&) const = default;
};

std::uint32_t texelKind(PnFormat format);                                      // shared::kTexel...
const char* kernelSuffix(std::uint32_t texelKind);                             // of the kernels for texels of that kind
std::uint32_t finishFloats(std::uint32_t probesPerGroup, std::uint32_t bands); // of shared memory, to finish probes

class ShProjectKernels
{
public:
    // exactHalves: the device turns denormal half floats into floats exactly, which Vulkan leaves open. The self-test
    // finds out.
    ShProjectKernels(Device& device, bool subgroups, bool exactHalves);

    const PipelineLayout& layout() const { return m_layout; }
    bool usesSubgroups() const { return m_subgroups; }
    ShProjectVariant variant(const Shape& shape, PnFormat format, const ProjectSettings& settings) const;
    Shape testShape(const Shape& shape, std::uint32_t bands) const; // a small one that takes the same kernels
    VkPipeline project(const ShProjectVariant& variant);
    VkPipeline combine();
    VkPipeline finalize(const ShFinalizeVariant& variant);

private:
    std::uint32_t probesPerGroup(const Shape& shape, std::uint32_t bands) const;
    std::uint32_t scratchFloats(const ShProjectVariant& variant) const;

    Device& m_device;
    PipelineLayout m_layout;
    bool m_subgroups, m_exactHalves;
    std::map<ShProjectVariant, std::unique_ptr<ComputePipeline>> m_project;
    std::unique_ptr<ComputePipeline> m_combine;
    std::map<ShFinalizeVariant, std::unique_ptr<ComputePipeline>> m_finalize;
};

} // namespace pn::vulkan

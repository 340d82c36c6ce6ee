#include "vulkan/passes/sh_project_kernels.h"

#include "core/self_test.h"
#include "vulkan/passes/chunks.h"

#include "shared/sh_finalize.h"
#include "shared/sh_project.h"
#include "shared/texel.h"

#include <bit>

namespace pn::vulkan {
namespace {

constexpr std::uint32_t kFinalizeLanes = 256; // where the device has as many: half as many loads for each

std::uint32_t mostLanes(const Device& device)
{
    const VkPhysicalDeviceLimits& limits = device.limits();
    return std::min(limits.maxComputeWorkGroupInvocations, limits.maxComputeWorkGroupSize[0]);
}

} // namespace

std::uint32_t texelKind(PnFormat format)
{
    switch (format)
    {
    case PN_FORMAT_RGBA32F: return shared::kTexelRgba32f;
    case PN_FORMAT_RGB32F: return shared::kTexelRgb32f;
    case PN_FORMAT_RGBA16F: return shared::kTexelRgba16f;
    case PN_FORMAT_RGB9E5: return shared::kTexelRgb9e5;
    case PN_FORMAT_R11G11B10F: return shared::kTexelR11g11b10f;
    default: return shared::kTexelRgba8;
    }
}

const char* kernelSuffix(std::uint32_t texelKind)
{
    switch (texelKind)
    {
    case shared::kTexelRgba32f: return "rgba32f";
    case shared::kTexelRgb32f: return "rgb32f";
    case shared::kTexelRgba16f: return "rgba16f";
    case shared::kTexelRgb9e5: return "rgb9e5";
    case shared::kTexelR11g11b10f: return "r11g11b10f";
    default: return "rgba8";
    }
}

std::uint32_t finishFloats(std::uint32_t probesPerGroup, std::uint32_t bands)
{
    if (probesPerGroup == 0)
        return 0;
    return probesPerGroup * shared::kCubeFaces * 3 * momentCount(bands) + 2 * shared::kMaxFinishTerms +
           shared::kMaxFinishFirstTerms;
}

ShProjectKernels::ShProjectKernels(Device& device, bool subgroups, bool exactHalves)
    : m_device(device), m_layout(device), m_subgroups(subgroups && device.physical().hasShuffle()),
      m_exactHalves(exactHalves)
{
}

ShProjectVariant ShProjectKernels::variant(const Shape& shape, PnFormat format, const ProjectSettings& settings) const
{
    ShProjectVariant variant{.format = texelKind(format),
                             .bands = settings.bands,
                             .clamps = settings.policy.clamps(),
                             .equirect = !shape.isCubemap(),
                             .lanes = kGroupSize,
                             .probesPerGroup = probesPerGroup(shape, settings.bands)};
    if (variant.finishesInOnePass())
        variant.lanes = variant.probesPerGroup * shared::kCubeFaces * shape.lanes();
    return variant;
}

// Probes of a workgroup that finishes them, 0 where it does not: as many as it has room for. A power of
// two, so that subgroups are full.
std::uint32_t ShProjectKernels::probesPerGroup(const Shape& shape, std::uint32_t bands) const
{
    const std::uint32_t lanes = shared::kCubeFaces * shape.lanes(); // times a power of two
    if (!shape.isCubemap() || bands > kMaxWholeBands || lanes < kMinWholeLanes || lanes > kMaxWholeLanes)
        return 0;
    return std::bit_floor(std::min(kMaxWholeLanes, mostLanes(m_device)) / lanes);
}

Shape ShProjectKernels::testShape(const Shape& shape, std::uint32_t bands) const
{
    const bool finishesInOnePass = probesPerGroup(shape, bands) != 0;
    return finishesInOnePass ? Shape::cubemap(2 * shape.laneColumns() - 1) : SelfTest::smallShape(shape.isCubemap());
}

VkPipeline ShProjectKernels::project(const ShProjectVariant& variant)
{
    auto& pipeline = m_project[variant];
    if (!pipeline)
    {
        const std::array constants{SpecConstant{shared::kSpecGroupSize, variant.lanes},
                                   SpecConstant{shared::kSpecBands, variant.bands},
                                   SpecConstant{shared::kSpecClamps, variant.clamps},
                                   SpecConstant{shared::kSpecExactHalves, m_exactHalves},
                                   SpecConstant{shared::kSpecScratchFloats, scratchFloats(variant)},
                                   SpecConstant{shared::kSpecEquirect, variant.equirect},
                                   SpecConstant{shared::kSpecProbes, variant.probesPerGroup}};
        const std::string name = std::string("sh_project_") + kernelSuffix(variant.format);
        pipeline = std::make_unique<ComputePipeline>(m_device, m_layout,
                                                     kernel(m_subgroups ? name + "_subgroup" : name), constants);
    }
    return pipeline->handle();
}

// Room for all moments of what the subgroups leave, but at least for one moment of every lane: what is needed where
// subgroups are not full. Fixing it at the most a device has would halve the speed of small workgroups.
std::uint32_t ShProjectKernels::scratchFloats(const ShProjectVariant& variant) const
{
    const std::uint32_t values = 3 * momentCount(variant.bands);
    const std::uint32_t subgroupSize = m_subgroups ? m_device.physical().subgroup.subgroupSize : 1;
    const std::uint32_t clusters = std::max(1u, variant.lanes / subgroupSize);
    return std::clamp(values * clusters, 3 * variant.lanes,
                      shared::kMaxScratchFloats - finishFloats(variant.probesPerGroup, variant.bands));
}

VkPipeline ShProjectKernels::combine()
{
    if (!m_combine)
    {
        const std::array constants{SpecConstant{shared::kSpecGroupSize, kGroupSize}};
        m_combine = std::make_unique<ComputePipeline>(m_device, m_layout, kernel("sh_combine"), constants);
    }
    return m_combine->handle();
}

VkPipeline ShProjectKernels::finalize(const ShFinalizeVariant& variant)
{
    auto& pipeline = m_finalize[variant];
    if (!pipeline)
    {
        const std::array constants{SpecConstant{shared::kSpecGroupSize, std::min(kFinalizeLanes, mostLanes(m_device))},
                                   SpecConstant{shared::kSpecBands, variant.bands},
                                   SpecConstant{shared::kSpecPartials, variant.partials},
                                   SpecConstant{shared::kSpecFaces, variant.faces}};
        pipeline = std::make_unique<ComputePipeline>(m_device, m_layout, kernel("sh_finalize"), constants);
    }
    return pipeline->handle();
}

} // namespace pn::vulkan

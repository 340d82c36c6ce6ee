// What a probe of a plan is, and what it takes.
#include "vulkan/job/plan.h"

namespace pn::vulkan {

std::uint64_t PlanProbe::texelsOf(std::uint32_t mips) const
{
    std::uint64_t texels = 0;
    for (std::uint32_t mip = 0; mip < mips; ++mip)
        texels += mipShape(mip).texelCount();
    return texels;
}

std::uint64_t PlanProbe::inputBytes() const
{
    return texelsOf(givenMips()) * formatBytes(format);
}

std::uint64_t PlanProbe::resultBytes() const
{
    return isNormalized ? texelsOf(mipCount) * formatBytes(normalizedFormat(format)) : 0;
}

bool canMakeMips(const PlanProbe& probe, std::uint64_t stepBytes)
{
    if (probe.madeMips == 0)
        return true;
    const Shape source = probe.mipShape(probe.givenMips() - 1);
    const std::uint64_t texelBytes = std::max(formatBytes(probe.format), formatBytes(normalizedFormat(probe.format)));
    const std::uint64_t faceTexels = std::uint64_t{2} * source.rows() * source.width; // as normalizeChunks() counts
    return Geometry::isKeptWhole(source) && faceTexels * texelBytes <= stepBytes;
}

PlanProbe makePlanProbe(const ProbeTask& task)
{
    return {.shape = task.mips.front().shape,
            .format = task.mips.front().format,
            .mipCount = std::uint32_t(task.mips.size()),
            .madeMips = std::uint32_t(task.madeMips),
            .isNormalized = task.isNormalized(),
            .isLightGiven = task.light != nullptr,
            .lobes = task.lobes.data(),
            .lobeCount = std::uint32_t(task.lobes.size())};
}

} // namespace pn::vulkan

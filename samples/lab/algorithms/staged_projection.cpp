#include "lab/algorithms/staged_projection.h"

#include "lab/shaders/lab_contributions.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace pn::lab {
namespace {

using namespace pn::vulkan;

constexpr std::uint32_t kVectors = 3 * shared::kLabCoefficients; // of one probe
constexpr std::uint32_t kMaxGridSide = 65535;
constexpr std::uint64_t kMaxGpuBytes = 2ull << 30, kMaxSoftwareBytes = 128ull << 20;

std::uint32_t texelCount(std::uint32_t faceSize)
{
    return 6 * faceSize * faceSize;
}

std::uint32_t vectorStride(std::uint32_t faceSize)
{
    return (texelCount(faceSize) + 3) / 4 * 4;
}

std::uint32_t quarterSide(std::uint32_t faceSize)
{
    return (faceSize + 1) / 2;
}

// Solid angle of the cube's face from its centre to (u, v).
double cornerAngle(double u, double v)
{
    return std::atan2(u * v, std::sqrt(u * u + v * v + 1.0));
}

void fillSolidAngles(const Buffer& buffer, std::uint32_t faceSize)
{
    auto* out = reinterpret_cast<float*>(buffer.mapped());
    const double step = 2.0 / faceSize;
    for (std::uint32_t y = 0; y < quarterSide(faceSize); ++y)
        for (std::uint32_t x = 0; x < quarterSide(faceSize); ++x)
        {
            const double u = x * step - 1.0, v = y * step - 1.0;
            *out++ = float(cornerAngle(u, v) - cornerAngle(u + step, v) - cornerAngle(u, v + step) +
                           cornerAngle(u + step, v + step));
        }
}

std::array<SpecConstant, 2> constants(PnFormat format)
{
    return {SpecConstant{shared::kLabSpecContributionsGroupSize, StagedProjection::kGroupSize},
            SpecConstant{shared::kLabSpecTexelWords, format == PN_FORMAT_RGBA16F ? 2u : 4u}};
}

} // namespace

StagedProjection::StagedProjection(LabDevice& lab, const Rung& rung, PnFormat format, std::uint32_t faceSize,
                                   std::uint32_t probeCount)
    : m_device(lab.device()), m_layout(lab.layout().handle()), m_faceSize(faceSize), m_probeCount(probeCount),
      m_pipeline(m_device, lab.layout(), labKernel("sh_contributions"), constants(format)),
      m_solidAngles(m_device, 4ull * quarterSide(faceSize) * quarterSide(faceSize), MemoryKind::Shared),
      m_contributions(m_device, stagedBytes(faceSize) * probeCount, MemoryKind::Device),
      m_sets(m_device, lab.layout(), 1),
      m_reduction(lab, rung, Operator::SumFloat, kGroupSize,
                  {texelCount(faceSize), kVectors * probeCount, vectorStride(faceSize)})
{
    fillSolidAngles(m_solidAngles, faceSize);
    m_solidAngles.flush();
    m_reduction.bind({m_contributions.handle(), 0, VK_WHOLE_SIZE});
}

std::uint64_t StagedProjection::stagedBytes(std::uint32_t faceSize)
{
    return 4ull * kVectors * vectorStride(faceSize);
}

std::uint32_t StagedProjection::maxProbes(const Device& device, std::uint32_t faceSize)
{
    const bool isSoftware = device.physical().properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
    const std::uint64_t most =
        std::min<std::uint64_t>(isSoftware ? kMaxSoftwareBytes : kMaxGpuBytes, device.limits().maxStorageBufferRange);
    return std::uint32_t(std::min<std::uint64_t>(most / stagedBytes(faceSize), kMaxGridSide / kVectors));
}

void StagedProjection::bind(const BufferRange& texels)
{
    const std::array<BufferRange, 3> buffers{texels, BufferRange{m_solidAngles.handle(), 0, VK_WHOLE_SIZE},
                                             BufferRange{m_contributions.handle(), 0, VK_WHOLE_SIZE}};
    m_bound = m_sets.update(0, buffers);
}

void StagedProjection::recordProject(VkCommandBuffer commands)
{
    const auto& fn = m_device.fn();
    const shared::LabContributionsParams params{m_faceSize, vectorStride(m_faceSize)};
    barrier(m_device, commands, kKernelRead, kKernelWrite);
    fn.vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, m_pipeline.handle());
    fn.vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, m_layout, 0, 1, &m_bound, 0, nullptr);
    fn.vkCmdPushConstants(commands, m_layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(params), &params);
    const std::uint32_t groups = (texelCount(m_faceSize) - 1) / kGroupSize + 1;
    const std::uint32_t x = std::min(groups, kMaxGridSide);
    fn.vkCmdDispatch(commands, x, (groups + x - 1) / x, m_probeCount);
    barrier(m_device, commands, kKernelReadWrite, kKernelReadWrite);
    m_reduction.recordReduce(commands, texelCount(m_faceSize));
}

std::vector<PnSh> StagedProjection::results()
{
    const std::vector<std::uint64_t> sums = m_reduction.results();
    std::vector<PnSh> shs(m_probeCount);
    for (std::size_t i = 0; i < sums.size(); ++i)
    {
        const std::size_t vector = i % kVectors;
        shs[i / kVectors].rgb[vector / 3][vector % 3] = std::bit_cast<float>(std::uint32_t(sums[i]));
    }
    for (PnSh& sh : shs)
        sh.bands = 3;
    return shs;
}

} // namespace pn::lab

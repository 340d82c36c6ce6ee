#include "vulkan/job/step_buffers.h"

namespace pn::vulkan {
namespace {

using HostAccess = StepBuffers::HostAccess;

std::unique_ptr<Buffer> makeBuffer(Device& device, std::uint64_t bytes, MemoryKind kind)
{
    return std::make_unique<Buffer>(device, std::max<std::uint64_t>(bytes, 4),
                                    kind); // a buffer must not be empty, because it is bound
}

// The kind of memory for texels and results. On devices that share the host's memory, the host accesses it directly.
MemoryKind deviceKind(const Device& device, HostAccess access)
{
    return access != HostAccess::None && device.sharesHostMemory() ? MemoryKind::Shared : MemoryKind::Device;
}

} // namespace

void StepSizes::include(const StepSizes& other)
{
    texelBytes = std::max(texelBytes, other.texelBytes);
    madeBytes = std::max(madeBytes, other.madeBytes);
    resultBytes = std::max(resultBytes, other.resultBytes);
    reportBytes = std::max(reportBytes, other.reportBytes);
    setCount = std::max(setCount, other.setCount);
}

bool StepSizes::holds(const StepSizes& other) const
{
    return texelBytes >= other.texelBytes && madeBytes >= other.madeBytes && resultBytes >= other.resultBytes &&
           reportBytes >= other.reportBytes && setCount >= other.setCount;
}

StepBuffers::StepBuffers(Device& device, const PipelineLayout& layout, const StepSizes& sizes, HostAccess access)
    : m_sizes(sizes), m_isStaged(access != HostAccess::None && !device.sharesHostMemory()),
      m_texels(makeBuffer(device, sizes.texelBytes, deviceKind(device, access))),
      m_results(makeBuffer(device, sizes.resultBytes, deviceKind(device, access))),
      m_report(device, std::max<std::uint64_t>(sizes.reportBytes, 4), MemoryKind::Readback),
      m_sets(device, layout, std::max(1u, sizes.setCount))
{
    if (sizes.madeBytes != 0)
        m_made = makeBuffer(device, sizes.madeBytes, MemoryKind::Device);
    if (!m_isStaged)
        return;
    if (access == HostAccess::Staged)
        m_upload = makeBuffer(device, sizes.texelBytes, MemoryKind::Upload);
    if (sizes.resultBytes != 0)
        m_readback = makeBuffer(device, sizes.resultBytes, MemoryKind::Readback);
}

} // namespace pn::vulkan

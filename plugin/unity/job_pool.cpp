#include "unity/job_pool.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>

namespace pn::unity {
namespace {

constexpr std::uint64_t kIdleFrames = 60;      // about a second
constexpr std::uint64_t kIdleBytes = 64 << 20; // six faces of 1024 x 1024 half texels, and what belongs to them

// Jobs are equal if their bits are equal. Values that are equal but have other bits, such as the two zeros, only cost
// one more job.
template <typename Struct>
auto bits(const Struct& value)
{
    return std::bit_cast<std::array<std::byte, sizeof(Struct)>>(value);
}

} // namespace

bool JobKind::operator==(const JobKind& other) const
{
    return faceSize == other.faceSize && format == other.format && usage == other.usage && mipCount == other.mipCount &&
           bits(options) == bits(other.options) && bits(normalization) == bits(other.normalization);
}

VulkanJob JobPool::take(const JobKind& kind)
{
    const auto found =
        std::find_if(m_idle.rbegin(), m_idle.rend(), [&](const Idle& idle) { return idle.kind == kind; });
    if (found == m_idle.rend())
        return nullptr;
    VulkanJob job = std::move(found->job);
    m_bytes -= found->bytes;
    m_idle.erase(std::next(found).base());
    return job;
}

void JobPool::give(const JobKind& kind, VulkanJob job, std::uint64_t frame)
{
    PnVulkanJobInfo info{};
    info.structSize = sizeof(info);
    if (pnGetVulkanJobInfo(job.get(), &info) != PN_SUCCESS || info.scratchBytes > kIdleBytes)
        return;
    m_bytes += info.scratchBytes;
    m_idle.push_back({kind, std::move(job), info.scratchBytes, frame});
    trim(frame);
}

void JobPool::trim(std::uint64_t frame)
{
    while (!m_idle.empty() && (m_bytes > kIdleBytes || frame > m_idle.front().since + kIdleFrames))
    {
        m_bytes -= m_idle.front().bytes;
        m_idle.erase(m_idle.begin());
    }
}

} // namespace pn::unity

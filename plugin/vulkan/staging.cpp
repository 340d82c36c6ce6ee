#include "vulkan/staging.h"

#include "vulkan/row_runs.h"

namespace pn::vulkan {
namespace {

constexpr std::size_t kThreadBytes = 4u << 20; // what takes as long to copy as a thread to start, some times over

} // namespace

void copyTexels(std::span<const ProbeView> probes, const Chunk& chunk, WorkerTeam& team, std::byte* to)
{
    const Shape& shape = probes.front().shape;
    const std::size_t rowBytes = std::size_t{shape.width} * formatBytes(probes.front().format);
    const auto runs = rowRuns(shape, rowBytes, chunk);
    const auto copy = [&](std::uint32_t, std::size_t i) {
        const ProbeView& probe = probes[runs[i].item / shape.faceCount];
        const std::byte* from = probe.faces[runs[i].item % shape.faceCount] + runs[i].row * probe.rowPitch;
        copyRows({from, probe.rowPitch}, {to + runs[i].at, rowBytes}, rowBytes, runs[i].rows);
    };
    team.run(runs.size(), copy, {}, std::uint32_t(std::max<std::uint64_t>(1, chunk.bytes / kThreadBytes)));
}

} // namespace pn::vulkan

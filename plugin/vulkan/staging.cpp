#include "vulkan/staging.h"

#include <cstring>

namespace pn::vulkan {
namespace {

constexpr std::size_t kCopyTaskBytes = 256u << 10; // enough tasks in a chunk for all threads

// Some rows that lie one after the other in a chunk.
struct RowRun
{
    const std::byte* from;
    std::size_t fromPitch;
    std::size_t to;
    std::uint32_t rows;
};

std::vector<RowRun> rowRuns(std::span<const ProbeView> probes, const Chunk& chunk)
{
    const Shape& shape = probes.front().shape;
    const std::size_t rowBytes = std::size_t{shape.width} * formatBytes(probes.front().format);
    const auto rowsPerRun = std::uint32_t(std::clamp<std::size_t>(kCopyTaskBytes / rowBytes, 1, shape.height));
    std::vector<RowRun> runs;
    std::size_t to = 0;
    const auto addRows = [&](const ProbeView& probe, std::uint32_t face, std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t row = begin; row < end; row += rowsPerRun)
        {
            const std::uint32_t rows = std::min(rowsPerRun, end - row);
            runs.push_back({probe.faces[face] + row * probe.rowPitch, probe.rowPitch, to, rows});
            to += rows * rowBytes;
        }
    };
    for (std::uint32_t item = chunk.firstItem; item < chunk.firstItem + chunk.itemCount; ++item)
    {
        const ProbeView& probe = probes[item / shape.faceCount];
        const std::uint32_t face = item % shape.faceCount;
        if (!chunk.isPart)
        {
            addRows(probe, face, 0, shape.height);
            continue;
        }
        addRows(probe, face, shape.top(chunk.rowEnd - 1), shape.top(chunk.rowBegin) + 1);
        addRows(probe, face, shape.bottom(chunk.rowBegin), shape.bottom(chunk.rowEnd - 1) + 1);
    }
    return runs;
}

void copyRows(const RowRun& run, std::size_t rowBytes, std::byte* to)
{
    if (run.fromPitch == rowBytes)
    {
        std::memcpy(to + run.to, run.from, run.rows * rowBytes);
        return;
    }
    for (std::uint32_t row = 0; row < run.rows; ++row)
        std::memcpy(to + run.to + row * rowBytes, run.from + row * run.fromPitch, rowBytes);
}

} // namespace

void copyTexels(std::span<const ProbeView> probes, const Chunk& chunk, WorkerTeam& team, std::byte* to)
{
    const std::size_t rowBytes = std::size_t{probes.front().shape.width} * formatBytes(probes.front().format);
    const auto runs = rowRuns(probes, chunk);
    team.run(runs.size(), [&](std::uint32_t, std::size_t i) { copyRows(runs[i], rowBytes, to); });
}

} // namespace pn::vulkan

#include "core/cpu/normalize_wave.h"

namespace pn {
namespace {

constexpr std::uint64_t kStreamBytes = 16u << 20; // results that no cache keeps until they are read
constexpr std::uint64_t kTaskTexels = 32u << 10;  // of all faces: costs many times more than to hand it to a thread

std::uint32_t rowsPerTask(const Shape& shape)
{
    const std::uint64_t texels = std::uint64_t{2} * shape.width * shape.faceCount; // of a row and its mirror image
    return std::uint32_t(std::clamp<std::uint64_t>(kTaskTexels / texels, 1, shape.rows()));
}

} // namespace

NormalizeWave::NormalizeWave(const SimdTarget& target, GeometryCache& geometries, std::span<const ProbeTask> probes,
                             const TexelPolicy& policy, std::span<NormalizeResult> results)
    : m_target(target), m_probes(probes), m_policy(policy), m_results(results), m_denominators(probes.size())
{
    for (std::uint32_t i = 0; i < probes.size(); ++i)
        addRows(i, geometries);
    std::uint64_t bytes = 0;
    for (const ProbeTask& probe : probes)
        for (std::size_t mip = 0; mip < probe.mips.size(); ++mip)
            bytes += probe.mips[mip].shape.texelCount() * formatBytes(probe.targets[mip].format);
    m_streams = bytes >= kStreamBytes;
}

void NormalizeWave::addRows(std::uint32_t probe, GeometryCache& geometries)
{
    const std::span<const ProbeView> mips = m_probes[probe].mips;
    for (std::uint32_t mip = 0; mip < mips.size(); ++mip)
    {
        const Shape& shape = mips[mip].shape;
        const auto geometry = Geometry::isKeptWhole(shape) ? geometries.get(shape) : nullptr;
        const std::uint32_t step = rowsPerTask(shape);
        for (std::uint32_t row = 0; row < shape.rows(); row += step)
            m_rows.push_back({probe, mip, row, std::min(shape.rows(), row + step), geometry});
    }
}

bool NormalizeWave::run(WorkerTeam& team, std::uint32_t maxThreads, const Monitor& monitor)
{
    const auto shouldStop = [&] { return monitor.cancelled(); };
    std::vector<std::vector<float>> scratch(maxThreads);
    return team.run(
               m_probes.size(), [&](std::uint32_t, std::size_t i) { makeDenominators(i); }, shouldStop, maxThreads) &&
           team.run(
               m_rows.size(), [&](std::uint32_t worker, std::size_t i) { normalizeTask(m_rows[i], scratch[worker]); },
               shouldStop, maxThreads);
}

void NormalizeWave::makeDenominators(std::size_t probe)
{
    const std::span<const float> light(&m_results[probe].projection.sh.rgb[0][0], 27);
    for (const shared::DenominatorParams& params : m_probes[probe].lobes)
    {
        m_denominators[probe].push_back(makeDenominator(params, light));
        m_results[probe].deringSteps.push_back(m_denominators[probe].back().step);
    }
}

void NormalizeWave::normalizeTask(const RowsTask& task, std::vector<float>& scratch)
{
    const ProbeTask& probe = m_probes[task.probe];
    const ProbeView& view = probe.mips[task.mip];
    const auto own = task.geometry ? nullptr : std::make_unique<const Geometry>(view.shape, task.rowBegin, task.rowEnd);
    const Geometry& geometry = task.geometry ? *task.geometry : *own;
    for (std::uint32_t face = 0; face < view.shape.faceCount; ++face)
        m_target.normalizeRows({geometry, m_denominators[task.probe][probe.lobeOf(task.mip)], face, view.face(face),
                                probe.targets[task.mip].face(face), m_policy, probe.isRgb(), task.rowBegin, task.rowEnd,
                                scratch, m_streams && probe.targets[task.mip].faces[face] != view.faces[face]});
}

} // namespace pn

#include "core/cpu/normalize_wave.h"

namespace pn {
namespace {

constexpr std::uint64_t kStreamBytes = 16u << 20; // results that no cache keeps until they are read
constexpr std::uint32_t kMaxKeptWeights = 4096;   // size of the mip before: 16 MiB of weights
constexpr std::uint32_t kRowsOfWeights = 16;      // at a time, of larger ones
constexpr std::uint64_t kTaskTexels = 32u << 10;  // of all faces: costs many times more than to hand it to a thread

std::uint32_t rowsPerTask(const Shape& shape)
{
    const std::uint64_t texels = std::uint64_t{2} * shape.width * shape.faceCount; // of a row and its mirror image
    return std::uint32_t(std::clamp<std::uint64_t>(kTaskTexels / texels, 1, shape.rows()));
}

} // namespace

NormalizeWave::NormalizeWave(const SimdTarget& target, NormalizeCaches& caches, std::span<const ProbeTask> probes,
                             const TexelPolicy& policy, std::span<NormalizeResult> results)
    : m_target(target), m_probes(probes), m_policy(policy), m_results(results), m_denominators(probes.size()),
      m_made(probes.size())
{
    std::uint64_t bytes = 0;
    for (std::uint32_t i = 0; i < probes.size(); ++i)
    {
        m_views.emplace_back(probes[i].mips.begin(), probes[i].mips.end());
        addChain(i, caches);
        addRows(i, caches);
        for (std::size_t mip = 0; mip < probes[i].mips.size(); ++mip)
            bytes += probes[i].mips[mip].shape.texelCount() * formatBytes(probes[i].targets[mip].format);
    }
    m_isLarge = bytes >= kStreamBytes;
}

void NormalizeWave::addChain(std::uint32_t probe, NormalizeCaches& caches)
{
    const ProbeTask& task = m_probes[probe];
    if (task.madeMips == 0)
        return;
    std::vector<ProbeView>& views = m_views[probe];
    const std::size_t first = views.size() - task.madeMips;
    std::size_t floats = 0;
    for (std::size_t mip = first; mip < views.size(); ++mip)
        floats += 4 * views[mip].shape.texelCount();
    m_made[probe] = std::make_unique_for_overwrite<float[]>(floats); // the threads touch it first
    auto* at = reinterpret_cast<std::byte*>(m_made[probe].get());
    for (std::size_t mip = first; mip < views.size(); ++mip)
    {
        const Shape& shape = views[mip].shape;
        views[mip].format = PN_FORMAT_RGBA32F;
        views[mip].rowPitch = std::size_t{shape.width} * formatBytes(PN_FORMAT_RGBA32F);
        for (const std::byte*& face : views[mip].faces)
        {
            face = at;
            at += views[mip].rowPitch * shape.height;
        }
        const std::uint32_t sourceSize = views[mip - 1].shape.width;
        if (sourceSize <= kMaxKeptWeights)
            m_weights.try_emplace(sourceSize, caches.weights.get(sourceSize));
    }
    for (std::uint32_t face = 0; face < views.front().shape.faceCount; ++face)
        m_chains.push_back({probe, face});
}

void NormalizeWave::addRows(std::uint32_t probe, NormalizeCaches& caches)
{
    const std::span<const ProbeView> mips = m_probes[probe].mips;
    for (std::uint32_t mip = 0; mip < mips.size(); ++mip)
    {
        const Shape& shape = mips[mip].shape;
        const auto geometry = Geometry::isKeptWhole(shape) ? caches.geometries.get(shape) : nullptr;
        const std::uint32_t step = rowsPerTask(shape);
        for (std::uint32_t row = 0; row < shape.rows(); row += step)
            m_rows.push_back({probe, mip, row, std::min(shape.rows(), row + step), geometry});
    }
}

bool NormalizeWave::run(WorkerTeam& team, std::uint32_t maxThreads, const Monitor& monitor)
{
    std::vector<std::vector<float>> scratch(maxThreads);
    const auto loop = [&](std::size_t count, const WorkerTeam::Task& task) {
        return team.run(
            count, task, [&] { return monitor.cancelled(); }, maxThreads);
    };
    return loop(m_probes.size(), [&](std::uint32_t, std::size_t i) { makeDenominators(i); }) &&
           loop(m_chains.size(),
                [&](std::uint32_t worker, std::size_t i) { makeChain(m_chains[i], scratch[worker]); }) &&
           loop(m_rows.size(), [&](std::uint32_t worker, std::size_t i) { normalizeTask(m_rows[i], scratch[worker]); });
}

void NormalizeWave::makeChain(const ChainTask& task, std::vector<float>& scratch)
{
    std::vector<ProbeView>& views = m_views[task.probe];
    for (std::size_t mip = views.size() - m_probes[task.probe].madeMips; mip < views.size(); ++mip)
    {
        const std::uint32_t sourceSize = views[mip - 1].shape.width, rows = views[mip].shape.rows();
        const std::byte* face = views[mip].faces[task.face];
        float* const made = m_made[task.probe].get();
        float* const target = made + (face - reinterpret_cast<const std::byte*>(made)) / sizeof(float);
        const auto make = [&](const MipWeights& weights) {
            m_target.makeMip({weights, views[mip - 1].face(task.face), m_policy, target, scratch});
        };
        if (const auto kept = m_weights.find(sourceSize); kept != m_weights.end())
        {
            make(*kept->second);
            continue;
        }
        for (std::uint32_t row = 0; row < rows; row += kRowsOfWeights)
            make(MipWeights(sourceSize, row, std::min(rows, row + kRowsOfWeights)));
    }
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
    const ProbeView& view = m_views[task.probe][task.mip];
    const auto own = task.geometry ? nullptr : std::make_unique<const Geometry>(view.shape, task.rowBegin, task.rowEnd);
    const Geometry& geometry = task.geometry ? *task.geometry : *own;
    for (std::uint32_t face = 0; face < view.shape.faceCount; ++face)
        m_target.normalizeRows({geometry, m_denominators[task.probe][probe.lobeOf(task.mip)], face, view.face(face),
                                probe.targets[task.mip].face(face), m_policy, probe.isRgb(), task.rowBegin, task.rowEnd,
                                scratch, m_isLarge && probe.targets[task.mip].faces[face] != view.faces[face]});
}

} // namespace pn

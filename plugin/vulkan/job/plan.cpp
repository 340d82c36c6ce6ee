#include "vulkan/job/plan.h"

#include "core/error.h"

namespace pn::vulkan {
namespace {

constexpr std::size_t kMaxChunks = 64; // per step, because each chunk needs descriptor sets

std::uint64_t resultBytesOf(const StepChunk& chunk)
{
    return chunk.isNormalized ? chunk.chunk.texels(chunk.shape) * formatBytes(chunk.targetFormat) : 0;
}

StepChunk chunkOf(const PlanProbe& probe, std::uint32_t mip, const Chunk& chunk)
{
    return {.mip = mip,
            .shape = probe.mipShape(mip),
            .format = probe.format,
            .targetFormat = normalizedFormat(probe.format),
            .chunk = chunk};
}

// Packs probes into steps in their order, so that results also come in that order.
class Packer
{
public:
    Packer(std::span<const PlanProbe> probes, const PlanLimits& limits) : m_probes(probes), m_limits(limits)
    {
        m_limits.stepBytes = std::min<std::uint64_t>(limits.stepBytes, limits.device.maxStorageBufferRange);
    }

    std::vector<Step> pack()
    {
        for (std::uint32_t i = 0; i < m_probes.size(); ++i)
        {
            requireFit(m_probes[i]);
            if (costs(m_probes[i]) > m_limits.stepBytes || !Geometry::isKeptWhole(m_probes[i].shape))
                addLarge(i);
            else
                addSmall(i);
        }
        closeStep(std::uint32_t(m_probes.size()));
        return std::move(m_steps);
    }

private:
    void requireFit(const PlanProbe& probe) const
    {
        if (!canMakeMips(probe, m_limits.stepBytes))
            throw Error(PN_ERROR_UNSUPPORTED, "the faces whose mips are to be made are larger than a step");
        if (probe.isProjected() && !fits(m_limits.device, probe.shape, probe.format))
            throw Error(PN_ERROR_UNSUPPORTED, "the map's texels come in parts of " +
                                                  std::to_string(leastChunkBytes(probe.shape, probe.format)) +
                                                  " bytes, and a buffer of the device holds " +
                                                  std::to_string(m_limits.device.maxStorageBufferRange));
    }

    // The bytes that a whole probe takes of a step, for input or for output, whichever is more.
    static std::uint64_t costs(const PlanProbe& probe) { return std::max(probe.inputBytes(), probe.resultBytes()); }

    // Adds the probe to the group of equal probes in the current step. Opens a new step if the current one is full.
    void addSmall(std::uint32_t index)
    {
        const PlanProbe& probe = m_probes[index];
        auto found = std::find_if(m_step.groups.begin(), m_step.groups.end(),
                                  [&](const StepGroup& group) { return group.kind == probe; });
        const bool isNew = found == m_step.groups.end();
        const bool isFull = m_cost + costs(probe) > m_limits.stepBytes ||
                            (isNew && m_chunkCount + probe.mipCount > kMaxChunks) ||
                            (!isNew && found->probeCount() == mostProbes(probe));
        if (isFull)
            closeStep(index);
        if (isNew || isFull)
        {
            m_step.groups.push_back({.kind = probe, .probes = {}});
            found = m_step.groups.end() - 1;
            m_chunkCount += probe.mipCount;
        }
        found->probes.push_back(index);
        m_cost += costs(probe);
    }

    std::uint32_t mostProbes(const PlanProbe& probe) const
    {
        const std::uint32_t most = maxProbes(m_limits.device, probe.shape, m_limits.bands);
        return probe.isNormalized ? std::min(most, maxNormalizedProbes(probe.shape)) : most;
    }

    // Splits a large probe over several steps: first its projection, if it does not fit into one step, then all mips.
    void addLarge(std::uint32_t index)
    {
        closeStep(index);
        const PlanProbe& probe = m_probes[index];
        std::vector<StepChunk> chunks = projected(probe, 1);
        const bool isOneChunk = chunks.size() == 1 && !chunks.front().chunk.isPartial;
        for (std::uint32_t mip = 0; probe.isNormalized && mip < probe.givenMips(); ++mip)
        {
            const auto more = normalized(probe, mip, 1);
            if (mip == 0 && isOneChunk && more.size() == 1)
                chunks.front().isNormalized = true;
            else
                chunks.insert(chunks.end(), more.begin(), more.end());
        }
        const std::size_t firstStep = m_steps.size();
        for (std::size_t i = 0; i < chunks.size(); ++i)
        {
            if (i > 0 && !hasRoom(chunks[i]))
                closeLargeStep(index);
            if (m_step.groups.empty())
                m_step.groups.push_back({.kind = probe, .probes = {index}});
            placeWithMips(chunks[i]);
        }
        closeLargeStep(index);
        markSteps(firstStep);
        m_steps.back().finishedProbes = index + 1;
    }

    void closeLargeStep(std::uint32_t index)
    {
        placeLights();
        m_step.finishedProbes = index;
        m_steps.push_back(std::move(m_step));
        m_step = {};
    }

    void markSteps(std::size_t first)
    {
        std::size_t lastProjected = first;
        for (std::size_t i = first; i < m_steps.size(); ++i)
            if (std::any_of(m_steps[i].chunks.begin(), m_steps[i].chunks.end(),
                            [](const StepChunk& chunk) { return chunk.isProjected; }))
                lastProjected = i;
        for (std::size_t i = first; i < m_steps.size(); ++i)
        {
            StepGroup& group = m_steps[i].groups.front();
            group.isFirst = i == first;
            group.isLast = i + 1 == m_steps.size();
            group.endsProjection = i == lastProjected;
        }
    }

    bool hasRoom(const StepChunk& chunk) const
    {
        return m_step.chunks.size() < kMaxChunks &&
               m_step.texelBytes + chunk.chunk.texels(chunk.shape) * formatBytes(chunk.format) <= m_limits.stepBytes &&
               m_step.resultBytes + resultBytesOf(chunk) <= m_limits.stepBytes;
    }

    // The chunks that project the first mip; none if the light is given.
    std::vector<StepChunk> projected(const PlanProbe& probe, std::uint32_t count) const
    {
        std::vector<StepChunk> chunks;
        if (!probe.isProjected())
            return chunks;
        for (const Chunk& chunk : projectChunks(probe.shape, probe.format, count,
                                                m_limits.finishesInOnePass(probe.shape), m_limits.stepBytes))
        {
            chunks.push_back(chunkOf(probe, 0, chunk));
            chunks.back().isProjected = true;
        }
        return chunks;
    }

    std::vector<StepChunk> normalized(const PlanProbe& probe, std::uint32_t mip, std::uint32_t count) const
    {
        std::vector<StepChunk> chunks;
        for (const Chunk& chunk : normalizeChunks(probe.mipShape(mip), probe.format, count, m_limits.stepBytes))
        {
            chunks.push_back(chunkOf(probe, mip, chunk));
            chunks.back().isNormalized = true;
        }
        return chunks;
    }

    // The chunks of a group of whole probes: one per mip.
    void placeGroup(std::uint32_t group)
    {
        const PlanProbe& probe = m_step.groups[group].kind;
        for (std::uint32_t mip = 0; mip < probe.givenMips(); ++mip)
        {
            const Shape shape = probe.mipShape(mip);
            StepChunk chunk = chunkOf(probe, mip,
                                      {.faceCount = shape.faceCount * m_step.groups[group].probeCount(),
                                       .segmentCount = shape.segments(),
                                       .rowEnd = shape.rows()});
            chunk.group = group;
            chunk.isProjected = mip == 0 && probe.isProjected();
            chunk.isNormalized = probe.isNormalized;
            placeWithMips(chunk);
        }
    }

    // A chunk of the last given mip brings the mips that are made of it, which add a third to it at most. They need no
    // room among the texels that travel.
    void placeWithMips(StepChunk chunk)
    {
        place(chunk);
        const PlanProbe& probe = m_step.groups[chunk.group].kind;
        if (!chunk.isNormalized || chunk.mip + 1 != probe.givenMips())
            return;
        chunk.isProjected = false;
        chunk.isMade = true;
        chunk.format = kMadeFormat;
        while (++chunk.mip < probe.mipCount)
        {
            chunk.shape = probe.mipShape(chunk.mip);
            chunk.chunk.segmentCount = chunk.shape.segments();
            chunk.chunk.rowEnd = chunk.shape.rows();
            place(chunk);
        }
    }

    void place(StepChunk chunk)
    {
        std::uint64_t& texelBytes = chunk.isMade ? m_step.madeBytes : m_step.texelBytes;
        chunk.texels = texelBytes;
        chunk.texelBytes = chunk.chunk.texels(chunk.shape) * formatBytes(chunk.format);
        chunk.results = m_step.resultBytes;
        chunk.resultBytes = resultBytesOf(chunk);
        texelBytes += aligned(chunk.texelBytes);
        m_step.resultBytes += aligned(chunk.resultBytes);
        m_step.inputBytes += chunk.isMade ? 0 : chunk.texelBytes;
        m_step.chunks.push_back(chunk);
    }

    void placeLights()
    {
        for (StepGroup& group : m_step.groups)
            if (group.kind.isLightGiven)
            {
                group.lights = m_step.texelBytes;
                m_step.texelBytes += aligned(std::uint64_t{4} * kLightFloats * group.probeCount());
            }
    }

    void closeStep(std::uint32_t finishedProbes)
    {
        m_cost = 0;
        m_chunkCount = 0;
        if (m_step.groups.empty())
            return;
        // Large probes go first, so that the short work of small ones fills the device while the last of them end.
        std::stable_sort(m_step.groups.begin(), m_step.groups.end(), [](const StepGroup& a, const StepGroup& b) {
            return a.kind.shape.texelsPerFace() > b.kind.shape.texelsPerFace();
        });
        for (std::uint32_t group = 0; group < m_step.groups.size(); ++group)
            placeGroup(group);
        placeLights();
        m_step.finishedProbes = finishedProbes;
        m_steps.push_back(std::move(m_step));
        m_step = {};
    }

    std::span<const PlanProbe> m_probes;
    PlanLimits m_limits;
    std::vector<Step> m_steps;
    Step m_step; // the step that is being filled
    std::uint64_t m_cost = 0;
    std::size_t m_chunkCount = 0;
};

} // namespace

std::vector<Step> makeSteps(std::span<const PlanProbe> probes, const PlanLimits& limits)
{
    return Packer(probes, limits).pack();
}

} // namespace pn::vulkan

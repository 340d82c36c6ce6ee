// Records the kernels of one step, with the barriers between them.
#pragma once

#include "vulkan/job/job.h"

namespace pn::vulkan {

// Every argument outlives it.
class StepRecorder
{
public:
    StepRecorder(const JobDevice& device, const ProjectSettings& settings, VkCommandBuffer commands,
                 const PreparedStep& prepared, StepBuffers& buffers, const RecordOptions& options)
        : m_device(device), m_settings(settings), m_commands(commands), m_prepared(prepared), m_buffers(buffers),
          m_options(options)
    {
    }

    void record();

private:
    void recordProjection();
    void recordDenominators();
    void recordMips();
    void recordMip(std::size_t index);
    void recordNormalization();
    void recordReport();

    const Step& step() const { return *m_prepared.step; }
    BufferRange texels(const StepChunk& chunk) const
    {
        return {(chunk.isMade ? m_buffers.made() : m_buffers.texels()).handle(), chunk.texels, chunk.texelBytes};
    }

    // Each chunk has two descriptor sets. The sets of the groups follow, one per group.
    std::uint32_t projectSet(std::size_t chunk) const { return m_options.firstSet + 2 * std::uint32_t(chunk); }
    std::uint32_t mipSet(std::size_t chunk) const { return projectSet(chunk); } // no chunk is made and projected
    std::uint32_t normalizeSet(std::size_t chunk) const { return projectSet(chunk) + 1; }
    std::uint32_t denominatorSet(std::size_t group) const
    {
        return projectSet(step().chunks.size()) + std::uint32_t(group);
    }

    void begin(StepPart part) const
    {
        if (m_options.beforePart)
            m_options.beforePart(part);
    }

    template <typename Pass>
    void recordTables(Pass& pass, const std::unique_ptr<Buffer>& tables) const
    {
        if (tables && !(m_options.tablesAreThere && pass.keepsAllRows()))
            pass.recordTables(m_commands, *tables);
    }

    const JobDevice& m_device;
    const ProjectSettings& m_settings;
    VkCommandBuffer m_commands;
    const PreparedStep& m_prepared;
    StepBuffers& m_buffers;
    const RecordOptions& m_options;
};

} // namespace pn::vulkan

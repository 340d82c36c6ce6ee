#pragma once

#include "vulkan/recorded_division.h"

namespace pn::vulkan {

// One cubemap's projection and, where asked, the division of its mips, recorded into a command buffer of somebody
// else's. All memory is made beforehand, and the job may be recorded again once the device is done with it.
class RecordedJob
{
public:
    RecordedJob(Device& device, ProjectKernels& projectKernels, DivideKernels& divideKernels, const RecordedPlan& plan);

    const Buffer& texels() const { return m_texels; } // where a source puts them

    // target is for jobs with denominators, else null.
    void record(VkCommandBuffer commands, TexelSource& source, TexelTarget* target);

    const Buffer& coefficients() const { return m_projection.coefficients(); } // on the device, after the recording
    bool hasRun();                                                             // the last recording, to its end
    ProbeResult readResult();

private:
    void mark(std::uint32_t value);
    void recordProjection(VkCommandBuffer commands, TexelSource& source);
    void recordMark(VkCommandBuffer commands);
    bool copiesGeometry(std::size_t chunk) const;

    Device& m_device;
    RecordedPlan m_plan;
    Projection m_projection;
    std::vector<Chunk> m_chunks;
    std::vector<std::unique_ptr<Buffer>> m_geometries; // of each chunk; null where the one before has the same
    std::vector<DividePiece> m_pieces;
    Buffer m_texels, m_mark;
    DescriptorSets m_sets;
    std::unique_ptr<RecordedDivision> m_division;
    bool m_hasTables = false; // on the device: a recording that copies them has run
};

} // namespace pn::vulkan

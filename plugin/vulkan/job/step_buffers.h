// The device memory that a step uses, and the interfaces for loading its texels and storing its normalized texels.
#pragma once

#include "vulkan/device/commands.h"
#include "vulkan/device/compute_pipeline.h"
#include "vulkan/device/memory.h"
#include "vulkan/job/plan.h"

#include <memory>

namespace pn::vulkan {

// The largest sizes that any of some steps needs.
struct StepSizes
{
    std::uint64_t texelBytes = 0, madeBytes = 0, resultBytes = 0, reportBytes = 0;
    std::uint32_t setCount = 0;

    void include(const StepSizes& other);
    bool holds(const StepSizes& other) const;
};

// Texels, made texels, results and the report of a step, and the descriptor sets of its dispatches.
class StepBuffers
{
public:
    enum class HostAccess
    {
        None,   // texels never leave the device
        Staged, // through staging memory of the step, or directly where host and device share memory
        Ringed  // the same, but texels come through an UploadRing, and results alone through memory of the step
    };

    StepBuffers(Device& device, const PipelineLayout& layout, const StepSizes& sizes, HostAccess access);

    const StepSizes& sizes() const { return m_sizes; }
    const Buffer& texels() const { return *m_texels; }
    const Buffer& made() const { return *m_made; } // only where a step makes mips
    const Buffer& results() const { return *m_results; }
    Buffer& report() { return m_report; }
    DescriptorSets& sets() { return m_sets; }

    // The buffers that the host writes texels to and reads results from. With shared memory these are the kernels' own
    // buffers.
    Buffer& upload() { return m_upload ? *m_upload : *m_texels; }
    Buffer& readback() { return m_readback ? *m_readback : *m_results; }
    bool isStaged() const { return m_isStaged; }

private:
    StepSizes m_sizes;
    bool m_isStaged;
    std::unique_ptr<Buffer> m_upload, m_texels, m_made, m_results, m_readback;
    Buffer m_report;
    DescriptorSets m_sets;
};

} // namespace pn::vulkan

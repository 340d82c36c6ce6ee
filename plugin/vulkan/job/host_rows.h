// Copies rows of texels between the host's memory and the memory of a step.
#pragma once

#include "vulkan/job/step_buffers.h"
#include "vulkan/job/texel_source.h"

#include "core/parallel.h"

namespace pn::vulkan {

// Loads texels from the caller's memory, through the upload memory of a step. On our own device with memory of its own,
// texels go through an UploadRing instead.
class HostSource final : public TexelSource
{
public:
    HostSource(Device& device, StepBuffers& buffers) : m_device(device), m_buffers(buffers) {}

    // Copies the rows of a step. probes are all probes of the job. The device must have finished the previous step
    // that used this memory.
    void write(const Step& step, std::span<const ProbeTask> probes, WorkerTeam& team);

    // Records the copy from upload memory to the memory that kernels read; nothing if both are the same.
    void recordLoad(VkCommandBuffer commands, const Step& step, const Buffer& texels) override;

private:
    Device& m_device;
    StepBuffers& m_buffers;
};

// Stores results in the caller's memory, through the readback memory of a step.
class HostTarget final : public TexelTarget
{
public:
    HostTarget(Device& device, StepBuffers& buffers) : m_device(device), m_buffers(buffers) {}

    void recordStore(VkCommandBuffer commands, const Step& step, const Buffer& results) override;

    // Call it when the device is done.
    void read(const Step& step, std::span<const ProbeTask> probes, WorkerTeam& team);

private:
    void readChunk(const StepChunk& chunk, const StepGroup& group, std::span<const ProbeTask> probes, WorkerTeam& team);

    Device& m_device;
    StepBuffers& m_buffers;
};

} // namespace pn::vulkan

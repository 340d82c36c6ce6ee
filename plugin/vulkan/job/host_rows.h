// Copies rows of texels between the host's memory and the memory of a step.
#pragma once

#include "vulkan/job/step_buffers.h"
#include "vulkan/job/texel_source.h"

#include "core/cpu/parallel.h"

namespace pn::vulkan {

// Consecutive rows of one face within a chunk.
struct RowSpan
{
    std::uint32_t face; // counted through all cubemaps of the chunk
    std::uint32_t row;
    std::uint32_t rows;
    std::size_t at; // offset in the chunk, in bytes
};

// Splits the rows of a chunk into spans, each large enough to be a task of its own.
std::vector<RowSpan> rowSpans(const Shape& shape, std::size_t rowBytes, const Chunk& chunk);

// Loads texels from the caller's memory, through the upload memory of a step.
class HostSource final : public TexelSource
{
public:
    HostSource(Device& device, StepBuffers& buffers) : m_device(device), m_buffers(buffers) {}

    // Copies the rows of a step. probes are all probes of the job. The device must have finished the previous step
    // that used this memory.
    void write(const Step& step, std::span<const ProbeTask> probes, WorkerTeam& team);

    // Records the copy from upload memory to the memory that kernels read; nothing if both are the same. Its barriers
    // are valid on the compute queue only.
    void recordLoad(VkCommandBuffer commands, const Step& step, const Buffer& texels) override;
    void recordCopy(VkCommandBuffer commands, const Step& step, const Buffer& texels); // without barriers

private:
    void writeChunk(const StepChunk& chunk, const StepGroup& group, std::span<const ProbeTask> probes,
                    WorkerTeam& team);
    void writeLights(const StepGroup& group, std::span<const ProbeTask> probes);

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

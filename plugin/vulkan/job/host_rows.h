// Texels from and to the host's memory: rows are copied to where a step's kernels read them, and from where they wrote.
#pragma once

#include "vulkan/job/step_buffers.h"
#include "vulkan/job/texel_source.h"

#include "core/cpu/parallel.h"

namespace pn::vulkan {

// Rows of one face that lie one after the other in a chunk.
struct RowSpan
{
    std::uint32_t face; // counted through all cubemaps of the chunk
    std::uint32_t row;
    std::uint32_t rows;
    std::size_t at; // byte of the chunk
};

// All rows of a chunk in spans that are worth a task.
std::vector<RowSpan> rowSpans(const Shape& shape, std::size_t rowBytes, const Chunk& chunk);

// Texels of the caller's, by way of a step's upload memory.
class HostSource final : public TexelSource
{
public:
    HostSource(Device& device, StepBuffers& buffers) : m_device(device), m_buffers(buffers) {}

    // Copies the step's rows; probes are those of the job. The device must be done with the step before.
    void write(const Step& step, std::span<const ProbeTask> probes, WorkerTeam& team);

    // To where the kernels read, unless that is the same memory. Its barriers are for the queue that computes.
    void recordLoad(VkCommandBuffer commands, const Step& step, const Buffer& texels) override;
    void recordCopy(VkCommandBuffer commands, const Step& step, const Buffer& texels); // without barriers

private:
    void writeChunk(const StepChunk& chunk, const StepGroup& group, std::span<const ProbeTask> probes,
                    WorkerTeam& team);
    void writeLights(const StepGroup& group, std::span<const ProbeTask> probes);

    Device& m_device;
    StepBuffers& m_buffers;
};

// Results to the caller's memory, by way of a step's readback memory.
class HostTarget final : public TexelTarget
{
public:
    HostTarget(Device& device, StepBuffers& buffers) : m_device(device), m_buffers(buffers) {}

    void recordStore(VkCommandBuffer commands, const Step& step, const Buffer& results) override;

    // Once the device is done.
    void read(const Step& step, std::span<const ProbeTask> probes, WorkerTeam& team);

private:
    void readChunk(const StepChunk& chunk, const StepGroup& group, std::span<const ProbeTask> probes, WorkerTeam& team);

    Device& m_device;
    StepBuffers& m_buffers;
};

} // namespace pn::vulkan

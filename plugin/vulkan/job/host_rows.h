// Copies rows of texels between the host's memory and the memory of a step.
#pragma once

#include "core/parallel.h"
#include "vulkan/job/plan.h"
#include "vulkan/job/step_buffers.h"

#include <cstddef>

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

// The probe of the job that the span belongs to.
const ProbeTask& taskOf(const RowSpan& span, const StepChunk& chunk, const StepGroup& group,
                        std::span<const ProbeTask> probes);

// Rows in memory, at a fixed distance from each other.
template <typename Byte>
struct Rows
{
    Byte* first;
    std::size_t pitch;
};

void copyRows(const Rows<const std::byte>& from, const Rows<std::byte>& to, std::size_t rowBytes, std::uint32_t rows);

// All texels and given lights of a step, split into tasks for a team of threads.
class TexelCopies
{
public:
    // Some bytes of the step, of at least one row.
    struct Task
    {
        std::uint64_t begin, end; // offsets in the step's texels
        std::size_t firstCopy, copyCount;
    };

    // probes are all probes of the job.
    TexelCopies(const Step& step, std::span<const ProbeTask> probes);

    const std::vector<Task>& tasks() const { return m_tasks; } // in the order of their bytes

    void run(const Task& task, std::byte* to) const; // to is where task.begin goes

private:
    struct Copy
    {
        Rows<const std::byte> from;
        std::size_t rowBytes;
        std::uint32_t rows;
        std::uint64_t at; // offset in the step's texels

        std::uint64_t end() const { return at + rowBytes * rows; }
    };

    void addChunk(const StepChunk& chunk, const StepGroup& group, std::span<const ProbeTask> probes);
    void addLights(const StepGroup& group, std::span<const ProbeTask> probes);
    void makeTasks();

    std::vector<Copy> m_copies;
    std::vector<Task> m_tasks;
};

inline constexpr std::uint64_t kThreadBytes = 4u << 20; // take several times as long to copy as a thread to start

// How many threads so many bytes are worth.
std::uint32_t threadsForCopy(std::uint64_t bytes, std::uint64_t bytesOfThread);

// Loads texels from the caller's memory, through the upload memory of a step. On our own device with memory of its own,
// texels go through an UploadRing instead.
class HostSource
{
public:
    HostSource(Device& device, StepBuffers& buffers) : m_device(device), m_buffers(buffers) {}

    // Copies the rows of a step. probes are all probes of the job. The device must have finished the previous step
    // that used this memory.
    void write(const Step& step, std::span<const ProbeTask> probes, WorkerTeam& team);

    // Records the copy from upload memory to the memory that kernels read; nothing if both are the same.
    void recordLoad(VkCommandBuffer commands, const Step& step, const Buffer& texels);

private:
    Device& m_device;
    StepBuffers& m_buffers;
};

// Stores results in the caller's memory, through the readback memory of a step.
class HostTarget
{
public:
    HostTarget(Device& device, StepBuffers& buffers) : m_device(device), m_buffers(buffers) {}

    void recordStore(VkCommandBuffer commands, const Step& step, const Buffer& results);

    // Call it when the device is done.
    void read(const Step& step, std::span<const ProbeTask> probes, WorkerTeam& team);

private:
    struct ChunkRows;

    void readSpan(const ChunkRows& rows, const RowSpan& span, std::span<const ProbeTask> probes) const;

    Device& m_device;
    StepBuffers& m_buffers;
};

} // namespace pn::vulkan

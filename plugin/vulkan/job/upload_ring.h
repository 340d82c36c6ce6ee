// The way of texels from the caller's memory to a device with memory of its own: through a few pieces of staging memory
// that are so small, and so soon used again, that they stay in the processor's cache.
#pragma once

#include "vulkan/device/commands.h"
#include "vulkan/device/memory.h"
#include "vulkan/job/host_rows.h"

#include "core/parallel.h"

#include <array>
#include <chrono>
#include <condition_variable>
#include <mutex>

namespace pn::vulkan {

class UploadRing
{
public:
    // A step on its way.
    class Upload;

    UploadRing(Device& device, std::chrono::milliseconds timeout);
    ~UploadRing(); // waits for the device

    // Prepares for uploads of at most so many bytes each. None may be under way.
    void begin(std::uint64_t stepBytes);

    // Begins to copy the texels of a step to the device's memory, with the team's other threads. uploaded (if there is
    // one) is signalled after the last copy. probes are all probes of the job. Several uploads may be under way; finish
    // them in the order of their beginnings. Returns null if the step has no texels of the caller.
    std::unique_ptr<Upload> start(const Step& step, std::span<const ProbeTask> probes, const Buffer& texels,
                                  VkSemaphore uploaded, WorkerTeam& team);

    // Waits for all copies and frees all memory. Call it after an error.
    void clear();

private:
    template <typename Condition>
    void waitFor(Condition&& holds);
    void wakeAll();
    void fail();

    struct Slot
    {
        Slot(Device& device, const Queue& queue, std::uint64_t bytes);

        Buffer staging;
        Commands commands; // declared last: its destructor waits for the device
    };

    static constexpr std::size_t kSlotCount = 4; // one is filled, one is copied, two wait

    Slot& slot(std::size_t piece) { return *m_slots[piece % kSlotCount]; }

    Device& m_device;
    std::chrono::milliseconds m_timeout;
    std::array<std::unique_ptr<Slot>, kSlotCount> m_slots;
    std::uint64_t m_pieceBytes = 0;
    std::size_t m_pieceCount = 0; // of all uploads since begin(); each takes the next slot

    std::array<std::atomic<std::size_t>, kSlotCount> m_submitted{}; // pieces since begin(), by slot
    std::atomic<bool> m_hasFailed = false;
    std::mutex m_mutex; // of waiting threads; whoever changes what they wait for takes it, too
    std::condition_variable m_changed;
};

// The upload's tasks are given out in their order, so pieces are filled and submitted nearly in theirs. A thread that
// needs a piece waits until the device has done with its staging memory, and the one that fills its last part submits
// it.
class UploadRing::Upload
{
public:
    Upload(UploadRing& ring, TexelCopies copies, std::size_t firstPiece, const Buffer& texels, VkSemaphore uploaded);
    ~Upload(); // an upload that was not finished ends with an error
    Upload(const Upload&) = delete;
    Upload& operator=(const Upload&) = delete;

    // Takes part until all texels are in staging memory, and their copies are submitted.
    void finish();

private:
    friend UploadRing;

    struct Piece
    {
        std::uint64_t begin = 0, end = 0; // offsets in the step's texels
        std::size_t tasks = 0;
        std::atomic<std::size_t> tasksDone = 0;
    };

    static std::vector<std::size_t> piecesOf(const TexelCopies& copies, std::uint64_t pieceBytes,
                                             std::size_t firstPiece);
    Slot& slot(std::size_t piece) { return m_ring.slot(m_first + piece); }

    void begin(WorkerTeam& team, std::uint32_t maxThreads);
    void copy(std::size_t task);
    void waitUntilOpen(std::size_t piece);
    void openNext();
    void submit(std::size_t piece);

    UploadRing& m_ring;
    TexelCopies m_copies;
    std::vector<std::size_t> m_pieceOf; // of each task
    std::vector<Piece> m_pieces;
    std::size_t m_first; // the ring's number of the first piece
    const Buffer& m_texels;
    VkSemaphore m_uploaded;
    std::atomic<std::size_t> m_openCount = 0; // pieces whose staging memory may be written
    std::atomic<bool> m_isOpening = false;    // whether a thread is about to open the next one
    std::mutex m_submitMutex;
    std::size_t m_submittedCount = 0; // the mutex guards it
    WorkerTeam::Task m_task;
    bool m_isFinished = false;
    std::optional<WorkerTeam::Loop> m_loop; // declared last: its destructor waits for threads that use the rest
};

} // namespace pn::vulkan

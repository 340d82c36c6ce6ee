#include "vulkan/job/upload_ring.h"

#include <algorithm>
#include <thread>

namespace pn::vulkan {
namespace {

// The size of a piece is an eighth of a step, so that copying and travelling overlap in small steps, too. A smaller
// piece takes longer to submit than to travel, and four larger ones leave the processor's cache (docs/decisions, 17). A
// row has at most 512 KiB.
constexpr std::uint64_t kLeastPieceBytes = 1u << 20, kMostPieceBytes = 8u << 20;

constexpr std::uint32_t kMostThreads = 10; // more threads slow each other down

constexpr std::chrono::microseconds kAwake{500}; // a fast bus carries some pieces in this time

std::uint64_t pieceBytesFor(std::uint64_t stepBytes)
{
    return std::min(stepBytes, std::clamp(stepBytes / 8, kLeastPieceBytes, kMostPieceBytes));
}

} // namespace

UploadRing::Slot::Slot(Device& device, const Queue& queue, std::uint64_t bytes)
    : staging(device, bytes, MemoryKind::Upload), commands(device, queue)
{
}

// The piece of each task. The first pieces of a call are short, so that the bus waits little for them.
std::vector<std::size_t> UploadRing::Upload::piecesOf(const TexelCopies& copies, std::uint64_t pieceBytes,
                                                      std::size_t firstPiece)
{
    const auto bytesOf = [&](std::size_t piece) {
        return std::min(pieceBytes, kLeastPieceBytes << std::min<std::size_t>(firstPiece + piece, 16));
    };
    std::vector<std::size_t> pieces;
    std::uint64_t begin = 0;
    for (const TexelCopies::Task& task : copies.tasks())
    {
        const bool isFirst = pieces.empty();
        const bool isNew = isFirst || task.end - begin > bytesOf(pieces.back());
        if (isNew)
            begin = task.begin;
        pieces.push_back(isFirst ? 0 : pieces.back() + (isNew ? 1 : 0));
    }
    return pieces;
}

UploadRing::Upload::Upload(UploadRing& ring, TexelCopies copies, std::size_t firstPiece, const Buffer& texels,
                           VkSemaphore uploaded)
    : m_ring(ring), m_copies(std::move(copies)), m_pieceOf(piecesOf(m_copies, ring.m_pieceBytes, firstPiece)),
      m_pieces(m_pieceOf.back() + 1), m_first(firstPiece), m_texels(texels), m_uploaded(uploaded),
      m_task([this](std::uint32_t, std::size_t task) { copy(task); })
{
    for (std::size_t i = 0; i < m_pieceOf.size(); ++i)
    {
        Piece& piece = m_pieces[m_pieceOf[i]];
        if (piece.tasks++ == 0)
            piece.begin = m_copies.tasks()[i].begin;
        piece.end = m_copies.tasks()[i].end;
    }
}

UploadRing::Upload::~Upload()
{
    if (!m_isFinished)
        m_ring.fail();
}

void UploadRing::Upload::begin(WorkerTeam& team, std::uint32_t maxThreads)
{
    m_loop.emplace(team, m_pieceOf.size(), m_task, maxThreads);
}

void UploadRing::Upload::finish()
{
    m_loop->join();
    m_isFinished = true;
}

void UploadRing::Upload::copy(std::size_t index)
try
{
    const std::size_t number = m_pieceOf[index];
    Piece& piece = m_pieces[number];
    const TexelCopies::Task& task = m_copies.tasks()[index];
    waitUntilOpen(number);
    if (m_ring.m_hasFailed)
        return;
    m_copies.run(task, slot(number).staging.mapped() + (task.begin - piece.begin));
    if (piece.tasksDone.fetch_add(1) + 1 == piece.tasks)
        submit(number);
}
catch (...)
{
    m_ring.fail();
    throw;
}

// Waits until the piece's staging memory is free. One of the threads that wait asks the device.
void UploadRing::Upload::waitUntilOpen(std::size_t piece)
{
    while (m_openCount <= piece && !m_ring.m_hasFailed)
    {
        if (!m_isOpening.exchange(true))
        {
            if (m_openCount <= piece)
                openNext();
            m_isOpening = false;
            m_ring.wakeAll();
        }
        m_ring.waitFor([&] { return m_openCount > piece || !m_isOpening; });
    }
}

void UploadRing::Upload::openNext()
{
    const std::size_t number = m_first + m_openCount;
    m_ring.waitFor([&] { return m_ring.m_submitted[number % kSlotCount] == number / kSlotCount; });
    if (m_ring.m_hasFailed)
        return;
    m_ring.slot(number).commands.wait(m_ring.m_timeout);
    ++m_openCount;
}

void UploadRing::Upload::submit(std::size_t number)
{
    const Piece& piece = m_pieces[number];
    Slot& slot = this->slot(number);
    slot.staging.flush();
    const VkBufferCopy copy{0, piece.begin, piece.end - piece.begin};
    m_ring.m_device.fn().vkCmdCopyBuffer(slot.commands.begin(), slot.staging.handle(), m_texels.handle(), 1, &copy);
    {
        const std::lock_guard lock(m_submitMutex);
        const bool isLast = ++m_submittedCount == m_pieces.size();
        slot.commands.submit(VK_NULL_HANDLE, isLast ? m_uploaded : VK_NULL_HANDLE);
    }
    ++m_ring.m_submitted[(m_first + number) % kSlotCount];
    m_ring.wakeAll();
}

// Waits until the condition holds, or an upload has failed. Such a wait is over before a thread could go to sleep and
// be woken, unless the bus is slow.
template <typename Condition>
void UploadRing::waitFor(Condition&& holds)
{
    const auto isOver = [&] { return holds() || m_hasFailed; };
    const auto sleepTime = std::chrono::steady_clock::now() + kAwake;
    while (!isOver())
    {
        std::this_thread::yield();
        if (std::chrono::steady_clock::now() < sleepTime)
            continue;
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, isOver);
    }
}

void UploadRing::wakeAll()
{
    {
        const std::lock_guard lock(m_mutex); // a thread that is about to sleep sees the change, or is woken
    }
    m_changed.notify_all();
}

void UploadRing::fail()
{
    m_hasFailed = true;
    wakeAll();
}

UploadRing::UploadRing(Device& device, std::chrono::milliseconds timeout) : m_device(device), m_timeout(timeout) {}

UploadRing::~UploadRing() = default;

void UploadRing::clear()
{
    for (auto& slot : m_slots)
        slot.reset();
    m_hasFailed = false;
}

void UploadRing::begin(std::uint64_t stepBytes)
{
    m_pieceBytes = pieceBytesFor(stepBytes);
    m_pieceCount = 0;
    for (auto& count : m_submitted)
        count = 0;
    for (auto& slot : m_slots)
    {
        if (!slot || slot->staging.size() >= m_pieceBytes)
            continue;
        slot->commands.wait(m_timeout);
        slot.reset();
    }
}

std::unique_ptr<UploadRing::Upload> UploadRing::start(const Step& step, std::span<const ProbeTask> probes,
                                                      const Buffer& texels, VkSemaphore uploaded, WorkerTeam& team)
{
    TexelCopies copies(step, probes);
    if (copies.tasks().empty())
        return nullptr;
    auto upload = std::make_unique<Upload>(*this, std::move(copies), m_pieceCount, texels, uploaded);
    const Queue& queue = m_device.transferQueue() ? *m_device.transferQueue() : m_device.computeQueue();
    for (std::size_t piece = 0; piece < std::min(upload->m_pieces.size(), kSlotCount); ++piece)
        if (auto& slot = m_slots[(m_pieceCount + piece) % kSlotCount]; !slot)
            slot = std::make_unique<Slot>(m_device, queue, m_pieceBytes);
    m_pieceCount += upload->m_pieces.size();
    upload->begin(team, std::min(threadsForCopy(step.texelBytes, kThreadBytes), kMostThreads));
    return upload;
}

} // namespace pn::vulkan

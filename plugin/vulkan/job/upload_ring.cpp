#include "vulkan/job/upload_ring.h"

#include <algorithm>
#include <thread>

namespace pn::vulkan {
namespace {

// Of one piece: an eighth of a step, so that copying and travelling overlap in small steps, too. A smaller piece takes
// longer to submit than to travel, and four larger ones leave the processor's cache
// (docs/decisions/0017-staging-in-the-cache.md). A row has at most 512 KiB.
constexpr std::uint64_t kLeastPieceBytes = 1u << 20, kMostPieceBytes = 8u << 20;

constexpr std::uint32_t kMostThreads = 10; // more of them get into each other's way

constexpr std::chrono::microseconds kAwake{500}; // some pieces' time on a fast bus

std::uint64_t pieceBytesFor(std::uint64_t stepBytes)
{
    return std::min(stepBytes, std::clamp(stepBytes / 8, kLeastPieceBytes, kMostPieceBytes));
}

} // namespace

UploadRing::Slot::Slot(Device& device, const Queue& queue, std::uint64_t bytes)
    : staging(device, bytes, MemoryKind::Upload), commands(device, queue)
{
}

// The first pieces of a call are short, so that the bus waits little for them.
std::vector<UploadRing::Upload::Place> UploadRing::Upload::placesOf(const TexelCopies& copies, std::uint64_t pieceBytes,
                                                                    std::size_t firstPiece)
{
    const auto bytesOf = [&](std::size_t piece) {
        return std::min(pieceBytes, kLeastPieceBytes << std::min<std::size_t>(firstPiece + piece, 16));
    };
    std::vector<Place> places;
    Place next{};
    for (const TexelCopies::Task& task : copies.tasks())
    {
        const std::uint64_t bytes = task.end - task.begin;
        if (next.offset != 0 && next.offset + bytes > bytesOf(next.piece))
            next = {next.piece + 1, 0};
        places.push_back(next);
        next.offset += bytes;
    }
    return places;
}

UploadRing::Upload::Upload(UploadRing& ring, TexelCopies copies, std::size_t firstPiece, const Buffer& texels,
                           VkSemaphore uploaded)
    : m_ring(ring), m_copies(std::move(copies)), m_places(placesOf(m_copies, ring.m_pieceBytes, firstPiece)),
      m_pieces(m_places.empty() ? 0 : m_places.back().piece + 1), m_first(firstPiece), m_texels(texels),
      m_uploaded(uploaded), m_task([this](std::uint32_t, std::size_t task) { copy(task); })
{
    for (std::size_t i = 0; i < m_places.size(); ++i)
    {
        const TexelCopies::Task& task = m_copies.tasks()[i];
        Piece& piece = m_pieces[m_places[i].piece];
        ++piece.tasks;
        if (auto& regions = piece.regions;
            !regions.empty() && task.begin == regions.back().dstOffset + regions.back().size)
            regions.back().size += task.end - task.begin;
        else
            regions.push_back({m_places[i].offset, task.begin, task.end - task.begin});
    }
}

UploadRing::Upload::~Upload()
{
    if (!m_isFinished)
        m_ring.fail();
}

void UploadRing::Upload::begin(WorkerTeam& team, std::uint32_t maxThreads)
{
    if (!m_places.empty())
        m_loop.emplace(team, m_places.size(), m_task, maxThreads);
}

void UploadRing::Upload::finish()
{
    if (m_loop)
        m_loop->join();
    m_isFinished = true;
}

void UploadRing::Upload::copy(std::size_t index)
try
{
    const Place& place = m_places[index];
    waitUntilOpen(place.piece);
    if (m_ring.m_hasFailed)
        return;
    m_copies.run(m_copies.tasks()[index], slot(place.piece).staging.mapped() + place.offset);
    Piece& piece = m_pieces[place.piece];
    if (piece.tasksDone.fetch_add(1) + 1 == piece.tasks)
        submit(place.piece);
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
    m_ring.m_device.fn().vkCmdCopyBuffer(slot.commands.begin(), slot.staging.handle(), m_texels.handle(),
                                         std::uint32_t(piece.regions.size()), piece.regions.data());
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
    const auto bedtime = std::chrono::steady_clock::now() + kAwake;
    while (!isOver())
    {
        std::this_thread::yield();
        if (std::chrono::steady_clock::now() < bedtime)
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

UploadRing::UploadRing(Device& device, const RegisteredMemory& registered, std::chrono::milliseconds timeout)
    : m_device(device), m_registered(registered), m_timeout(timeout)
{
}

UploadRing::~UploadRing() = default;

void UploadRing::clear()
{
    for (auto& slot : m_slots)
        slot.reset();
    for (auto& commands : m_direct)
        commands.reset();
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

const Queue& UploadRing::queue() const
{
    return m_device.transferQueue() ? *m_device.transferQueue() : m_device.computeQueue();
}

std::unique_ptr<UploadRing::Upload> UploadRing::start(const Step& step, std::span<const ProbeTask> probes,
                                                      const Buffer& texels, VkSemaphore uploaded, WorkerTeam& team)
{
    TexelCopies copies(step, probes, &m_registered);
    if (copies.tasks().empty() && copies.deviceCopies().empty())
        return nullptr;
    copyDirectly(copies.deviceCopies(), texels, copies.tasks().empty() ? uploaded : VK_NULL_HANDLE);
    auto upload = std::make_unique<Upload>(*this, std::move(copies), m_pieceCount, texels, uploaded);
    for (std::size_t piece = 0; piece < std::min(upload->m_pieces.size(), kSlotCount); ++piece)
        if (auto& slot = m_slots[(m_pieceCount + piece) % kSlotCount]; !slot)
            slot = std::make_unique<Slot>(m_device, queue(), m_pieceBytes);
    m_pieceCount += upload->m_pieces.size();
    upload->begin(team, std::min(threadsForCopy(step.texelBytes), kMostThreads));
    return upload;
}

// Before the pieces, so that the last of them signals for these copies, too.
void UploadRing::copyDirectly(std::span<const TexelCopies::DeviceCopy> copies, const Buffer& texels,
                              VkSemaphore uploaded)
{
    if (copies.empty())
        return;
    auto& commands = m_direct[m_nextDirect++ % kDirectCount];
    if (!commands)
        commands = std::make_unique<Commands>(m_device, queue());
    commands->wait(m_timeout);
    const VkCommandBuffer recording = commands->begin();
    for (const TexelCopies::DeviceCopy& copy : copies)
        m_device.fn().vkCmdCopyBuffer(recording, copy.from, texels.handle(), 1, &copy.region);
    commands->submit(VK_NULL_HANDLE, uploaded);
}

} // namespace pn::vulkan

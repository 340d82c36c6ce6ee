#include "vulkan/job/texel_copies.h"

#include <cstring>

namespace pn::vulkan {
namespace {

constexpr std::size_t kTaskBytes = 128u << 10; // small enough that a piece of an upload has tasks for all threads
constexpr std::size_t kThreadBytes = 4u << 20; // takes several times as long to copy as a thread takes to start

// Of one copy by the device. A bus carries as much in the microsecond that a region of a copy takes to begin.
constexpr std::uint64_t kLeastDeviceBytes = 64u << 10;

} // namespace

std::vector<RowSpan> rowSpans(const Shape& shape, std::size_t rowBytes, const Chunk& chunk)
{
    const auto rowsPerSpan = std::uint32_t(std::clamp<std::size_t>(kTaskBytes / rowBytes, 1, shape.height));
    std::vector<RowSpan> spans;
    std::size_t at = 0;
    const auto addRows = [&](std::uint32_t face, std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t row = begin; row < end; row += rowsPerSpan)
        {
            const std::uint32_t rows = std::min(rowsPerSpan, end - row);
            spans.push_back({face, row, rows, at});
            at += rows * rowBytes;
        }
    };
    for (std::uint32_t face = chunk.firstFace; face < chunk.firstFace + chunk.faceCount; ++face)
    {
        if (!chunk.isPartial)
        {
            addRows(face, 0, shape.height);
            continue;
        }
        addRows(face, shape.top(chunk.rowEnd - 1), shape.top(chunk.rowBegin) + 1);
        addRows(face, shape.bottom(chunk.rowBegin), shape.bottom(chunk.rowEnd - 1) + 1);
    }
    return spans;
}

const ProbeTask& taskOf(const RowSpan& span, const StepChunk& chunk, const StepGroup& group,
                        std::span<const ProbeTask> probes)
{
    return probes[group.probes[span.face / chunk.shape.faceCount]];
}

void copyRows(const Rows<const std::byte>& from, const Rows<std::byte>& to, std::size_t rowBytes, std::uint32_t rows)
{
    if (from.pitch == rowBytes && to.pitch == rowBytes)
    {
        std::memcpy(to.first, from.first, rows * rowBytes);
        return;
    }
    for (std::uint32_t row = 0; row < rows; ++row)
        std::memcpy(to.first + row * to.pitch, from.first + row * from.pitch, rowBytes);
}

TexelCopies::TexelCopies(const Step& step, std::span<const ProbeTask> probes, const RegisteredMemory* registered)
{
    for (const StepChunk& chunk : step.chunks)
        if (!chunk.isMade)
            addChunk(chunk, step.groups[chunk.group], probes);
    for (const StepGroup& group : step.groups)
        if (group.kind.isLightGiven)
            addLights(group, probes);
    if (registered != nullptr)
        giveToDevice(*registered);
    makeTasks();
}

void TexelCopies::addChunk(const StepChunk& chunk, const StepGroup& group, std::span<const ProbeTask> probes)
{
    const std::size_t rowBytes = std::size_t{chunk.shape.width} * formatBytes(chunk.format);
    for (const RowSpan& span : rowSpans(chunk.shape, rowBytes, chunk.chunk))
    {
        const ProbeView& view = taskOf(span, chunk, group, probes).mips[chunk.mip];
        const std::byte* from = view.faces[span.face % chunk.shape.faceCount] + span.row * view.rowPitch;
        m_copies.push_back({{from, view.rowPitch}, rowBytes, span.rows, chunk.texels + span.at});
    }
}

void TexelCopies::addLights(const StepGroup& group, std::span<const ProbeTask> probes)
{
    constexpr std::size_t kBytes = sizeof(float) * kLightFloats;
    std::uint64_t at = group.lights;
    for (const std::uint32_t probe : group.probes)
    {
        m_copies.push_back({{reinterpret_cast<const std::byte*>(probes[probe].light->rgb), kBytes}, kBytes, 1, at});
        at += kBytes;
    }
}

std::optional<TexelCopies::DeviceCopy> TexelCopies::deviceCopyOf(const Copy& copy, const RegisteredMemory& registered)
{
    if (copy.rows > 1 && copy.from.pitch != copy.rowBytes)
        return std::nullopt;
    const auto place = registered.find({copy.from.first, copy.bytes()});
    return place ? std::optional(DeviceCopy{place->buffer, {place->offset, copy.at, copy.bytes()}}) : std::nullopt;
}

// Takes the copies that the device can make out of those for threads, where so many follow each other that they are
// worth a region.
void TexelCopies::giveToDevice(const RegisteredMemory& registered)
{
    const auto follows = [](const DeviceCopy& copy, const DeviceCopy& run) {
        return copy.from == run.from && copy.region.srcOffset == run.region.srcOffset + run.region.size &&
               copy.region.dstOffset == run.region.dstOffset + run.region.size;
    };
    std::vector<Copy> left;
    std::optional<DeviceCopy> run;
    std::size_t runBegin = 0;
    const auto endRun = [&](std::size_t end) {
        if (run && run->region.size >= kLeastDeviceBytes)
            m_deviceCopies.push_back(*run);
        else
            left.insert(left.end(), m_copies.begin() + std::ptrdiff_t(runBegin),
                        m_copies.begin() + std::ptrdiff_t(end));
    };
    for (std::size_t i = 0; i < m_copies.size(); ++i)
    {
        const auto copy = deviceCopyOf(m_copies[i], registered);
        if (run && copy && follows(*copy, *run))
        {
            run->region.size += copy->region.size;
            continue;
        }
        endRun(i);
        runBegin = i;
        run = copy;
    }
    endRun(m_copies.size());
    m_copies = std::move(left);
}

void TexelCopies::makeTasks()
{
    for (std::size_t i = 0; i < m_copies.size(); ++i)
    {
        const Copy& copy = m_copies[i];
        const bool isPadded = i > 0 && copy.at - m_copies[i - 1].end() < kLeastDeviceBytes; // else the device fills it
        if (!isPadded || copy.end() - m_tasks.back().begin > kTaskBytes)
        {
            if (isPadded)
                m_tasks.back().end = copy.at;
            m_tasks.push_back({copy.at, copy.at, i, 0});
        }
        m_tasks.back().end = copy.end();
        ++m_tasks.back().copyCount;
    }
}

void TexelCopies::run(const Task& task, std::byte* to) const
{
    for (std::size_t i = task.firstCopy; i < task.firstCopy + task.copyCount; ++i)
    {
        const Copy& copy = m_copies[i];
        copyRows(copy.from, {to + (copy.at - task.begin), copy.rowBytes}, copy.rowBytes, copy.rows);
    }
}

std::uint32_t threadsForCopy(std::uint64_t bytes)
{
    return std::uint32_t(std::max<std::uint64_t>(1, bytes / kThreadBytes));
}

} // namespace pn::vulkan

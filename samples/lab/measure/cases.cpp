#include "lab/measure/cases.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pn::bench {
namespace {

using lab::Algorithm;

// "128 MiB"
std::string bytesText(std::uint64_t bytes)
{
    return bytes >= 1u << 20 ? fmt::format("{} MiB", bytes >> 20) : fmt::format("{} KiB", (bytes + 1023) >> 10);
}

std::string scanText(const LabSettings& settings)
{
    return fmt::format("{} {}", settings.isExclusive ? "exclusive" : "inclusive",
                       settings.algorithm == Algorithm::Scan ? "scan" : "segmented scan");
}

std::string whatOf(const LabSettings& settings, const LabCase& what)
{
    const lab::Task& task = what.task;
    const std::string size =
        fmt::format("{} elements ({})", task.count, bytesText(4ull * task.wordsPerElement() * task.count));
    switch (task.algorithm)
    {
    case Algorithm::Reduce: return fmt::format("{}, {}", nameOf(task.op), size);
    case Algorithm::Histogram:
        return fmt::format("histogram of {} bins, {}, {}", 1u << task.binBits, settings.texelsName, size);
    case Algorithm::Compact:
        return fmt::format("compaction by a {}, {:.3g} % kept, {}", task.isMasked ? "mask" : "threshold",
                           settings.keptShare * 100.0, size);
    case Algorithm::SegmentedSum: return fmt::format("{} in {} segments, {}", nameOf(task.op), task.segmentCount, size);
    case Algorithm::Transpose:
        return fmt::format("transpose of {} x {} words", task.count / task.columns, task.columns);
    default: return fmt::format("{}, {}, {}", scanText(settings), nameOf(task.op), size);
    }
}

std::uint64_t bytesOf(const LabSettings& settings, const lab::Task& task)
{
    const std::uint64_t elements = 4ull * task.wordsPerElement() * task.count;
    const std::uint64_t second = task.hasSecondPlane() ? 4ull * task.count : 0;
    switch (task.algorithm)
    {
    case Algorithm::Reduce:
    case Algorithm::Histogram: return elements;
    case Algorithm::Compact: return elements + second + std::uint64_t(settings.keptShare * double(elements));
    case Algorithm::SegmentedSum: return elements + 8ull * task.segmentCount;
    default: return 2 * elements + second;
    }
}

// What the algorithm alone has.
void addOwn(const LabSettings& settings, LabCase& what)
{
    constexpr double kSegmentsPerElement = 1.0 / 16.0;
    lab::Task& task = what.task;
    if (task.algorithm == Algorithm::Reduce)
        what.third = lab::Words(16);
    else if (task.algorithm == Algorithm::SegmentedScan)
        what.second = lab::makeMarks(kSegmentsPerElement);
    else if (task.algorithm == Algorithm::Compact)
    {
        task.threshold = std::uint32_t(std::min((1.0 - settings.keptShare) * 0x1p32, 0x1p32 - 1.0));
        what.second = task.isMasked ? lab::makeMarks(settings.keptShare) : lab::Words();
        what.third = lab::Words(1);
    }
    else if (task.algorithm == Algorithm::Histogram)
        what.block = settings.texels.empty() ? lab::makeTexels() : settings.texels;
    else if (task.algorithm == Algorithm::SegmentedSum)
    {
        what.third = lab::makeOffsets(settings.lengths, task.count);
        task.segmentCount = std::uint32_t(what.third.size() - 1);
    }
    else if (task.algorithm == Algorithm::Transpose) // as near to a square as a multiple of 32 columns allows
    {
        const std::uint32_t columns = std::max(32u, std::uint32_t(std::sqrt(double(task.count))) / 32 * 32);
        task.columns = std::min(task.count, settings.columns != 0 ? settings.columns : columns);
        task.count = task.count / task.columns * task.columns;
    }
}

} // namespace

lab::Inputs LabCase::inputs() const
{
    const std::uint64_t words = std::uint64_t{task.count} * task.wordsPerElement();
    return {lab::repeated(block, words), second.empty() ? lab::Words() : lab::repeated(second, task.count), third};
}

std::uint64_t LabCase::planeBytes() const
{
    return (4ull * task.count * task.wordsPerElement() + 255) / 256 * 256;
}

LabCase makeCase(const LabSettings& settings, std::uint64_t elements, const lab::Task& device)
{
    LabCase what{.task = device};
    lab::Task& task = what.task;
    task.algorithm = settings.algorithm;
    task.count = std::uint32_t(elements);
    task.op = settings.op;
    task.isExclusive = settings.isExclusive;
    task.isMasked = settings.isMasked && settings.algorithm == Algorithm::Compact;
    task.binBits = settings.binBits;
    if (task.algorithm == Algorithm::Compact)
        task.op = {lab::Type::Uint,
                   lab::Function::Sum}; // a threshold parts words; no float of [0, 1) has the highest bit
    if (task.algorithm != Algorithm::Histogram)
        what.block = lab::makeElements(task.op, settings.values);
    addOwn(settings, what);
    what.what = whatOf(settings, what);
    what.bytes = bytesOf(settings, task);
    what.copies = task.algorithm == Algorithm::Scan || task.algorithm == Algorithm::SegmentedScan ||
                  task.algorithm == Algorithm::Transpose;
    return what;
}

} // namespace pn::bench

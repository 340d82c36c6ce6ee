#include "lab/ladder/reduce_bench.h"

#include "bench/device_setup.h"
#include "bench/memory_limit.h"
#include "lab/ladder/inputs.h"

#include "lab/algorithms/device.h"
#include "lab/algorithms/reduction.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace pn::bench {
namespace {

using namespace pn::vulkan;
using lab::Rung;

using Words = std::vector<std::uint32_t>;

constexpr std::uint32_t kBitRuns = 10; // whose bits are compared
constexpr std::uint32_t kGroupSize = 512;

std::uint64_t paddedBytes(std::uint64_t words)
{
    return std::max<std::uint64_t>(256, (4 * words + 63) / 64 * 64);
}

// "128 MiB"
std::string bytesText(std::uint64_t bytes)
{
    return bytes >= 1u << 20 ? fmt::format("{} MiB", bytes >> 20) : fmt::format("{} KiB", bytes >> 10);
}

class ReduceBench
{
public:
    ReduceBench(const std::shared_ptr<Instance>& instance, const PhysicalDevice& physical,
                const ReduceSettings& settings)
        : m_lab(instance, physical), m_settings(settings), m_valueWords(lab::wordsOf(settings.op)),
          m_groupSize(std::min(kGroupSize, m_lab.maxGroupSize())), m_elements(resolveElements()),
          m_block(makeBlock(settings.op)), m_stopwatch(m_lab.device()),
          m_inputs(m_lab.device(), m_stopwatch, paddedBytes(m_elements * m_valueWords), m_block),
          m_results(m_lab.device(), paddedBytes(lab::reductionWords(settings.op, m_elements)), MemoryKind::Device),
          m_tickets(m_lab.device(), paddedBytes(1), MemoryKind::Device)
    {
        const Words zero(1);
        fillBuffer(m_lab.device(), m_stopwatch, m_tickets, std::as_bytes(std::span(zero)));
    }

    ReduceReport measure()
    {
        const PhysicalDevice& physical = m_lab.device().physical();
        ReduceReport report{.what = describe(),
                            .elements = m_elements,
                            .runs = m_settings.runs,
                            .device = physical.properties.deviceName,
                            .driver = physical.driver,
                            .rows = {}};
        const double most = limit();
        for (const Rung& rung : lab::allRungs())
        {
            if (m_settings.onRung)
                m_settings.onRung(std::string(rung.name));
            report.rows.push_back(measureRung(rung, most));
        }
        return report;
    }

private:
    std::uint32_t resolveElements()
    {
        const std::uint64_t most = m_lab.maxElements() / m_valueWords;
        std::uint64_t elements = m_settings.elements;
        if (elements == 0)
            elements = std::min<std::uint64_t>(most, isSoftware(m_lab.device().physical()) ? 1u << 20 : 1u << 25);
        requireElements(elements, most);
        return std::uint32_t(elements);
    }

    std::uint64_t inputBytes() const { return 4ull * m_valueWords * m_elements; }

    std::string describe() const
    {
        return fmt::format("{} of {} {} ({}), groups of {}", lab::operatorNames()[std::size_t(m_settings.op)],
                           m_elements, lab::isFloat(m_settings.op) ? "floats" : "uints", bytesText(inputBytes()),
                           m_groupSize);
    }

    // Bytes per second of a kernel that reads as much, and nothing else.
    double limit()
    {
        MemoryLimit pass(m_lab.device(), m_lab.layout(), MemoryLimit::Pass::Read);
        const Spread times = m_stopwatch.time(m_settings.runs, [&](VkCommandBuffer commands) {
            pass.bind(m_inputs.next());
            pass.record(commands);
        });
        return double(inputBytes()) / times.median;
    }

    lab::Recording plan(const Rung& rung) const
    {
        return lab::planReduction(rung, m_settings.op, m_groupSize, m_elements, m_lab.hasFloatAtomics());
    }

    RungRow measureRung(const Rung& rung, double limit)
    {
        RungRow row{.number = rung.number,
                    .name = std::string(rung.name),
                    .unsupported = m_lab.whyUnsupported(rung, m_groupSize)};
        if (!row.isSupported())
            return row;
        row.passes = plan(rung).dispatchCount();
        lab::RecordingRunner runner(m_lab, plan(rung));
        runner.bind(0, m_inputs.first());
        runner.bind(1, {m_results.handle(), 0, VK_WHOLE_SIZE});
        runner.bind(2, {m_tickets.handle(), 0, VK_WHOLE_SIZE});
        check(runner, row);
        row.speed.seconds = m_stopwatch.time(m_settings.runs, [&](VkCommandBuffer commands) {
            runner.bind(0, m_inputs.next());
            runner.record(commands);
        });
        row.speed.bytes = inputBytes();
        row.speed.limit = limit;
        return row;
    }

    void check(const lab::RecordingRunner& runner, RungRow& row)
    {
        row.words = m_valueWords;
        row.bits = resultOf(runner);
        row.error =
            lab::relativeError(m_settings.op, row.bits, lab::referenceResult(m_settings.op, m_block, m_elements));
        for (std::uint32_t i = 1; i < kBitRuns; ++i)
            row.sameBits = resultOf(runner) == row.bits && row.sameBits;
    }

    std::uint64_t resultOf(const lab::RecordingRunner& runner)
    {
        Buffer readback(m_lab.device(), m_results.size(), MemoryKind::Readback);
        m_stopwatch.run([&](VkCommandBuffer commands) {
            barrier(m_lab.device(), commands, kTransferWrite, kKernelReadWrite);
            runner.record(commands);
            barrier(m_lab.device(), commands, kKernelReadWrite, kTransferRead);
            const VkBufferCopy copy{0, 0, m_results.size()};
            m_lab.device().fn().vkCmdCopyBuffer(commands, m_results.handle(), readback.handle(), 1, &copy);
            barrier(m_lab.device(), commands, kTransferWrite, kHostRead);
        });
        readback.invalidate();
        std::uint64_t bits = 0;
        std::memcpy(&bits, readback.mapped(), 4 * m_valueWords);
        return bits;
    }

    lab::LabDevice m_lab;
    const ReduceSettings& m_settings;
    std::uint32_t m_valueWords, m_groupSize, m_elements;
    Words m_block; // random, repeated over all inputs
    Stopwatch m_stopwatch;
    Inputs m_inputs;
    Buffer m_results, m_tickets;
};

} // namespace

ReduceReport benchReduce(std::uint32_t deviceIndex, const ReduceSettings& settings)
{
    const auto instance = std::make_shared<Instance>(false, Log{});
    return ReduceBench(instance, findDevice(*instance, deviceIndex), settings).measure();
}

} // namespace pn::bench

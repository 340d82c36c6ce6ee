#include "lab/measure/bench.h"

#include "bench/device_setup.h"
#include "bench/memory_limit.h"
#include "lab/measure/rotation.h"

#include "core/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace pn::bench {
namespace {

using namespace pn::vulkan;
using lab::Algorithm;

constexpr std::uint64_t kCheckedElements = std::uint64_t{1} << 20; // an oracle takes its time
constexpr std::uint32_t kBitRuns = 10;                             // whose bits are compared

// The buffers of a case, and the recordings bound to them.
class Problem
{
public:
    Problem(lab::LabDevice& lab, Stopwatch& stopwatch, LabCase what, std::uint64_t rotatedBytes)
        : m_lab(lab), m_stopwatch(stopwatch), m_case(std::move(what)),
          m_inputs(lab.device(), stopwatch, m_case.planeBytes(), m_case.block, m_case.second, rotatedBytes),
          m_results(lab.device(), std::max(m_case.planeBytes(), paddedBytes(m_case.task.resultWords())),
                    MemoryKind::Device),
          m_third(lab.device(), paddedBytes(m_case.third.size()), MemoryKind::Device)
    {
        if (!m_case.third.empty())
            fillBuffer(lab.device(), stopwatch, {m_third.handle(), 0, m_third.size()},
                       std::as_bytes(std::span(m_case.third)));
    }

    const LabCase& what() const { return m_case; }
    Rotation& inputs() { return m_inputs; }
    const Buffer& results() const { return m_results; }

    std::unique_ptr<lab::RecordingRunner> prepare(const lab::Recording& recording)
    {
        auto runner = std::make_unique<lab::RecordingRunner>(m_lab, recording);
        runner->bind(lab::kElements, m_inputs.first());
        runner->bind(lab::kResults, wholeRange(m_results));
        runner->bind(lab::kThird, wholeRange(m_third));
        return runner;
    }

    // Runs it and takes the first results to the host, and the first word of the third buffer behind them.
    lab::Words resultsOf(const lab::RecordingRunner& runner, std::uint64_t words)
    {
        if (!m_readback || m_readback->size() != 4 * words + 4)
            m_readback.emplace(m_lab.device(), 4 * words + 4, MemoryKind::Readback);
        m_stopwatch.run([&](VkCommandBuffer commands) {
            barrier(m_lab.device(), commands, kTransferWrite, kKernelReadWrite);
            runner.record(commands);
            recordReadback(commands, words);
        });
        m_readback->invalidate();
        lab::Words results(words + 1);
        std::memcpy(results.data(), m_readback->mapped(), 4 * words + 4);
        return results;
    }

    void recordReadback(VkCommandBuffer commands, std::uint64_t words)
    {
        const auto& fn = m_lab.device().fn();
        const VkBufferCopy results{0, 0, 4 * words}, third{0, 4 * words, 4};
        barrier(m_lab.device(), commands, kKernelReadWrite, kTransferRead);
        fn.vkCmdCopyBuffer(commands, m_results.handle(), m_readback->handle(), 1, &results);
        fn.vkCmdCopyBuffer(commands, m_third.handle(), m_readback->handle(), 1, &third);
        barrier(m_lab.device(), commands, kTransferWrite, kHostRead);
    }

private:
    static std::uint64_t paddedBytes(std::uint64_t words)
    {
        return std::max<std::uint64_t>(256, (4 * words + 63) / 64 * 64);
    }

    lab::LabDevice& m_lab;
    Stopwatch& m_stopwatch;
    LabCase m_case;
    Rotation m_inputs;
    Buffer m_results, m_third;
    std::optional<Buffer> m_readback;
};

class LadderBench
{
public:
    LadderBench(const std::shared_ptr<Instance>& instance, const PhysicalDevice& physical, const LabSettings& settings)
        : m_lab(instance, physical), m_settings(settings), m_stopwatch(m_lab.device()),
          m_problem(m_lab, m_stopwatch, makeCase(settings, resolveElements(), deviceFacts()),
                    isSoftware(physical) ? 64u << 20 : 1u << 30)
    {
        if (isReduction())
            return;
        const std::uint64_t checked = std::min<std::uint64_t>(m_problem.what().task.count, kCheckedElements);
        m_small.emplace(m_lab, m_stopwatch, makeCase(settings, checked, deviceFacts()), 0);
    }

    LabReport measure(const std::function<void(const std::string& name)>& onRung)
    {
        const LabCase& what = m_problem.what();
        const PhysicalDevice& physical = m_lab.device().physical();
        LabReport report{.what = what.what,
                         .limit = what.copies ? "copy" : "read",
                         .elements = what.task.count,
                         .checkedElements = m_small ? m_small->what().task.count : what.task.count,
                         .groupSize = lab::groupSizeOf(what.task),
                         .device = physical.properties.deviceName,
                         .driver = physical.driver,
                         .rows = {}};
        const double most = limit();
        for (const lab::Rung& rung : lab::rungsOf(m_settings.algorithm))
        {
            onRung(std::string(rung.name));
            report.rows.push_back(measureRung(rung, most));
        }
        if (isReduction() && m_settings.op.rounds())
            addCpuSums(report);
        return report;
    }

private:
    bool isReduction() const { return m_settings.algorithm == Algorithm::Reduce; }

    // On the devices tried.
    std::uint32_t fastestGroup() const
    {
        switch (m_settings.algorithm)
        {
        case Algorithm::Reduce:
        case Algorithm::Histogram: return 512;
        case Algorithm::Scan: return m_settings.op.rounds() ? 256 : 128; // sums of floats have a slower chain
        case Algorithm::SegmentedScan: return 128;
        default: return 256;
        }
    }

    lab::Task deviceFacts() const
    {
        const std::uint32_t usual = std::min(fastestGroup(), m_lab.maxGroupSize());
        lab::Task task{.algorithm = m_settings.algorithm};
        task.groupSize = m_settings.groupSize != 0 ? m_settings.groupSize : usual;
        task.hasFloatAtomics = m_lab.hasFloatAtomics();
        task.sharedBytes = m_lab.device().limits().maxComputeSharedMemorySize;
        task.maxGroupSize = m_lab.maxGroupSize();
        return task;
    }

    std::uint64_t resolveElements()
    {
        const lab::Task task = makeCase(m_settings, 64, deviceFacts()).task;
        const std::uint64_t planes = task.hasSecondPlane() ? 2 : 1;
        const std::uint64_t most = m_lab.maxWords() / planes / task.wordsPerElement() / 64 * 64;
        const std::uint64_t usual = isSoftware(m_lab.device().physical()) ? 1u << 20 : 1u << 25;
        if (m_settings.elements > most)
            throw Error(PN_ERROR_INVALID_ARGUMENT, "--elements must be in 1.." + std::to_string(most) +
                                                       " on this device, found " + std::to_string(m_settings.elements));
        return m_settings.elements != 0 ? m_settings.elements : std::min(most, usual);
    }

    // Bytes per second of a plain read or copy of the elements.
    double limit()
    {
        const bool copies = m_problem.what().copies;
        MemoryLimit pass(m_lab.device(), m_lab.layout(), copies ? MemoryLimit::Pass::Copy : MemoryLimit::Pass::Read);
        const std::uint64_t bytes = m_problem.what().planeBytes();
        const Spread times = m_stopwatch.time(m_settings.runs, [&](VkCommandBuffer commands) {
            BufferRange range = m_problem.inputs().next();
            range.size = bytes;
            pass.bind(range, copies ? m_problem.results().handle() : VK_NULL_HANDLE);
            pass.record(commands);
        });
        return (copies ? 2.0 : 1.0) * double(bytes) / times.median;
    }

    LabRow measureRung(const lab::Rung& rung, double limit)
    {
        const lab::Task& task = m_problem.what().task;
        LabRow row{.number = rung.number,
                   .name = std::string(rung.name),
                   .unsupported = m_lab.whyUnsupported(rung, task.groupSize)};
        if (!row.unsupported.empty())
            return row;
        const lab::Recording recording = lab::plan(rung, task);
        row.passes = recording.dispatchCount();
        row.work = recording.work;
        row.note = noteOf(rung, recording);
        const auto runner = m_problem.prepare(recording);
        if (isReduction())
            checkReduction(recording, *runner, row);
        else
            checkResults(rung, row);
        row.speed.seconds = m_stopwatch.time(m_settings.runs, [&](VkCommandBuffer commands) {
            runner->bind(lab::kElements, m_problem.inputs().next());
            runner->record(commands);
            if (recording.hostValues != 0)
                m_problem.recordReadback(commands, resultWords(recording));
        });
        if (recording.hostValues != 0)
            addHostTime(recording, *runner, row);
        row.speed.bytes = m_problem.what().bytes;
        row.speed.limit = limit;
        return row;
    }

    std::string noteOf(const lab::Rung& rung, const lab::Recording& recording) const
    {
        if (rung.ending == lab::Ending::Cpu)
            return std::to_string(recording.hostValues) + " partials";
        if (rung.ending != lab::Ending::Atomic)
            return "";
        const auto& last = std::get<lab::Dispatch>(recording.commands.back());
        const lab::Operator& op = m_settings.op;
        const bool swaps = op.type == lab::Type::Float || op.function == lab::Function::Product;
        return last.kernel.ends_with("_float") ? "float atomics" : swaps ? "compare-and-swap" : "integer atomics";
    }

    std::uint64_t resultWords(const lab::Recording& recording) const
    {
        return std::uint64_t{m_settings.op.words()} * std::max(1u, recording.hostValues);
    }

    // What a run leaves, combined by the host where the rung leaves that to it.
    std::uint64_t resultOf(const lab::Recording& recording, const lab::Words& words) const
    {
        std::uint64_t result = lab::elementAt(m_settings.op, words, 0);
        for (std::uint32_t i = 1; i < recording.hostValues; ++i)
            result = lab::combine(m_settings.op, result, lab::elementAt(m_settings.op, words, i));
        return result;
    }

    // The CPU's part belongs to the rung's time.
    void addHostTime(const lab::Recording& recording, const lab::RecordingRunner& runner, LabRow& row)
    {
        const lab::Words words = m_problem.resultsOf(runner, resultWords(recording));
        volatile std::uint64_t sink = 0; // so that nothing is optimized away
        const double host = timeRuns(m_settings.runs, [&] { sink = resultOf(recording, words); }).median;
        for (double* seconds : {&row.speed.seconds.median, &row.speed.seconds.fastest, &row.speed.seconds.slowest})
            *seconds += host;
    }

    void checkReduction(const lab::Recording& recording, const lab::RecordingRunner& runner, LabRow& row)
    {
        const LabCase& what = m_problem.what();
        const auto result = [&] { return resultOf(recording, m_problem.resultsOf(runner, resultWords(recording))); };
        const std::uint64_t first = result();
        row.error = relativeError(what.task.op, first, exactResult());
        row.sameBits = true;
        for (std::uint32_t i = 1; i < kBitRuns; ++i)
            row.sameBits = *row.sameBits && result() == first;
        volatile std::uint64_t sink = 0;
        row.hostSeconds = timeRuns(m_settings.runs, [&] { sink = result(); }).median;
    }

    const lab::Exact& exactResult()
    {
        if (!m_exact)
            m_exact = lab::reduceExactly(m_settings.op, m_problem.what().block, m_problem.what().task.count);
        return *m_exact;
    }

    void checkResults(const lab::Rung& rung, LabRow& row)
    {
        const LabCase& what = m_small->what();
        const auto runner = m_small->prepare(lab::plan(rung, what.task));
        const lab::Words first = m_small->resultsOf(*runner, what.task.resultWords());
        row.error = lab::errorOf(what.task, what.inputs(), first, first.back());
        if (what.task.algorithm == Algorithm::Compact)
            row.note = fmt::format("{:.2f} % kept", 100.0 * first.back() / what.task.count);
        const auto compared =
            std::ptrdiff_t(what.task.algorithm == Algorithm::Compact ? first.back() : first.size() - 1);
        row.sameBits = true;
        for (std::uint32_t i = 1; i < kBitRuns; ++i)
        {
            const lab::Words again = m_small->resultsOf(*runner, what.task.resultWords());
            row.sameBits = *row.sameBits && std::equal(first.begin(), first.begin() + compared, again.begin());
        }
    }

    // What the order of additions does to the error, beside the rungs.
    void addCpuSums(LabReport& report)
    {
        const auto add = [&](const char* name, auto&& reduce, std::uint64_t steps) {
            const lab::Task& task = m_problem.what().task;
            LabRow row{.name = name};
            row.work = {task.count - 1ull, steps};
            row.error = relativeError(task.op, reduce(task.op, m_problem.what().block, task.count), exactResult());
            report.rows.push_back(row);
        };
        const std::uint32_t count = m_problem.what().task.count;
        add("pairwise, on the CPU", lab::reducePairwise, std::uint64_t(std::bit_width(count - 1)));
        add("serial, on the CPU", lab::reduceSerially, count - 1);
    }

    lab::LabDevice m_lab;
    const LabSettings& m_settings;
    Stopwatch m_stopwatch;
    Problem m_problem;
    std::optional<Problem> m_small; // of a size that the oracle does in no time; a reduction is checked whole
    std::optional<lab::Exact> m_exact;
};

} // namespace

LabReport measureLadder(std::uint32_t deviceIndex, const LabSettings& settings,
                        const std::function<void(const std::string& name)>& onRung)
{
    const auto instance = std::make_shared<Instance>(false, Log{});
    return LadderBench(instance, findDevice(*instance, deviceIndex), settings).measure(onRung);
}

} // namespace pn::bench

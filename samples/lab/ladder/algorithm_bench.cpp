#include "lab/ladder/algorithm_bench.h"

#include "bench/device_setup.h"
#include "bench/memory_limit.h"
#include "lab/ladder/algorithm_cases.h"
#include "lab/ladder/inputs.h"

#include "lab/algorithms/device.h"

#include <algorithm>
#include <cstring>
#include <optional>

namespace pn::bench {
namespace {

using namespace pn::vulkan;

constexpr std::uint64_t kCheckedElements = std::uint64_t{1} << 20; // a twin takes its time
constexpr std::uint32_t kBitRuns = 10;                             // whose bits are compared

// Buffers of one problem size, and the recordings bound to them.
class Problem
{
public:
    Problem(lab::LabDevice& lab, Stopwatch& stopwatch, const AlgorithmCase& what, std::uint64_t elements)
        : m_lab(lab), m_case(what), m_elements(elements),
          m_inputs(lab.device(), stopwatch, paddedBytes(elements * what.wordsPerElement), what.block),
          m_results(lab.device(), paddedBytes(what.resultWords(elements)), MemoryKind::Device)
    {
        const Words third = what.third(elements);
        if (third.empty())
            return;
        m_third.emplace(lab.device(), paddedBytes(third.size()), MemoryKind::Device);
        fillBuffer(lab.device(), stopwatch, *m_third, std::as_bytes(std::span(third)));
    }

    std::unique_ptr<lab::RecordingRunner> prepare(const lab::Rung& rung)
    {
        auto runner = std::make_unique<lab::RecordingRunner>(m_lab, m_case.plan(rung, m_elements));
        runner->bind(0, m_inputs.first());
        runner->bind(1, {m_results.handle(), 0, VK_WHOLE_SIZE});
        if (m_third)
            runner->bind(2, {m_third->handle(), 0, VK_WHOLE_SIZE});
        return runner;
    }

    Inputs& inputs() { return m_inputs; }
    Buffer& results() { return m_results; }
    std::uint64_t elements() const { return m_elements; }

private:
    static std::uint64_t paddedBytes(std::uint64_t words)
    {
        return std::max<std::uint64_t>(256, (4 * words + 63) / 64 * 64);
    }

    lab::LabDevice& m_lab;
    const AlgorithmCase& m_case;
    std::uint64_t m_elements;
    Inputs m_inputs;
    Buffer m_results;
    std::optional<Buffer> m_third;
};

class AlgorithmBench
{
public:
    AlgorithmBench(lab::Algorithm algorithm, const std::shared_ptr<Instance>& instance, const PhysicalDevice& physical,
                   const AlgorithmSettings& settings)
        : m_lab(instance, physical), m_settings(settings), m_rungs(lab::rungsOf(algorithm)),
          m_case(makeCase(
              algorithm, settings,
              {m_lab.maxGroupSize(), m_lab.device().limits().maxComputeSharedMemorySize, m_lab.hasFloatAtomics()})),
          m_stopwatch(m_lab.device()), m_problem(m_lab, m_stopwatch, m_case, resolveElements())
    {
        if (m_case.expected)
            m_twin.emplace(m_lab, m_stopwatch, m_case,
                           m_case.roundElements(std::min(m_problem.elements(), kCheckedElements)));
    }

    AlgorithmReport measure()
    {
        const PhysicalDevice& physical = m_lab.device().physical();
        AlgorithmReport report{.bench = m_case.name,
                               .what = m_case.describe(m_problem.elements()),
                               .limit = m_case.copies ? "copy" : "read",
                               .elements = m_problem.elements(),
                               .checkedElements = m_twin ? m_twin->elements() : m_problem.elements(),
                               .runs = m_settings.runs,
                               .device = physical.properties.deviceName,
                               .driver = physical.driver,
                               .rows = {}};
        const double most = limit();
        for (const lab::Rung& rung : m_rungs)
        {
            if (m_settings.onRung)
                m_settings.onRung(std::string(rung.name));
            report.rows.push_back(measureRung(rung, most));
        }
        return report;
    }

private:
    std::uint64_t resolveElements()
    {
        const std::uint64_t most = m_lab.maxElements() / m_case.wordsPerElement;
        std::uint64_t elements = m_settings.elements;
        if (elements == 0)
            elements = std::min<std::uint64_t>(most, isSoftware(m_lab.device().physical()) ? 1u << 20 : 1u << 25);
        requireElements(elements, most);
        return m_case.roundElements(elements);
    }

    // Over as many bytes as must be moved: half of them read and half written, or all of them read.
    double limit()
    {
        const bool copies = m_case.copies;
        MemoryLimit pass(m_lab.device(), m_lab.layout(), copies ? MemoryLimit::Pass::Copy : MemoryLimit::Pass::Read);
        const Spread times = m_stopwatch.time(m_settings.runs, [&](VkCommandBuffer commands) {
            pass.bind(m_problem.inputs().next(), copies ? m_problem.results().handle() : VK_NULL_HANDLE);
            pass.record(commands);
        });
        const double read = 4.0 * double(m_problem.elements() * m_case.wordsPerElement);
        return (copies ? 2.0 : 1.0) * read / times.median;
    }

    RungRow measureRung(const lab::Rung& rung, double limit)
    {
        RungRow row{.number = rung.number,
                    .name = std::string(rung.name),
                    .unsupported = m_lab.whyUnsupported(rung, m_case.groupSize)};
        if (!row.isSupported())
            return row;
        check(rung, row);
        row.passes = m_case.plan(rung, m_problem.elements()).dispatchCount();
        const auto runner = m_problem.prepare(rung);
        row.speed.seconds = m_stopwatch.time(m_settings.runs, [&](VkCommandBuffer commands) {
            runner->bind(0, m_problem.inputs().next());
            runner->record(commands);
        });
        row.speed.bytes = m_case.movedBytes(m_problem.elements());
        row.speed.limit = limit;
        return row;
    }

    void check(const lab::Rung& rung, RungRow& row)
    {
        Problem& problem = m_twin ? *m_twin : m_problem;
        const auto runner = problem.prepare(rung);
        const Words first = resultsOf(problem, *runner);
        const std::ptrdiff_t compared = m_twin ? compareWithTwin(rung, first, row) : compareWithReference(first, row);
        for (std::uint32_t i = 1; i < kBitRuns; ++i)
        {
            const Words again = resultsOf(problem, *runner);
            row.sameBits = row.sameBits && std::equal(again.begin(), again.begin() + compared, first.begin());
        }
    }

    // Both return how many words count.
    std::ptrdiff_t compareWithTwin(const lab::Rung& rung, const Words& results, RungRow& row)
    {
        const Words expected =
            m_case.expected(rung, repeated(m_case.block, m_twin->elements() * m_case.wordsPerElement));
        row.isRight = std::equal(expected.begin(), expected.end(), results.begin());
        return std::ptrdiff_t(std::min(expected.size(), results.size()));
    }

    std::ptrdiff_t compareWithReference(const Words& results, RungRow& row)
    {
        row.words = m_case.valueWords;
        std::memcpy(&row.bits, results.data(), 4 * row.words);
        row.error = m_case.error(row.bits, m_problem.elements());
        return std::ptrdiff_t(row.words);
    }

    Words resultsOf(Problem& problem, const lab::RecordingRunner& runner)
    {
        Buffer& results = problem.results();
        Buffer readback(m_lab.device(), results.size(), MemoryKind::Readback);
        m_stopwatch.run([&](VkCommandBuffer commands) {
            barrier(m_lab.device(), commands, kTransferWrite, kKernelReadWrite);
            runner.record(commands);
            barrier(m_lab.device(), commands, kKernelReadWrite, kTransferRead);
            const VkBufferCopy copy{0, 0, results.size()};
            m_lab.device().fn().vkCmdCopyBuffer(commands, results.handle(), readback.handle(), 1, &copy);
            barrier(m_lab.device(), commands, kTransferWrite, kHostRead);
        });
        readback.invalidate();
        Words words(results.size() / 4);
        std::memcpy(words.data(), readback.mapped(), results.size());
        return words;
    }

    lab::LabDevice m_lab;
    const AlgorithmSettings& m_settings;
    std::span<const lab::Rung> m_rungs;
    AlgorithmCase m_case;
    Stopwatch m_stopwatch;
    Problem m_problem;
    std::optional<Problem> m_twin; // of a size that the twin does in no time; none of a reduction
};

} // namespace

AlgorithmReport benchAlgorithm(lab::Algorithm algorithm, std::uint32_t deviceIndex, const AlgorithmSettings& settings)
{
    const auto instance = std::make_shared<Instance>(false, Log{});
    return AlgorithmBench(algorithm, instance, findDevice(*instance, deviceIndex), settings).measure();
}

} // namespace pn::bench

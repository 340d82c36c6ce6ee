#include "bench/device_setup.h"
#include "bench/memory_limit.h"
#include "lab/ladder/inputs.h"
#include "lab/ladder/reduce.h"

#include "lab/algorithms/reduction.h"

#include <algorithm>

namespace pn::bench {
namespace {

using namespace pn::vulkan;

constexpr std::uint32_t kGroupSize = 512;

// A device and what the ladder needs on it.
class Ladder
{
public:
    Ladder(const std::shared_ptr<Instance>& instance, const PhysicalDevice& physical, ReduceSettings& settings)
        : m_lab(instance, physical), m_settings(settings), m_count(resolveSettings()), m_stopwatch(m_lab.device()),
          m_block(makeBlock(settings.op)), m_inputs(m_lab.device(), m_stopwatch, bytes(), m_block),
          m_reference(lab::referenceResult(settings.op, m_block, m_count)),
          m_read(m_lab.device(), m_lab.layout(), MemoryLimit::Pass::Read)
    {
    }

    LadderPart measure()
    {
        const PhysicalDevice& physical = m_lab.device().physical();
        LadderPart part{.device = physical.properties.deviceName,
                        .driver = physical.driver,
                        .limit = double(bytes()) / timeReads().median,
                        .rows = {}};
        part.rows = m_settings.climb(lab::rungsOf(lab::Algorithm::Reduce),
                                     [&](const lab::Rung& rung) { return measureRung(rung, part.limit); });
        return part;
    }

private:
    std::uint64_t bytes() const { return 4ull * lab::wordsOf(m_settings.op) * m_count; }

    std::uint32_t resolveSettings()
    {
        const std::uint64_t most = m_lab.maxElements() / lab::wordsOf(m_settings.op);
        if (m_settings.elements == 0)
            m_settings.elements =
                std::min<std::uint64_t>(most, isSoftware(m_lab.device().physical()) ? 1u << 22 : 1u << 25);
        requireElements(m_settings.elements, most);
        if (m_settings.groupSize == 0)
            m_settings.groupSize = std::min(kGroupSize, m_lab.maxGroupSize());
        return std::uint32_t(m_settings.elements);
    }

    Spread timeReads()
    {
        return m_stopwatch.time(m_settings.runs, [&](VkCommandBuffer commands) {
            m_read.bind(m_inputs.next());
            m_read.record(commands);
        });
    }

    LadderRow measureRung(const lab::Rung& rung, double limit)
    {
        LadderRow row{.number = rung.number,
                      .name = std::string(rung.name),
                      .unsupported = m_lab.whyUnsupported(rung, m_settings.groupSize)};
        if (!row.isSupported())
            return row;
        lab::Reduction reduction(m_lab, rung, m_settings.op, m_settings.groupSize, m_count);
        row.passes = reduction.passCount(m_count);
        m_stopwatch.run([&](VkCommandBuffer commands) { reduction.recordClear(commands); });
        row.bits = result(reduction);
        for (std::uint32_t i = 1; i < kBitRuns; ++i)
            row.sameBits = result(reduction) == row.bits && row.sameBits;
        row.words = lab::wordsOf(m_settings.op);
        row.error = lab::relativeError(m_settings.op, row.bits, m_reference);
        row.speed.seconds = m_stopwatch.time(m_settings.runs, [&](VkCommandBuffer commands) {
            reduction.bind(m_inputs.next());
            reduction.recordReduce(commands, m_count);
        });
        row.speed.bytes = bytes();
        row.speed.limit = limit;
        return row;
    }

    std::uint64_t result(lab::Reduction& reduction)
    {
        reduction.bind(m_inputs.first());
        m_stopwatch.run([&](VkCommandBuffer commands) {
            barrier(m_lab.device(), commands, kTransferWrite, kKernelRead);
            reduction.recordReduce(commands, m_count);
            reduction.recordReadback(commands);
        });
        return reduction.result();
    }

    lab::LabDevice m_lab;
    ReduceSettings& m_settings;
    std::uint32_t m_count;
    Stopwatch m_stopwatch;
    std::vector<std::uint32_t> m_block;
    Inputs m_inputs;
    lab::Reference m_reference;
    MemoryLimit m_read;
};

} // namespace

LadderPart reduceOnVulkan(std::uint32_t deviceIndex, ReduceSettings& settings)
{
    const auto instance = std::make_shared<Instance>(false, Log{});
    return Ladder(instance, findDevice(*instance, deviceIndex), settings).measure();
}

} // namespace pn::bench

#include "bench/read_limit.h"
#include "lab/ladder/algorithm_bench.h"
#include "lab/ladder/inputs.h"

#include "core/parallel.h"
#include "lab/algorithms/cpu_ladder.h"

#include <algorithm>

namespace pn::bench {
namespace {

constexpr std::uint64_t kRotatedWords = 128u << 20; // what the runs take turns through, if an input is smaller

class Ladder
{
public:
    explicit Ladder(const AlgorithmSettings& settings)
        : m_settings(settings), m_threads(resolveThreadCount(settings.threads)), m_count(settings.elements),
          m_inputWords(m_count * lab::wordsOf(settings.op)), m_block(makeBlock(settings.op)),
          m_words(repeated(m_block, std::max(m_inputWords, kRotatedWords))),
          m_reference(lab::referenceResult(settings.op, m_block, m_count))
    {
    }

    LadderPart measure()
    {
        LadderPart part;
        part.device = "CPU, " + std::to_string(m_threads) + (m_threads == 1 ? " thread" : " threads");
        part.limit = cpuReadLimit(m_threads, std::as_bytes(std::span(m_words)), m_settings.runs);
        part.rows =
            m_settings.climb(lab::cpuRungs(), [&](const lab::CpuRung& rung) { return measureRung(rung, part.limit); });
        return part;
    }

private:
    std::span<const std::uint32_t> input(std::uint64_t run) const
    {
        return std::span(m_words).subspan(run % (m_words.size() / m_inputWords) * m_inputWords, m_inputWords);
    }

    LadderRow measureRung(const lab::CpuRung& rung, double limit)
    {
        LadderRow row;
        row.name = rung.name;
        row.bits = rung.reduce(m_settings.op, input(0), m_threads);
        for (std::uint32_t i = 1; i < kBitRuns && rung.isThreaded; ++i)
            row.sameBits = rung.reduce(m_settings.op, input(0), m_threads) == row.bits && row.sameBits;
        row.words = lab::wordsOf(m_settings.op);
        row.error = lab::relativeError(m_settings.op, row.bits, m_reference);
        row.speed.seconds = timeRuns(m_settings.runs, [&] { rung.reduce(m_settings.op, input(m_run++), m_threads); });
        row.speed.bytes = 4 * m_inputWords;
        row.speed.limit = limit;
        return row;
    }

    const AlgorithmSettings& m_settings;
    std::uint32_t m_threads;
    std::uint64_t m_count, m_inputWords; // elements of a run, and their words
    std::vector<std::uint32_t> m_block, m_words;
    lab::Reference m_reference;
    std::uint64_t m_run = 0; // of all rungs, so that none begins where the one before it was just now
};

} // namespace

LadderPart reduceOnCpu(const AlgorithmSettings& settings)
{
    return Ladder(settings).measure();
}

} // namespace pn::bench

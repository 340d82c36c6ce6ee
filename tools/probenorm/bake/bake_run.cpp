#include "bake/bake_run.h"

#include "bake/record.h"
#include "support/failure.h"
#include "support/interrupt.h"
#include "support/progress.h"

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <new>
#include <thread>

namespace pn::cli {
namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start)
{
    return std::chrono::duration<double>(Clock::now() - start).count();
}

Json secondsJson(const BakeSeconds& seconds)
{
    const auto rounded = [](double value) { return static_cast<float>(value); };
    return {{"load", rounded(seconds.load)},
            {"wait", rounded(seconds.wait)},
            {"device", rounded(seconds.device)},
            {"picture", rounded(seconds.picture)},
            {"write", rounded(seconds.write)}};
}

// The exception in flight, as the command ends with it.
Failure currentFailure()
{
    try
    {
        throw;
    }
    catch (const Failure& failure)
    {
        return failure;
    }
    catch (const image::Error& error)
    {
        return {static_cast<Exit>(error.exitCode()), error.what()};
    }
    catch (const std::bad_alloc&)
    {
        return {Exit::RunTime, "out of memory"};
    }
    catch (const std::exception& error)
    {
        return {Exit::RunTime, error.what()};
    }
}

enum class Blame
{
    Probe, // the others can go on
    Run,
};

Blame blameOf(const Failure& failure)
{
    const bool isOfOneProbe = failure.exit() == Exit::InvalidInput || failure.exit() == Exit::Unsupported;
    return isOfOneProbe ? Blame::Probe : Blame::Run;
}

class BakeRun
{
public:
    BakeRun(const BakeContext& context, const std::vector<const Probe*>& probes, const BakeRunOptions& options,
            Console& console, BakeLog& log)
        : m_context(context), m_probes(probes), m_console(console), m_log(log),
          m_progress(console, options.progress, static_cast<std::uint32_t>(probes.size())), m_jobs(options.jobs)
    {
    }

    BakeCounts run()
    {
        const auto start = Clock::now();
        {
            std::vector<std::jthread> threads;
            for (std::uint32_t job = 1; job < m_jobs; ++job)
                threads.emplace_back([this] { work(); });
            work();
        }
        m_counts.seconds = secondsSince(start);
        m_log.add("end", {{"baked", m_counts.baked},
                          {"skipped", m_counts.skipped},
                          {"failed", m_failures.size()},
                          {"wall", static_cast<float>(m_counts.seconds)},
                          {"seconds", secondsJson(m_sum)}});
        throwFirst();
        return m_counts;
    }

private:
    void work()
    {
        for (;;)
        {
            const std::size_t index = m_next++;
            if (index >= m_probes.size() || m_isStopped || isInterrupted())
                return;
            try
            {
                bake(*m_probes[index]);
            }
            catch (const UnreadableInput& unreadable)
            {
                fail(index, unreadable, Blame::Probe);
            }
            catch (...)
            {
                const Failure failure = currentFailure();
                fail(index, failure, blameOf(failure));
            }
        }
    }

    void bake(const Probe& probe)
    {
        const std::optional<Json> record = findRecord(m_context.folder.path(), probe);
        if (record && hasSameInputs(*record, m_context.manifest.inputOf(probe)))
        {
            const std::lock_guard lock(m_mutex);
            ++m_counts.skipped;
            m_progress.addRead();
            m_progress.setCompleted(m_counts.skipped + m_counts.baked);
            return;
        }
        const BakedProbe baked = bakeProbe(m_context, probe);
        m_log.add("probe", {{"id", probe.id}, {"device", baked.deviceName}, {"seconds", secondsJson(baked.seconds)}});
        const std::lock_guard lock(m_mutex);
        ++m_counts.baked;
        add(baked.seconds);
        m_progress.addRead();
        m_progress.setCompleted(m_counts.skipped + m_counts.baked);
    }

    void add(const BakeSeconds& seconds)
    {
        m_sum.load += seconds.load;
        m_sum.wait += seconds.wait;
        m_sum.device += seconds.device;
        m_sum.picture += seconds.picture;
        m_sum.write += seconds.write;
    }

    void fail(std::size_t index, const Failure& failure, Blame blame)
    {
        if (isInterrupted())
            return; // one line at the end tells it
        const std::lock_guard lock(m_mutex);
        if (blame == Blame::Run)
            m_isStopped = true;
        const Failure named(failure.exit(), fmt::format("{}: probe \"{}\": {}", m_context.manifest.path,
                                                        m_probes[index]->id, failure.what()));
        m_failures.emplace(index, named);
        m_log.add("failed", {{"id", m_probes[index]->id}, {"reason", failure.what()}});
    }

    // All but the first are told here; the first one ends the command.
    void throwFirst() const
    {
        const std::uint32_t done = m_counts.baked + m_counts.skipped;
        if (isInterrupted())
            throw Failure(Exit::RunTime, fmt::format("cancelled; {} of {} probes are done, --resume bakes the others",
                                                     done, m_probes.size()));
        for (auto at = m_failures.rbegin(); at != m_failures.rend(); ++at)
        {
            if (std::next(at) == m_failures.rend())
                throw at->second;
            m_console.error(at->second.what());
        }
    }

    const BakeContext& m_context;
    const std::vector<const Probe*>& m_probes;
    Console& m_console;
    BakeLog& m_log;
    std::atomic<std::size_t> m_next = 0;
    std::atomic<bool> m_isStopped = false;
    std::mutex m_mutex; // for what follows
    Progress m_progress;
    BakeCounts m_counts;
    BakeSeconds m_sum;
    std::map<std::size_t, Failure> m_failures; // by index, so that the order does not depend on the threads
    std::uint32_t m_jobs;
};

} // namespace

BakeCounts bakeProbes(const BakeContext& context, const std::vector<const Probe*>& probes,
                      const BakeRunOptions& options, Console& console, BakeLog& log)
{
    return BakeRun(context, probes, options, console, log).run();
}

} // namespace pn::cli

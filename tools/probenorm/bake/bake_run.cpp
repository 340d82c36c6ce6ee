#include "bake/bake_run.h"

#include "bake/neighbours.h"
#include "bake/record.h"
#include "run/current_failure.h"
#include "sh/sh_read.h"
#include "support/interrupt.h"
#include "support/progress.h"
#include "support/text.h"

#include "image/files/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <map>
#include <mutex>
#include <optional>

namespace pn::cli {
namespace {

constexpr std::size_t kMostTold = 10; // of failed probes, and of changed ones, are named on the console

bool isOfOneProbe(const Failure& failure)
{
    return failure.exit() == Exit::InvalidInput || failure.exit() == Exit::Unsupported;
}

std::string reasonText(const Manifest& manifest, const Probe& probe, const Failure& failure)
{
    return fmt::format("{}: probe \"{}\": {}", manifest.path, probe.id, failure.what());
}

class BakeRun
{
public:
    BakeRun(const BakeContext& context, const std::vector<const Probe*>& probes, const BakeRunOptions& options,
            const BakeLogs& logs)
        : m_context(context), m_probes(probes), m_console(logs.console), m_log(logs.log), m_index(logs.index),
          m_options(options.pipeline), m_isStrict(options.isStrict),
          m_progress(logs.console, options.progress, static_cast<std::uint32_t>(probes.size()))
    {
    }

    BakeCounts run(const Pipeline::Device& device)
    {
        Watch watch;
        Pipeline::Events events;
        events.isDone = [this](const Probe& probe) { return isDone(probe); };
        events.onSkipped = [this](std::size_t) { addSkipped(); };
        events.onBaked = [this](const ProbeWork& work) { addBaked(work); };
        events.onFailed = [this](std::size_t index, const std::exception_ptr& error) {
            return addFailed(index, error);
        };
        Pipeline(m_context, m_probes, device, m_options, std::move(events)).run();
        m_counts.seconds = watch.lap();
        m_log.add("end", {{"baked", m_counts.baked},
                          {"skipped", m_counts.skipped},
                          {"failed", m_counts.failures.size()},
                          {"digested", m_index.digestedFiles()},
                          {"wall", static_cast<float>(m_counts.seconds)},
                          {"seconds", secondsJson(m_sum)}});
        endRun();
        return m_counts;
    }

private:
    bool isDone(const Probe& probe)
    {
        if (m_context.folder.isFresh())
            return false;
        const std::optional<FoundRecord> found = findRecord(m_context.folder.path(), probe, &m_index);
        if (!found)
            return false;
        if (hasSameInputs(found->record, m_context.manifest, probe, m_index))
        {
            if (found->isJudgedAnew)
                rewriteRecord(m_context.folder, probe, found->record);
            return true;
        }
        const std::lock_guard lock(m_mutex);
        m_lastLight[&probe] = parseShFile(found->record.dump(), probe.id, {}).sets.front().sh;
        return false;
    }

    // Where the probe is checked, and another capture than that of the last bake has other light.
    void warnOfChange(const ProbeWork& work)
    {
        constexpr float kLeast = 0.01f;
        const auto last = m_lastLight.find(&work.probe);
        if (!work.probe.settings.check.isOn() || last == m_lastLight.end())
            return;
        const float before = averageLuminance(last->second), now = averageLuminance(work.projected.sh);
        const std::string turn = cubeRotation(work.projected.sh, last->second);
        if ((turn.empty() && std::abs(now - before) <= kLeast * before) || ++m_changed > kMostTold)
            return;
        m_console.warn(fmt::format("{}: probe \"{}\" is another capture: its average light was {}, and is {}{}{}",
                                   m_context.manifest.path, work.probe.id, floatText(before), floatText(now),
                                   turn.empty() ? "" : "; cube-rotation: it is ", turn));
    }

    // What was just written looks as it does now; the inputs looked so before they were read.
    void index(const ProbeWork& work)
    {
        for (std::size_t i = 0; i < work.inputStats.size(); ++i)
            m_index.addInput(work.probe.files[i], work.inputStats[i], work.inputFacts[i]);
        for (const auto& [name, facts] : work.resultFacts.items())
            m_index.addResult(name, statOf(m_context.folder.pathOf(name)), facts);
    }

    void addSkipped()
    {
        const std::lock_guard lock(m_mutex);
        ++m_counts.skipped;
        m_progress.addSkipped();
    }

    void addBaked(const ProbeWork& work)
    {
        index(work);
        m_log.add(
            "probe",
            {{"id", work.probe.id}, {"device", work.projected.deviceName}, {"seconds", secondsJson(work.seconds)}});
        const std::lock_guard lock(m_mutex);
        ++m_counts.baked;
        m_sum += work.seconds;
        warnOfChange(work);
        m_progress.addDone(inputBytes(work));
    }

    static std::uint64_t inputBytes(const ProbeWork& work)
    {
        std::uint64_t bytes = 0;
        for (const Json& facts : work.inputFacts)
            bytes += facts.at("bytes").get<std::uint64_t>();
        return bytes;
    }

    // Whether the others can go on.
    bool addFailed(std::size_t index, const std::exception_ptr& error)
    {
        try
        {
            std::rethrow_exception(error);
        }
        catch (const UnreadableInput& unreadable)
        {
            return fail(index, unreadable, !m_isStrict);
        }
        catch (...)
        {
            const Failure failure = currentFailure();
            return fail(index, failure, !m_isStrict && isOfOneProbe(failure));
        }
    }

    bool fail(std::size_t index, const Failure& failure, bool canGoOn)
    {
        if (isInterrupted())
            return canGoOn; // one line at the end tells it
        const std::lock_guard lock(m_mutex);
        m_log.add("failed", {{"id", m_probes[index]->id}, {"reason", failure.what()}});
        m_progress.addFailed();
        if (canGoOn) // what an earlier run made of it has other inputs or settings, and must not be merged
            m_context.folder.removeFile(probeFileName(m_probes[index]->id, "json"));
        if (canGoOn || m_end)
            m_counts.failures.emplace(index, failure);
        else
            m_end = Failure(failure.exit(), reasonText(m_context.manifest, *m_probes[index], failure));
        return canGoOn;
    }

    // Names the probes that failed. Throws what ended the run before its end.
    void endRun() const
    {
        const std::uint32_t done = m_counts.baked + m_counts.skipped;
        if (isInterrupted())
            throw Failure(Exit::RunTime, fmt::format("cancelled; {} done, --resume bakes the others",
                                                     countedOf(done, m_probes.size(), "probe")));
        tellFailures(m_console, m_context.manifest, m_probes, m_counts.failures, m_end ? kLogName : kSummaryName);
        if (m_end)
            throw Failure(*m_end);
    }

    const BakeContext& m_context;
    const std::vector<const Probe*>& m_probes;
    Console& m_console;
    BakeLog& m_log;
    BakeIndex& m_index;
    PipelineOptions m_options;
    bool m_isStrict;
    std::mutex m_mutex; // for what follows
    Progress m_progress;
    BakeCounts m_counts;
    BakeSeconds m_sum;
    std::map<const Probe*, PnSh> m_lastLight; // of those that an earlier run baked from other inputs
    std::size_t m_changed = 0;                // probes of another capture than in the last bake
    std::optional<Failure> m_end;             // what ended the run
};

} // namespace

void tellFailures(Console& console, const Manifest& manifest, const std::vector<const Probe*>& probes,
                  const Failures& failures, const char* others)
{
    std::size_t told = 0;
    for (auto at = failures.begin(); told < std::min(failures.size(), kMostTold); ++at, ++told)
        console.error(reasonText(manifest, *probes[at->first], at->second));
    if (told < failures.size())
        console.error(fmt::format("{}: {} failed; {} names them", manifest.path,
                                  counted(failures.size() - told, "more probe"), others));
}

BakeCounts bakeProbes(const BakeContext& context, const std::vector<const Probe*>& probes,
                      const Pipeline::Device& device, const BakeRunOptions& options, const BakeLogs& logs)
{
    return BakeRun(context, probes, options, logs).run(device);
}

} // namespace pn::cli

#include "lab/bake/bake_stages.h"

#include "bake/commit_probes.h"
#include "bake/device_stage.h"
#include "support/failure.h"
#include "support/interrupt.h"
#include "support/options.h"

#include "image/parallel.h"

#include <algorithm>
#include <atomic>
#include <span>

namespace pn::cli {
namespace {

using Group = std::vector<std::unique_ptr<ProbeWork>>;

constexpr std::size_t kGroup = 128;

// Calls step with each probe, by threads that take the next one when they are free.
template <typename Step>
void forAll(Group& group, std::uint32_t threads, Step&& step)
{
    std::atomic<std::size_t> next = 0;
    image::parallelRanges(threads, threads, [&](std::uint32_t, std::uint32_t) {
        for (std::size_t i = next++; i < group.size(); i = next++)
            step(*group[i]);
    });
}

// The devices at work side by side, each with an equal part of a group.
class TeamStage
{
public:
    explicit TeamStage(const DeviceTeam& team)
    {
        for (const auto& device : team)
        {
            m_stages.emplace_back(*device);
            m_parts.push_back({.device = deviceChoice(device->context())});
        }
    }

    void run(const Group& group)
    {
        const std::size_t devices = m_stages.size();
        const auto at = [&](std::size_t device) { return group.size() * device / devices; };
        image::parallelRanges(
            static_cast<std::uint32_t>(devices), static_cast<unsigned>(devices),
            [&](std::uint32_t i, std::uint32_t) { run(i, std::span(group).subspan(at(i), at(i + 1) - at(i))); });
    }

    const std::vector<DevicePart>& parts() const { return m_parts; }

private:
    void run(std::size_t device, std::span<const std::unique_ptr<ProbeWork>> probes)
    {
        if (probes.empty())
            return;
        Watch watch;
        const BatchOutcome outcome = m_stages[device].run(probes);
        watch.addTo(m_parts[device].seconds);
        m_parts[device].probes += probes.size();
        for (const DeviceFailure& failure : outcome.failures)
            std::rethrow_exception(failure.error);
        if (!outcome.left.empty())
            throw Failure(Exit::RunTime, "a device was lost, so its stage cannot be timed");
    }

    std::vector<DeviceStage> m_stages;
    std::vector<DevicePart> m_parts;
};

// What the devices take where none waits for another: the speed of all is the sum of theirs.
double secondsTogether(const std::vector<DevicePart>& parts)
{
    double probes = 0.0;
    double probesPerSecond = 0.0;
    for (const DevicePart& part : parts)
        if (part.probes > 0)
        {
            probes += static_cast<double>(part.probes);
            probesPerSecond += static_cast<double>(part.probes) / part.seconds;
        }
    return probes / probesPerSecond;
}

} // namespace

StageTimes timeStages(const Manifest& manifest, const std::string& folder, const DeviceTeam& team, std::uint32_t jobs)
{
    const BakeFolder target(folder, ExistingBake::Refuse);
    const BakeContext context{manifest, target, InputOptions{}.maxBytes, 1};
    TeamStage devices(team);
    CommitTeam commits(jobs);
    StageTimes times;
    double untimed = 0.0;
    for (std::size_t first = 0; first < manifest.probes.size(); first += kGroup)
    {
        throwIfInterrupted();
        Group group;
        for (std::size_t i = first; i < std::min(first + kGroup, manifest.probes.size()); ++i)
            group.push_back(std::make_unique<ProbeWork>(manifest.probes[i], i));
        Watch watch;
        forAll(group, jobs, [&](ProbeWork& work) { loadProbe(context, work); });
        watch.addTo(times.load);
        devices.run(group);
        watch.addTo(untimed); // it has the times of its devices
        forAll(group, jobs, [&](ProbeWork& work) { writeProbe(context, work); });
        watch.addTo(times.write);
        commits.commitProbes(group);
        watch.addTo(times.sync);
    }
    times.devices = devices.parts();
    times.device = secondsTogether(times.devices);
    return times;
}

} // namespace pn::cli

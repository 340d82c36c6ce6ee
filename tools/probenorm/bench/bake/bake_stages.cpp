#include "bench/bake/bake_stages.h"

#include "bake/commit_probes.h"
#include "bake/device_stage.h"
#include "support/interrupt.h"
#include "support/options.h"

#include "image/files/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <memory>
#include <vector>

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

} // namespace

StageTimes timeStages(const Manifest& manifest, const std::string& folder, FallbackContext& device, std::uint32_t jobs)
{
    const BakeFolder target(folder, ExistingBake::Refuse);
    const BakeContext context{manifest, target, InputOptions{}.maxBytes, 1};
    DeviceStage stage(device);
    CommitTeam commits(jobs);
    StageTimes times;
    for (std::size_t first = 0; first < manifest.probes.size(); first += kGroup)
    {
        throwIfInterrupted();
        Group group;
        for (std::size_t i = first; i < std::min(first + kGroup, manifest.probes.size()); ++i)
            group.push_back(std::make_unique<ProbeWork>(manifest.probes[i], i));
        Watch watch;
        forAll(group, jobs, [&](ProbeWork& work) { loadProbe(context, work); });
        watch.addTo(times.load);
        for (const DeviceFailure& failure : stage.run(group))
            std::rethrow_exception(failure.error);
        watch.addTo(times.device);
        forAll(group, jobs, [&](ProbeWork& work) { writeProbe(context, work); });
        watch.addTo(times.write);
        commits.commitProbes(group);
        watch.addTo(times.sync);
    }
    return times;
}

} // namespace pn::cli

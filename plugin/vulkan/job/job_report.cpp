// What a job copies to the host of each step.
#include "vulkan/job/job.h"

namespace pn::vulkan {

std::uint64_t Job::reportBytes(const StepGroup& group) const
{
    const std::uint64_t result =
        group.kind.isProjected() ? 3 * momentCount(m_desc.settings.bands) + shared::kCountWords : 0;
    return group.isLast ? 4 * group.probeCount() * (result + group.kind.lobeCount) : 0;
}

void Job::readReport(const PreparedStep& prepared, StepBuffers& buffers, const Receive& receive) const
{
    buffers.report().invalidate();
    for (std::size_t i = 0; i < prepared.groups.size(); ++i)
    {
        const StepGroup& group = prepared.step->groups[i];
        const PreparedStep::Group& passes = prepared.groups[i];
        const std::byte* results = buffers.report().mapped() + passes.report;
        const std::byte* denominators =
            passes.project ? results + passes.project->pass.reportBytes(group.probeCount()) : results;
        for (std::uint32_t k = 0; group.isLast && k < group.probeCount(); ++k)
            receive(group.probes[k],
                    passes.project ? passes.project->pass.readReport(results, group.probeCount(), k) : ProbeResult{},
                    passes.denominators ? passes.denominators->readSteps(denominators, k)
                                        : std::vector<std::uint32_t>{});
    }
}

} // namespace pn::vulkan

#include "vulkan/job/recorded_test.h"

namespace pn::vulkan {
RecordedTest::RecordedTest(Device& device, ShProjectKernels& projectKernels, NormalizeKernels& normalizeKernels,
                           const TestKey& key, const PlanProbe& prototype, const ProjectSettings& settings)
    : m_key(key), m_test(key, projectKernels, prototype, settings), m_passes(device, projectKernels),
      m_job({device, projectKernels, normalizeKernels, m_passes}, {{m_test.planProbe()}, settings, kTestBytes}),
      m_buffers(device, projectKernels.layout(), m_job.largestSizes(), StepBuffers::HostAccess::Staged),
      m_source(device, m_buffers), m_target(device, m_buffers), m_prepared(m_job.prepare(m_job.steps().front()))
{
    WorkerTeam team(1);
    const ProbeTask task = m_test.task();
    m_source.write(*m_prepared.step, {&task, 1}, team);
}

void RecordedTest::record(VkCommandBuffer commands)
{
    const Step& step = *m_prepared.step;
    m_source.recordLoad(commands, step, m_buffers.texels());
    m_job.recordPasses(commands, m_prepared, m_buffers);
    m_target.recordStore(commands, step, m_buffers.results());
}

bool RecordedTest::passes()
{
    WorkerTeam team(1);
    const ProbeTask task = m_test.task();
    m_target.read(*m_prepared.step, {&task, 1}, team);
    NormalizeResult result;
    m_job.readReport(m_prepared, m_buffers,
                     [&](std::uint32_t, const ProbeResult& projection, std::vector<std::uint32_t> steps) {
                         result = {projection, std::move(steps)};
                     });
    return m_test.passes(result);
}

} // namespace pn::vulkan

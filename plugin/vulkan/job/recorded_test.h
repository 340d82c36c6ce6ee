// A self-test of a kernel on a host device, where we cannot submit. It is recorded together with the first jobs, and
// its result is read after these have run.
#pragma once

#include "vulkan/job/host_rows.h"
#include "vulkan/job/kernel_tests.h"

namespace pn::vulkan {

class RecordedTest
{
public:
    RecordedTest(Device& device, ShProjectKernels& projectKernels, NormalizeKernels& normalizeKernels,
                 const TestKey& key, const PlanProbe& prototype, const ProjectSettings& settings);

    const TestKey& key() const { return m_key; }
    void record(VkCommandBuffer commands);
    bool passes(); // call it when the device is done

private:
    TestKey m_key;
    KernelTest m_test;
    PassCache m_passes;
    Job m_job; // of one step
    StepBuffers m_buffers;
    HostSource m_source;
    HostTarget m_target;
    PreparedStep m_prepared;
};

} // namespace pn::vulkan

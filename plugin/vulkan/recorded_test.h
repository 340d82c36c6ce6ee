#pragma once

#include "vulkan/recorded_job.h"

#include "core/self_test.h"

namespace pn::vulkan {

// The self-test of the kernels that a plan uses, on a small shape, for a device that we cannot submit to: recorded
// along with the first jobs, and judged when these have run.
class RecordedTest
{
public:
    RecordedTest(Device& device, ProjectKernels& projectKernels, DivideKernels& divideKernels, const RecordedPlan& like,
                 const Shape& shape);

    void record(VkCommandBuffer commands);
    bool hasRun() { return m_job.hasRun(); }
    bool passes(); // whether the bits are the CPU backend's

private:
    ProbeResult expect();

    Device& m_device;
    SelfTest m_test;
    ProbeView m_view;
    DivideTest m_divided; // what the CPU backend makes of it
    RecordedPlan m_plan;
    RecordedJob m_job;
    Buffer m_input;
    std::unique_ptr<Buffer> m_output; // divided texels
};

} // namespace pn::vulkan

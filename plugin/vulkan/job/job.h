// The one path of work on a device: projection and normalization of any probes, in steps. On our own device each step
// is a submission (stream.h); into a host's command buffer all steps are recorded one after the other (image_job.h). A
// new kind of work is a pass that recordPasses() records and a mark on the chunks that take it (plan.h).
#pragma once

#include "vulkan/job/pass_cache.h"
#include "vulkan/job/step_buffers.h"

namespace pn::vulkan {

// What a job works with; all of it outlives the job.
struct JobDevice
{
    Device& device;
    ShProjectKernels& projectKernels;
    NormalizeKernels& normalizeKernels;
    PassCache& passes;
};

struct JobDesc
{
    std::vector<PlanProbe> probes;
    ProjectSettings settings;
    std::uint64_t stepBytes = 0;
};

// A step with all that its commands use: keep it until the device is done with them.
struct PreparedStep
{
    struct Group
    {
        std::shared_ptr<ProjectPass> project;       // null where the light is given
        std::shared_ptr<Denominators> denominators; // null where nothing is normalized
        std::uint64_t report = 0;                   // where its results are in the step's report
    };
    struct Chunk
    {
        std::shared_ptr<NormalizePass> normalize;
        std::unique_ptr<Buffer> projectTables, normalizeTables; // to be copied before it runs; null: they are there
    };

    const Step* step = nullptr;
    std::vector<Group> groups;
    std::vector<Chunk> chunks; // as the step's
};

class Job
{
public:
    // What a probe's results are handed to; steps are those of its de-ringing windows, one for each lobe.
    using Receive =
        std::function<void(std::uint32_t probe, const ProbeResult& projection, std::vector<std::uint32_t> steps)>;

    Job(const JobDevice& device, JobDesc desc);

    std::span<const Step> steps() const { return m_steps; }
    StepSizes sizes(const Step& step) const;
    StepSizes largestSizes() const;

    // Makes passes, pipelines and tables: all that can fail. In the order of the steps.
    PreparedStep prepare(const Step& step);

    // The step's texels must be loaded. firstSet: of the descriptor sets, as many as sizes() says. tablesAreThere:
    // those of all rows need not be copied again.
    void recordPasses(VkCommandBuffer commands, const PreparedStep& prepared, StepBuffers& buffers,
                      std::uint32_t firstSet = 0, bool tablesAreThere = false);

    // The results of the probes that end in the step, once the device is done with it.
    void readReport(const PreparedStep& prepared, StepBuffers& buffers, const Receive& receive) const;

private:
    struct Recording;

    std::uint64_t reportBytes(const StepGroup& group) const;
    PreparedStep::Group prepareGroup(const StepGroup& group, std::uint32_t ordinal);
    PreparedStep::Chunk prepareChunk(const StepChunk& chunk, const StepGroup& group, PreparedStep::Group& passes);
    void makePipelines(const StepGroup& group, const PreparedStep::Group& passes);
    void recordProjection(const Recording& r);
    void recordDenominators(const Recording& r);
    void recordNormalization(const Recording& r);
    void recordReport(const Recording& r);

    JobDevice m_device;
    JobDesc m_desc;
    std::vector<Step> m_steps;
    PreparedStep::Group m_open; // of a probe that takes several steps
};

} // namespace pn::vulkan

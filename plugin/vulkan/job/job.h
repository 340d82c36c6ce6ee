// The one path of work on a device: projection and normalization of any probes, in steps. On our own device each step
// is a submission (stream.h); into a host's command buffer all steps are recorded one after the other (image_job.h). A
// new kind of work is a pass that StepRecorder records and a mark on the chunks that take it (plan.h).
#pragma once

#include "vulkan/job/pass_cache.h"
#include "vulkan/job/step_buffers.h"
#include "vulkan/passes/sh_project.h"

namespace pn::vulkan {

// The objects that a job uses. All of them must outlive the job.
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

// A step with all objects that its commands use. Keep it until the device has run them.
struct PreparedStep
{
    struct Group
    {
        std::shared_ptr<ProjectPass> project;       // null if the light is given
        std::shared_ptr<Denominators> denominators; // null if nothing is normalized
        std::uint64_t report = 0;                   // offset of its results in the step's report
    };
    struct Chunk
    {
        std::shared_ptr<NormalizePass> normalize;
        std::shared_ptr<MakeMipPass> makeMip; // null if the chunk is not made
        std::unique_ptr<Buffer> projectTables, normalizeTables,
            mipTables; // copied before the chunk runs; null: the device has them already
    };

    const Step* step = nullptr;
    std::vector<Group> groups;
    std::vector<Chunk> chunks;                 // in the order of the step's chunks
    bool isProjecting = false;                 // whether any chunk is projected
    std::vector<ProjectedProbes> begun, ended; // projections that begin, and that end, in this step
    std::vector<std::shared_ptr<void>> kept;   // what other work's commands use
};

// The parts of a step's work, in the order in which the device does them.
enum class StepPart
{
    Clear,        // counts of special texels become zero
    Sum,          // texels become partial sums, or coefficients of small cubemaps
    Finish,       // partial sums become coefficients
    Denominators, // coefficients become polynomials to divide by
    MakeMips,     // texels become mips
    Divide,       // texels become normalized texels
    Report        // results are copied to the host
};

struct RecordOptions
{
    std::uint32_t firstSet = 0;  // the first descriptor set of the step; Job::sizes() tells how many it needs
    bool tablesAreThere = false; // tables that hold all rows are not copied again
    std::function<void(StepPart)> beforePart = {}; // called before a part is recorded, to time it
};

// The kernel that normalizes a chunk of such a probe.
NormalizeVariant variantOf(const StepChunk& chunk, const PlanProbe& kind, const ProjectSettings& settings);

class Job
{
public:
    // Receives the results of one probe. deringSteps are the widths of the de-ringing windows, one per lobe.
    using Receive =
        std::function<void(std::uint32_t probe, const ProbeResult& projection, std::vector<std::uint32_t> deringSteps)>;

    Job(const JobDevice& device, JobDesc desc);

    std::span<const Step> steps() const { return m_steps; }
    StepSizes sizes(const Step& step) const;
    StepSizes largestSizes() const;

    // Creates passes, pipelines and tables: everything that can fail. Call it for the steps in their order.
    PreparedStep prepare(const Step& step);

    // Records the kernels of a step. Its texels must have been loaded.
    void recordPasses(VkCommandBuffer commands, const PreparedStep& prepared, StepBuffers& buffers,
                      const RecordOptions& options = {});

    // Reads the results of the probes that end in this step. Call it when the device is done.
    void readReport(const PreparedStep& prepared, StepBuffers& buffers, const Receive& receive) const;

private:
    std::uint64_t reportBytes(const StepGroup& group) const;
    PreparedStep::Group prepareGroup(const StepGroup& group, std::uint32_t ordinal);
    PreparedStep::Chunk prepareChunk(const Step& step, std::size_t index, const PreparedStep::Group& passes);
    static void listProjections(PreparedStep& prepared);

    JobDevice m_device;
    JobDesc m_desc;
    std::vector<Step> m_steps;
    PreparedStep::Group m_open; // of a probe whose projection takes several steps
};

} // namespace pn::vulkan

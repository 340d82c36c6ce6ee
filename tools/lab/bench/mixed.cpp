#include "lab/bench/mixed.h"

#include "lab/bench/device_setup.h"
#include "lab/bench/memory_limit.h"
#include "lab/bench/time_marks.h"

#include "core/kernel/denominator_params.h"
#include "core/sh/preset.h"
#include "vulkan/job/job.h"

#include <array>
#include <cstring>
#include <map>

namespace pn::bench {
namespace {

using namespace pn::vulkan;

constexpr std::uint32_t kRunsOfParts = 5;

struct Size
{
    std::uint32_t faceSize, perRound;
};

std::array<Size, 3> sizesOf(const MixedSettings& settings)
{
    const auto shrunk = [&](std::uint32_t value) { return std::max(value / settings.shrink, 1u); };
    return {{{shrunk(2048), 1}, {shrunk(256), shrunk(100)}, {16, shrunk(10'000)}}};
}

// The probes of all rounds, in an order in which sizes alternate.
std::vector<std::uint32_t> allFaceSizes(const MixedSettings& settings)
{
    const auto [large, middle, small] = sizesOf(settings);
    const std::uint32_t apart = std::max(small.perRound / middle.perRound, 1u);
    std::vector<std::uint32_t> sizes;
    for (std::uint32_t round = 0; round < settings.rounds; ++round)
    {
        for (std::uint32_t i = 0; i < small.perRound; ++i)
        {
            sizes.push_back(small.faceSize);
            if (i % apart == 0 && i / apart < middle.perRound)
                sizes.push_back(middle.faceSize);
        }
        sizes.push_back(large.faceSize);
    }
    return sizes;
}

const char* nameOf(StepPart part)
{
    switch (part)
    {
    case StepPart::Clear: return "clear";
    case StepPart::Sum: return "sum";
    case StepPart::Finish: return "finish";
    case StepPart::Denominators: return "denominators";
    case StepPart::MakeMips: return "mips";
    case StepPart::Divide: return "divide";
    case StepPart::Report: return "report";
    }
    return "";
}

// A device and the kernels of a job on it.
class Bench
{
public:
    explicit Bench(std::uint32_t deviceIndex)
        : m_instance(std::make_shared<Instance>(false, Log{})),
          m_device(m_instance, findDevice(*m_instance, deviceIndex)), m_project(m_device, true, true),
          m_normalize(m_device, true), m_passes(m_device, m_project), m_stopwatch(m_device)
    {
    }

    Device& device() { return m_device; }
    const PipelineLayout& layout() const { return m_project.layout(); }
    Stopwatch& stopwatch() { return m_stopwatch; }
    JobDevice jobDevice() { return {m_device, m_project, m_normalize, m_passes}; }

    // Bytes per second of the fastest plain read, or copy, of so many bytes.
    double limit(MemoryLimit::Pass pass, std::uint64_t bytes, std::uint32_t runs)
    {
        const bool isCopy = pass == MemoryLimit::Pass::Copy;
        const std::uint64_t moved = std::max<std::uint64_t>(bytes / 64, 1) * 64;
        const Buffer from(m_device, moved + kRangeSlack, MemoryKind::Device);
        const Buffer to(m_device, isCopy ? from.size() : 4, MemoryKind::Device);
        fillBuffer(m_device, m_stopwatch, from, PN_FORMAT_RGBA16F);
        MemoryLimit memory(m_device, layout(), pass);
        memory.bind({from.handle(), 0, moved}, isCopy ? to.handle() : VK_NULL_HANDLE);
        const Spread times = m_stopwatch.time(runs, [&](VkCommandBuffer commands) { memory.record(commands); });
        return double(moved) * (isCopy ? 2.0 : 1.0) / times.median;
    }

private:
    std::shared_ptr<Instance> m_instance;
    Device m_device;
    ShProjectKernels m_project;
    NormalizeKernels m_normalize;
    PassCache m_passes;
    Stopwatch m_stopwatch;
};

std::vector<shared::DenominatorParams> makeLobes()
{
    PnNormalization normalization{};
    normalization.channels = PN_CHANNELS_LUMINANCE;
    return denominatorParams(resolveNormalization(normalization), std::size_t{1});
}

// A job whose texels are in the device's memory. Each step has memory of its own.
class Work
{
public:
    Work(Bench& bench, const std::vector<std::uint32_t>& faceSizes, bool isNormalized, std::uint64_t stepBytes)
        : m_bench(bench), m_lobes(makeLobes()),
          m_job(bench.jobDevice(), {probesOf(faceSizes, isNormalized), {}, stepBytes}),
          m_marks(bench.device(), 6 * std::uint32_t(m_job.steps().size()) + 1)
    {
        for (const Step& step : m_job.steps())
        {
            m_buffers.push_back(std::make_unique<StepBuffers>(bench.device(), bench.layout(), m_job.sizes(step),
                                                              StepBuffers::HostAccess::None));
            fillBuffer(bench.device(), bench.stopwatch(), m_buffers.back()->texels(), PN_FORMAT_RGBA16F);
            fillLights(step, m_buffers.back()->texels());
            m_prepared.push_back(m_job.prepare(step));
        }
        run({}); // copies the tables
    }

    std::uint32_t stepCount() const { return std::uint32_t(m_prepared.size()); }

    // Seconds without the reports.
    double total()
    {
        bool isFirst = true; // part of a step
        const std::vector<double> seconds = run([&](StepPart part) {
            const bool isMarked = isFirst || part == StepPart::Report;
            isFirst = part == StepPart::Report;
            return isMarked;
        });
        double sum = 0;
        for (std::size_t i = 0; i < seconds.size(); i += 2) // the others are the reports
            sum += seconds[i];
        return sum;
    }

    // Seconds of each part, summed over the steps.
    std::map<StepPart, double> parts()
    {
        std::vector<StepPart> marked;
        const std::vector<double> seconds = run([&](StepPart part) {
            marked.push_back(part);
            return true;
        });
        std::map<StepPart, double> sums;
        for (std::size_t i = 0; i < seconds.size(); ++i)
            sums[marked[i]] += seconds[i];
        return sums;
    }

private:
    std::vector<PlanProbe> probesOf(const std::vector<std::uint32_t>& faceSizes, bool isNormalized) const
    {
        std::vector<PlanProbe> probes;
        for (const std::uint32_t faceSize : faceSizes)
            probes.push_back({.shape = Shape::cubemap(faceSize),
                              .format = PN_FORMAT_RGBA16F,
                              .isNormalized = isNormalized,
                              .isLightGiven = isNormalized,
                              .lobes = isNormalized ? m_lobes.data() : nullptr,
                              .lobeCount = isNormalized ? std::uint32_t(m_lobes.size()) : 0});
        return probes;
    }

    // A light with a gradient for each probe whose light is given.
    void fillLights(const Step& step, const Buffer& texels)
    {
        std::array<float, kLightFloats> light{};
        light.fill(0.5f);
        std::fill_n(light.begin(), 3, 3.5f);
        for (const StepGroup& group : step.groups)
        {
            if (!group.kind.isLightGiven)
                continue;
            Buffer upload(m_bench.device(), group.probeCount() * sizeof(light), MemoryKind::Upload);
            for (std::uint32_t i = 0; i < group.probeCount(); ++i)
                std::memcpy(upload.mapped() + i * sizeof(light), light.data(), sizeof(light));
            upload.flush();
            m_bench.stopwatch().run([&](VkCommandBuffer commands) {
                const VkBufferCopy copy{0, group.lights, upload.size()};
                m_bench.device().fn().vkCmdCopyBuffer(commands, upload.handle(), texels.handle(), 1, &copy);
            });
        }
    }

    // Runs all steps; isMarked says before which parts a mark is set. Returns the seconds from mark to mark.
    std::vector<double> run(const std::function<bool(StepPart)>& isMarked)
    {
        m_bench.stopwatch().run([&](VkCommandBuffer commands) {
            m_marks.clear(commands);
            for (std::size_t i = 0; i < m_prepared.size(); ++i)
                m_job.recordPasses(commands, m_prepared[i], *m_buffers[i],
                                   {.tablesAreThere = m_hasRun, .beforePart = [&](StepPart part) {
                                        if (isMarked && isMarked(part))
                                            m_marks.set(commands);
                                    }});
            m_marks.set(commands);
        });
        m_hasRun = true;
        return isMarked ? m_marks.seconds() : std::vector<double>{};
    }

    Bench& m_bench;
    std::vector<shared::DenominatorParams> m_lobes;
    Job m_job;
    TimeMarks m_marks;
    std::vector<std::unique_ptr<StepBuffers>> m_buffers;
    std::vector<PreparedStep> m_prepared;
    bool m_hasRun = false;
};

std::vector<MixedPart> medianParts(Work& work)
{
    std::map<StepPart, std::vector<double>> times;
    for (std::uint32_t run = 0; run < kRunsOfParts; ++run)
        for (const auto& [part, seconds] : work.parts())
            times[part].push_back(seconds);
    std::vector<MixedPart> parts;
    for (const auto& [part, seconds] : times)
        parts.push_back({nameOf(part), spread(seconds).median});
    return parts;
}

MixedRow measureRow(Bench& bench, const std::vector<std::uint32_t>& faceSizes, bool isNormalized,
                    const MixedSettings& settings)
{
    constexpr std::uint32_t kWarmUps = 2;
    std::uint64_t bytes = 0;
    for (const std::uint32_t faceSize : faceSizes)
        bytes += Shape::cubemap(faceSize).texelCount() * formatBytes(PN_FORMAT_RGBA16F);
    MixedRow row;
    row.probes = std::uint32_t(faceSizes.size());
    row.speed.bytes = isNormalized ? 2 * bytes : bytes;
    row.speed.limit =
        bench.limit(isNormalized ? MemoryLimit::Pass::Copy : MemoryLimit::Pass::Read, bytes, settings.runs);
    Work work(bench, faceSizes, isNormalized, settings.stepBytes != 0 ? settings.stepBytes : bytes);
    row.steps = work.stepCount();
    std::vector<double> times;
    for (std::uint32_t run = 0; run < kWarmUps + settings.runs; ++run)
        if (const double taken = work.total(); run >= kWarmUps)
            times.push_back(taken);
    row.speed.seconds = spread(times);
    row.parts = medianParts(work);
    return row;
}

} // namespace

MixedReport measureMixed(std::uint32_t deviceIndex, const MixedSettings& settings)
{
    Bench bench(deviceIndex);
    const PhysicalDevice& physical = bench.device().physical();
    MixedReport report{.device = physical.properties.deviceName, .driver = physical.driver, .rows = {}};
    const auto add = [&](const std::string& name, const std::vector<std::uint32_t>& sizes, bool isNormalized) {
        if (settings.onCase)
            settings.onCase(name);
        report.rows.push_back(measureRow(bench, sizes, isNormalized, settings));
        report.rows.back().name = name;
    };
    for (const bool isNormalized : {false, true})
    {
        const std::string work = isNormalized ? "divide " : "project ";
        add(work + "all", allFaceSizes(settings), isNormalized);
        for (const Size& size : sizesOf(settings))
            add(work + std::to_string(size.faceSize) + "² alone",
                std::vector<std::uint32_t>(std::size_t{size.perRound} * settings.rounds, size.faceSize), isNormalized);
    }
    return report;
}

} // namespace pn::bench

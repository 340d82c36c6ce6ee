#include "lab/bench/bench.h"
#include "lab/bench/device_setup.h"
#include "lab/bench/memory_limit.h"

#include "core/error.h"
#include "lab/algorithms/staged_projection.h"
#include "vulkan/passes/projected_probes.h"

#include <algorithm>
#include <cmath>

namespace pn::bench {
namespace {

using namespace pn::vulkan;

std::uint64_t measuredBytes(const Device& device, const Settings& settings)
{
    constexpr std::uint64_t kGpu = 3ull << 30, kSoftware = 64ull << 20;
    if (settings.bytes != 0)
        return settings.bytes;
    return isSoftware(device.physical()) ? kSoftware : kGpu;
}

// The largest difference of two coefficients, over the largest coefficient.
double difference(const PnSh& a, const PnSh& b)
{
    double largest = 0.0, most = 0.0;
    for (std::size_t i = 0; i < a.bands * a.bands; ++i)
        for (std::size_t c = 0; c < 3; ++c)
        {
            largest = std::max(largest, std::abs(double(b.rgb[i][c])));
            most = std::max(most, std::abs(double(a.rgb[i][c]) - double(b.rgb[i][c])));
        }
    return most / largest;
}

// A device and what measuring on it needs.
class Bench
{
public:
    Bench(std::uint32_t deviceIndex, const Settings& settings)
        : m_instance(std::make_shared<Instance>(false, Log{})), m_lab(m_instance, findDevice(*m_instance, deviceIndex)),
          m_device(m_lab.device()), m_settings(settings), m_kernels(m_device, settings.subgroups, true),
          m_bytes(measuredBytes(m_device, settings)), m_texels(m_device, m_bytes + kRangeSlack, MemoryKind::Device),
          m_read(m_device, m_kernels.layout(), MemoryLimit::Pass::Read), m_stopwatch(m_device)
    {
    }

    const PhysicalDevice& physical() const { return m_device.physical(); }

    // The fused pipeline, and the staged ones where they are asked for.
    void measure(const ProbeCase& what, std::vector<Measurement>& rows)
    {
        fillBuffer(m_device, m_stopwatch, m_texels, what.format);
        const Measurement fused = measureFused(what);
        rows.push_back(fused);
        for (const char* rung : {"first_add", "subgroup_add"})
            if (m_settings.staged)
                rows.push_back(measureStaged(fused, *lab::findRung(rung)));
    }

private:
    Measurement measureFused(const ProbeCase& what)
    {
        Measurement result;
        result.what = what;
        const Shape shape = Shape::cubemap(what.faceSize);
        const std::uint64_t fit =
            std::min<std::uint64_t>(m_bytes / what.probeBytes(), maxProbes(m_device.limits(), shape, what.bands));
        result.probeCount = what.probeCount != 0 ? what.probeCount : std::uint32_t(fit);
        if (result.probeCount == 0 || result.probeCount > fit)
            throw Error(PN_ERROR_INVALID_ARGUMENT, "so many probes do not fit into the memory that is measured over");
        result.speed.bytes = what.probeBytes() * result.probeCount;
        m_read.bind({m_texels.handle(), 0, result.speed.bytes});
        const Spread reads =
            m_stopwatch.time(m_settings.runs, [&](VkCommandBuffer commands) { m_read.record(commands); });
        result.speed.limit = double(result.speed.bytes) / reads.median;
        result.speed.seconds = timeProjection(shape, what, result.probeCount);
        return result;
    }

    Measurement measureStaged(const Measurement& fused, const lab::Rung& rung)
    {
        Measurement result = fused;
        const ProbeCase& what = fused.what;
        result.pipeline = "staged, " + std::string(rung.name);
        result.probeCount = std::min(fused.probeCount, lab::StagedProjection::maxProbes(m_device, what.faceSize));
        result.speed.bytes = what.probeBytes() * result.probeCount;
        result.unsupported = whyNotStaged(result, rung);
        if (!result.unsupported.empty())
            return result;
        lab::StagedProjection staged(m_lab, rung, what.format, what.faceSize, result.probeCount);
        staged.bind({m_texels.handle(), 0, result.speed.bytes});
        m_stopwatch.run([&](VkCommandBuffer commands) {
            staged.recordClear(commands);
            staged.recordProject(commands);
            staged.recordReadback(commands);
        });
        result.difference = difference(staged.results().front(), m_fused);
        result.speed.seconds =
            m_stopwatch.time(m_settings.runs, [&](VkCommandBuffer commands) { staged.recordProject(commands); });
        return result;
    }

    std::string whyNotStaged(const Measurement& staged, const lab::Rung& rung) const
    {
        if (staged.what.bands != 3 || !lab::StagedProjection::isSupported(staged.what.format))
            return "the staged pipeline has 3 bands, of RGBA16F or RGBA32F texels";
        if (staged.probeCount == 0)
            return "one probe's stages pass on " +
                   std::to_string(lab::StagedProjection::stagedBytes(staged.what.faceSize) >> 20) + " MiB";
        return m_lab.whyUnsupported(rung, lab::StagedProjection::kGroupSize);
    }

    Spread timeProjection(const Shape& shape, const ProbeCase& what, std::uint32_t probeCount)
    {
        ShProject projection(m_device, m_kernels, shape, what.format, {what.bands, {}}, probeCount);
        const auto chunks = projectChunks(shape, what.format, probeCount, projection.finishesInOnePass(),
                                          m_device.limits().maxStorageBufferRange);
        DescriptorSets sets(m_device, m_kernels.layout(), std::uint32_t(chunks.size()));
        std::vector<VkDescriptorSet> bound;
        VkDeviceSize offset = 0;
        for (const Chunk& chunk : chunks)
        {
            const std::uint64_t bytes = chunk.texels(shape) * formatBytes(what.format);
            bound.push_back(
                sets.update(std::uint32_t(bound.size()), projection.bindings({m_texels.handle(), offset, bytes})));
            offset += alignedRange(bytes);
        }
        const auto tables = projection.makeTables(chunks.front());
        const ProjectedProbes finished{&projection, probeCount};
        m_stopwatch.run([&](VkCommandBuffer commands) {
            recordClears(m_device, commands, {&finished, 1});
            projection.recordTables(commands, *tables);
        });
        const Spread times = m_stopwatch.time(m_settings.runs, [&](VkCommandBuffer recording) {
            for (std::size_t i = 0; i < chunks.size(); ++i)
                projection.recordChunk(recording, chunks[i], bound[i]);
            recordFinishes(m_device, recording, {&finished, 1});
        });
        Buffer report(m_device, projection.reportBytes(probeCount), MemoryKind::Readback);
        m_stopwatch.run([&](VkCommandBuffer commands) {
            barrier(m_device, commands, kKernelWrite, kTransferRead);
            projection.recordReport(commands, report, 0, probeCount);
            barrier(m_device, commands, kTransferWrite, kHostRead);
        });
        report.invalidate();
        m_fused = projection.readReport(report.mapped(), probeCount, 0).sh;
        return times;
    }

    std::shared_ptr<Instance> m_instance;
    lab::LabDevice m_lab;
    Device& m_device;
    Settings m_settings;
    ShProjectKernels m_kernels;
    std::uint64_t m_bytes;
    Buffer m_texels;
    MemoryLimit m_read;
    Stopwatch m_stopwatch;
    PnSh m_fused{}; // the first probe's coefficients of the last fused run
};

} // namespace

std::uint64_t ProbeCase::probeBytes() const
{
    return 6ull * faceSize * faceSize * pnGetFormatBytes(format);
}

std::uint64_t ProbeCase::normalizedBytes() const
{
    return 6ull * faceSize * faceSize * pnGetFormatBytes(normalizedFormat(format));
}

Report projectOnVulkan(std::uint32_t deviceIndex, const std::vector<ProbeCase>& cases, const Settings& settings)
{
    Bench bench(deviceIndex, settings);
    return {.device = bench.physical().properties.deviceName,
            .driver = bench.physical().driver,
            .rows = measureCases(cases, settings, [&](const ProbeCase& what, std::vector<Measurement>& rows) {
                bench.measure(what, rows);
            })};
}

} // namespace pn::bench

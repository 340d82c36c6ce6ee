#include "bench/bench.h"
#include "bench/device_setup.h"
#include "bench/memory_limit.h"

#include "vulkan/passes/sh_project.h"

#include <algorithm>

namespace pn::bench {
namespace {

using namespace pn::vulkan;

constexpr DefaultBytes kBytes{3ull << 30, 64ull << 20};

// A device and what measuring on it needs.
class ProjectBench
{
public:
    ProjectBench(std::uint32_t deviceIndex, const Settings& settings)
        : m_instance(std::make_shared<Instance>(false, Log{})),
          m_device(m_instance, findDevice(*m_instance, deviceIndex)), m_settings(settings),
          m_kernels(m_device, true, true), m_bytes(measuredBytes(m_device.physical(), settings, kBytes)),
          m_texels(m_device, m_bytes + kRangeSlack, MemoryKind::Device),
          m_read(m_device, m_kernels.layout(), MemoryLimit::Pass::Read), m_stopwatch(m_device)
    {
    }

    const PhysicalDevice& physical() const { return m_device.physical(); }

    Measurement measure(const ProbeCase& what)
    {
        fillBuffer(m_device, m_stopwatch, m_texels, what.format);
        Measurement result;
        result.what = what;
        const Shape shape = Shape::cubemap(what.faceSize);
        const std::uint64_t fit =
            std::min<std::uint64_t>(m_bytes / what.probeBytes(), maxProbes(m_device.limits(), shape, what.bands));
        result.probeCount = probesThatFit(what, fit);
        result.speed.bytes = what.probeBytes() * result.probeCount;
        m_read.bind({m_texels.handle(), 0, result.speed.bytes});
        const Spread reads =
            m_stopwatch.time(m_settings.runs, [&](VkCommandBuffer commands) { m_read.record(commands); });
        result.speed.limit = double(result.speed.bytes) / reads.median;
        timeProjection(shape, result);
        return result;
    }

private:
    void timeProjection(const Shape& shape, Measurement& result)
    {
        const ProbeCase& what = result.what;
        const std::uint32_t probeCount = result.probeCount;
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
        result.speed.seconds = m_stopwatch.time(m_settings.runs, [&](VkCommandBuffer recording) {
            for (std::size_t i = 0; i < chunks.size(); ++i)
                projection.recordChunk(recording, chunks[i], bound[i]);
            recordFinishes(m_device, recording, {&finished, 1});
        });
    }

    std::shared_ptr<Instance> m_instance;
    Device m_device;
    Settings m_settings;
    ShProjectKernels m_kernels;
    std::uint64_t m_bytes;
    Buffer m_texels;
    MemoryLimit m_read;
    Stopwatch m_stopwatch;
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
    return reportOf(ProjectBench(deviceIndex, settings), cases, settings);
}

} // namespace pn::bench

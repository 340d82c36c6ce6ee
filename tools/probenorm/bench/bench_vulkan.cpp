#include "bench/bench.h"
#include "bench/random_words.h"
#include "bench/read_limit.h"
#include "bench/stopwatch.h"

#include "core/error.h"
#include "vulkan/projection.h"

namespace pn::bench {
namespace {

using namespace pn::vulkan;

std::uint64_t measuredBytes(const Device& device, const Settings& settings)
{
    constexpr std::uint64_t kGpu = 3ull << 30, kSoftware = 64ull << 20;
    if (settings.bytes != 0)
        return settings.bytes;
    return device.physical().properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU ? kSoftware : kGpu;
}

// A device and what measuring on it needs.
class Bench
{
public:
    Bench(std::uint32_t deviceIndex, const Settings& settings)
        : m_instance(std::make_shared<Instance>(false, Log{})), m_device(m_instance, find(deviceIndex)),
          m_settings(settings), m_kernels(m_device, true, true), m_bytes(measuredBytes(m_device, settings)),
          m_texels(m_device, m_bytes, MemoryKind::Device), m_read(m_device, m_kernels.layout()), m_stopwatch(m_device)
    {
    }

    const PhysicalDevice& physical() const { return m_device.physical(); }

    Measurement measure(const ProjectCase& what)
    {
        Measurement result;
        result.what = what;
        const Shape shape = Shape::cubemap(what.faceSize);
        const std::uint64_t fit =
            std::min<std::uint64_t>(m_bytes / what.probeBytes(), Projection::maxProbes(m_device, shape, what.bands));
        result.probeCount = what.probeCount != 0 ? what.probeCount : std::uint32_t(fit);
        if (result.probeCount == 0 || result.probeCount > fit)
            throw Error(PN_ERROR_INVALID_ARGUMENT, "so many probes do not fit into the memory that is measured over");
        result.bytes = what.probeBytes() * result.probeCount;
        fill(what.format);
        m_read.bind(m_texels.handle(), 0, result.bytes);
        const Spread reads =
            m_stopwatch.time(m_settings.runs, [&](VkCommandBuffer commands) { m_read.record(commands); });
        result.readLimit = double(result.bytes) / reads.median;
        const Spread times = timeProjection(shape, what, result.probeCount);
        result.seconds = times.median;
        result.fastest = times.fastest;
        result.slowest = times.slowest;
        return result;
    }

private:
    PhysicalDevice find(std::uint32_t index) const
    {
        const auto devices = m_instance->physicalDevices();
        if (index >= devices.size())
            throw Error(PN_ERROR_UNSUPPORTED_DEVICE, "there is no Vulkan device " + std::to_string(index));
        return devices[index];
    }

    // A block of random texels, doubled until the buffer is full.
    void fill(PnFormat format)
    {
        const VkDeviceSize block = std::min<VkDeviceSize>(12u << 20, m_bytes); // whole texels of every format
        Buffer upload(m_device, block, MemoryKind::Upload);
        fillRandom({upload.mapped(), block}, format);
        upload.flush();
        m_stopwatch.run([&](VkCommandBuffer commands) {
            VkBufferCopy copy{0, 0, block};
            m_device.fn().vkCmdCopyBuffer(commands, upload.handle(), m_texels.handle(), 1, &copy);
            for (VkDeviceSize done = block; done < m_bytes; done += copy.size)
            {
                barrier(m_device, commands, kTransferWrite, kTransferRead);
                copy = {0, done, std::min(done, m_bytes - done)};
                m_device.fn().vkCmdCopyBuffer(commands, m_texels.handle(), m_texels.handle(), 1, &copy);
            }
        });
    }

    Spread timeProjection(const Shape& shape, const ProjectCase& what, std::uint32_t probeCount)
    {
        Projection projection(m_device, m_kernels, shape, what.format, {what.bands, {}}, probeCount);
        const auto chunks = projection.chunks(m_device.limits().maxStorageBufferRange);
        DescriptorSets sets(m_device, m_kernels.layout(), std::uint32_t(chunks.size()));
        std::vector<VkDescriptorSet> bound;
        VkDeviceSize offset = 0;
        for (const Chunk& chunk : chunks)
        {
            bound.push_back(sets.update(std::uint32_t(bound.size()),
                                        projection.bindings({m_texels.handle(), offset, chunk.bytes})));
            offset += (chunk.bytes + 255) / 256 * 256;
        }
        std::unique_ptr<Buffer> geometry;
        m_stopwatch.run([&](VkCommandBuffer commands) {
            projection.recordClear(commands);
            geometry = projection.recordGeometry(commands, chunks.front());
        });
        return m_stopwatch.time(m_settings.runs, [&](VkCommandBuffer recording) {
            for (std::size_t i = 0; i < chunks.size(); ++i)
                projection.recordChunk(recording, chunks[i], bound[i]);
            projection.recordFinish(recording);
        });
    }

    std::shared_ptr<Instance> m_instance;
    Device m_device;
    Settings m_settings;
    ProjectKernels m_kernels;
    std::uint64_t m_bytes;
    Buffer m_texels;
    ReadLimit m_read;
    Stopwatch m_stopwatch;
};

} // namespace

std::uint64_t ProjectCase::probeBytes() const
{
    return 6ull * faceSize * faceSize * pnGetFormatBytes(format);
}

Report projectOnVulkan(std::uint32_t deviceIndex, const std::vector<ProjectCase>& cases, const Settings& settings)
{
    Bench bench(deviceIndex, settings);
    Report report{bench.physical().properties.deviceName, bench.physical().driver, {}};
    for (const ProjectCase& what : cases)
    {
        if (settings.onCase)
            settings.onCase(what);
        report.rows.push_back(bench.measure(what));
    }
    return report;
}

} // namespace pn::bench

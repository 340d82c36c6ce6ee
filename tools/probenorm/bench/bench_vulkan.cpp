#include "bench/bench.h"
#include "bench/random_words.h"
#include "bench/statistics.h"

#include "core/error.h"
#include "vulkan/projection.h"

namespace pn::bench {
namespace {

using namespace pn::vulkan;

constexpr std::uint32_t kReadWords[] = {
#include "bench_read.spv.inc"
};

constexpr std::chrono::milliseconds kTimeout{120'000};
constexpr std::uint32_t kWarmUps = 2;

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
          m_texels(m_device, m_bytes, MemoryKind::Device), m_output(m_device, 256, MemoryKind::Device),
          m_commands(m_device, m_device.computeQueue()), m_timer(m_device, 1)
    {
        if (!m_timer.isSupported())
            throw Error(PN_ERROR_UNSUPPORTED_DEVICE, "the device has no timestamps to measure with");
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
        result.limit = double(result.bytes) / timeReads(result.bytes).median;
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
        const VkCommandBuffer commands = m_commands.begin();
        VkBufferCopy copy{0, 0, block};
        m_device.fn().vkCmdCopyBuffer(commands, upload.handle(), m_texels.handle(), 1, &copy);
        for (VkDeviceSize done = block; done < m_bytes; done += copy.size)
        {
            barrier(m_device, commands, kTransferWrite, kTransferRead);
            copy = {0, done, std::min(done, m_bytes - done)};
            m_device.fn().vkCmdCopyBuffer(commands, m_texels.handle(), m_texels.handle(), 1, &copy);
        }
        m_commands.submit();
        m_commands.wait(kTimeout);
    }

    template <typename Record>
    Spread time(Record&& record)
    {
        std::vector<double> times;
        for (std::uint32_t run = 0; run < kWarmUps + m_settings.runs; ++run)
        {
            const VkCommandBuffer commands = m_commands.begin();
            barrier(m_device, commands, kTransferWrite, kKernelRead);
            m_timer.reset(commands, 0);
            m_timer.begin(commands, 0);
            record(commands);
            m_timer.end(commands, 0);
            m_commands.submit();
            m_commands.wait(kTimeout);
            if (run >= kWarmUps)
                times.push_back(double(m_timer.nanoseconds(0)) * 1e-9);
        }
        return spread(times);
    }

    Spread timeReads(std::uint64_t bytes)
    {
        // What read fastest on the devices tried: large groups, and more of them than run at once.
        const std::uint32_t groupSize = std::min(512u, m_device.limits().maxComputeWorkGroupInvocations);
        constexpr std::uint32_t kGroups = 2112;
        const Kernel code{"bench_read", kReadWords, kReadWords};
        const ComputePipeline pipeline(m_device, m_kernels.layout(), code, std::span(&groupSize, 1));
        const std::uint64_t range = m_device.limits().maxStorageBufferRange / 64 * 64;
        const auto parts = std::uint32_t((bytes + range - 1) / range);
        DescriptorSets sets(m_device, m_kernels.layout(), parts);
        std::vector<std::pair<VkDescriptorSet, std::uint32_t>> work;
        for (std::uint32_t i = 0; i < parts; ++i)
        {
            const std::uint64_t size = std::min(range, bytes - i * range);
            const std::array<BufferRange, 3> buffers{BufferRange{m_texels.handle(), i * range, size}, BufferRange{},
                                                     BufferRange{m_output.handle(), 0, VK_WHOLE_SIZE}};
            work.emplace_back(sets.update(i, buffers), std::uint32_t(size / 64 * 4));
        }
        return time([&](VkCommandBuffer commands) {
            const auto& fn = m_device.fn();
            fn.vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.handle());
            for (const auto& [set, vectors] : work)
            {
                fn.vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, m_kernels.layout().handle(), 0, 1,
                                           &set, 0, nullptr);
                fn.vkCmdPushConstants(commands, m_kernels.layout().handle(), VK_SHADER_STAGE_COMPUTE_BIT, 0, 4,
                                      &vectors);
                fn.vkCmdDispatch(commands, kGroups, 1, 1);
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
        const VkCommandBuffer commands = m_commands.begin();
        projection.recordClear(commands);
        const auto geometry = projection.recordGeometry(commands, chunks.front());
        m_commands.submit();
        m_commands.wait(kTimeout);
        return time([&](VkCommandBuffer recording) {
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
    Buffer m_texels, m_output;
    Commands m_commands;
    Timer m_timer;
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

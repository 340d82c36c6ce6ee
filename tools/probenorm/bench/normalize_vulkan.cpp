#include "bench/bench.h"
#include "bench/device_setup.h"
#include "bench/memory_limit.h"

#include "core/kernel/denominator.h"
#include "core/kernel/denominator_params.h"
#include "core/sh/preset.h"
#include "vulkan/passes/normalize.h"

#include <algorithm>
#include <cstring>

namespace pn::bench {
namespace {

using namespace pn::vulkan;

// Room for one probe of each case at least.
std::uint64_t bytesFor(const Device& device, const std::vector<ProbeCase>& cases, const Settings& settings)
{
    std::uint64_t bytes = measuredBytes(device.physical(), settings, {1536ull << 20, 32ull << 20});
    for (const ProbeCase& what : cases)
        bytes = std::max({bytes, what.probeBytes(), what.normalizedBytes()});
    return bytes;
}

// The denominators of a light with a gradient, for as many probes.
std::vector<float> makeDenominators(bool isRgb, std::uint32_t probeCount)
{
    PnNormalization normalization{};
    normalization.channels = isRgb ? PN_CHANNELS_RGB : PN_CHANNELS_LUMINANCE;
    std::vector<float> coefficients(27, 0.5f);
    std::fill_n(coefficients.begin(), 3, 3.5f);
    const Denominator one = makeDenominator(denominatorParams(resolveNormalization(normalization), 1.0), coefficients);
    std::vector<float> all(std::size_t{probeCount} * shared::kDenominatorWords);
    for (std::uint32_t i = 0; i < probeCount; ++i)
        std::copy(one.values.begin(), one.values.end(), all.begin() + std::ptrdiff_t(i) * shared::kDenominatorWords);
    return all;
}

// A device and what measuring on it needs.
class Bench
{
public:
    Bench(std::uint32_t deviceIndex, const std::vector<ProbeCase>& cases, const Settings& settings)
        : m_instance(std::make_shared<Instance>(false, Log{})),
          m_device(m_instance, findDevice(*m_instance, deviceIndex)), m_settings(settings), m_kernels(m_device, true),
          m_bytes(bytesFor(m_device, cases, settings)), m_texels(m_device, m_bytes + kRangeSlack, MemoryKind::Device),
          m_results(m_device, m_bytes + kRangeSlack, MemoryKind::Device),
          m_copy(m_device, m_kernels.layout(), MemoryLimit::Pass::Copy), m_stopwatch(m_device)
    {
    }

    const PhysicalDevice& physical() const { return m_device.physical(); }

    Measurement measure(const ProbeCase& what)
    {
        Measurement result;
        result.what = what;
        const std::uint64_t fit = m_bytes / std::max(what.probeBytes(), what.normalizedBytes());
        result.probeCount = probesThatFit(what, fit);
        result.speed.bytes = (what.probeBytes() + what.normalizedBytes()) * result.probeCount;
        fillBuffer(m_device, m_stopwatch, m_texels, what.format);
        const std::uint64_t copied = result.speed.bytes / 2 / 64 * 64;
        m_copy.bind({m_texels.handle(), 0, copied}, m_results.handle());
        const Spread copies =
            m_stopwatch.time(m_settings.runs, [&](VkCommandBuffer commands) { m_copy.record(commands); });
        result.speed.limit = 2.0 * double(copied) / copies.median;
        result.speed.seconds = timeNormalization(what, result.probeCount);
        return result;
    }

private:
    std::unique_ptr<Buffer> toDevice(std::uint64_t bytes, const std::function<void(std::byte*)>& write)
    {
        auto buffer = std::make_unique<Buffer>(m_device, bytes, MemoryKind::Device);
        Buffer upload(m_device, bytes, MemoryKind::Upload);
        write(upload.mapped());
        upload.flush();
        m_stopwatch.run([&](VkCommandBuffer commands) {
            const VkBufferCopy copy{0, 0, bytes};
            m_device.fn().vkCmdCopyBuffer(commands, upload.handle(), buffer->handle(), 1, &copy);
        });
        return buffer;
    }

    // Descriptor sets of the chunks, whose texels and results lie one after the other.
    std::vector<VkDescriptorSet> bindChunks(DescriptorSets& sets, std::span<const Chunk> chunks, const ProbeCase& what,
                                            const NormalizeTables& tables, const Buffer& denominators)
    {
        std::vector<VkDescriptorSet> bound;
        std::uint64_t texels = 0, results = 0;
        for (const Chunk& chunk : chunks)
        {
            const std::uint64_t count = chunk.texels(tables.shape());
            const BufferRange read{m_texels.handle(), texels, count * formatBytes(what.format)};
            const BufferRange written{m_results.handle(), results, count * formatBytes(normalizedFormat(what.format))};
            const NormalizeBuffers buffers{read, written, &tables, &denominators};
            bound.push_back(sets.update(std::uint32_t(bound.size()), buffers.bindings()));
            texels += alignedRange(read.size);
            results += alignedRange(written.size);
        }
        return bound;
    }

    Spread timeNormalization(const ProbeCase& what, std::uint32_t probeCount)
    {
        const Shape shape = Shape::cubemap(what.faceSize);
        const auto chunks = normalizeChunks(shape, what.format, probeCount, m_device.limits().maxStorageBufferRange);
        NormalizeTables tables(m_device, shape, what.format, shape.rows());
        const auto upload = tables.makeTables(chunks.front());
        m_stopwatch.run([&](VkCommandBuffer commands) { tables.recordTables(commands, *upload); });
        const std::vector<float> values = makeDenominators(what.isRgb, probeCount);
        const auto denominators =
            toDevice(values.size() * 4, [&](std::byte* to) { std::memcpy(to, values.data(), values.size() * 4); });
        DescriptorSets sets(m_device, m_kernels.layout(), std::uint32_t(chunks.size()));
        const auto bound = bindChunks(sets, chunks, what, tables, *denominators);
        const NormalizeVariant variant = normalizeVariant(what.format, normalizedFormat(what.format), what.isRgb, {});
        return m_stopwatch.time(m_settings.runs, [&](VkCommandBuffer commands) {
            for (std::size_t i = 0; i < chunks.size(); ++i)
                recordNormalize(m_device, m_kernels, commands, bound[i], tables, chunks[i], variant, {}, 0);
        });
    }

    std::shared_ptr<Instance> m_instance;
    Device m_device;
    Settings m_settings;
    NormalizeKernels m_kernels;
    std::uint64_t m_bytes;
    Buffer m_texels, m_results;
    MemoryLimit m_copy;
    Stopwatch m_stopwatch;
};

} // namespace

Report normalizeOnVulkan(std::uint32_t deviceIndex, const std::vector<ProbeCase>& cases, const Settings& settings)
{
    return reportOf(Bench(deviceIndex, cases, settings), cases, settings);
}

} // namespace pn::bench

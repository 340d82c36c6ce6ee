#include "bench/bench.h"
#include "bench/device_setup.h"
#include "bench/memory_limit.h"

#include "core/kernel/denominator.h"
#include "core/kernel/denominator_params.h"
#include "core/sh/preset.h"
#include "vulkan/passes/normalize.h"

#include <algorithm>
#include <span>

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

// The denominator of a light with a gradient.
std::vector<float> denominatorWords(bool isRgb)
{
    PnNormalization normalization{};
    normalization.channels = isRgb ? PN_CHANNELS_RGB : PN_CHANNELS_LUMINANCE;
    std::vector<float> coefficients(27, 0.5f);
    std::fill_n(coefficients.begin(), 3, 3.5f);
    const Denominator one = makeDenominator(denominatorParams(resolveNormalization(normalization), 1.0), coefficients);
    std::vector<float> words(shared::kDenominatorWords);
    std::copy(one.values.begin(), one.values.end(), words.begin());
    return words;
}

// A device and what measuring on it needs.
class NormalizeBench
{
public:
    NormalizeBench(std::uint32_t deviceIndex, const std::vector<ProbeCase>& cases, const Settings& settings)
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
        const std::vector<float> words = denominatorWords(what.isRgb);
        Buffer denominators(m_device, words.size() * sizeof(float) * probeCount, MemoryKind::Device);
        fillBuffer(m_device, m_stopwatch, {denominators.handle(), 0, denominators.size()},
                   std::as_bytes(std::span(words))); // with as many of it
        DescriptorSets sets(m_device, m_kernels.layout(), std::uint32_t(chunks.size()));
        const auto bound = bindChunks(sets, chunks, what, tables, denominators);
        NormalizeVariant variant = normalizeVariant(what.format, normalizedFormat(what.format), what.isRgb, {});
        variant.hasOneFace = hasOneFacePerGroup(shape, chunks.front());
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
    return reportOf(NormalizeBench(deviceIndex, cases, settings), cases, settings);
}

} // namespace pn::bench

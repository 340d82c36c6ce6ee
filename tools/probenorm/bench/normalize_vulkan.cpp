#include "bench/device_setup.h"
#include "bench/memory_limit.h"
#include "bench/normalize.h"

#include "core/error.h"
#include "core/normalization.h"
#include "vulkan/division.h"

#include <algorithm>
#include <cstring>

namespace pn::bench {
namespace {

using namespace pn::vulkan;

// Room for one probe of each case at least.
std::uint64_t measuredBytes(const Device& device, const std::vector<NormalizeCase>& cases,
                            const NormalizeSettings& settings)
{
    constexpr std::uint64_t kGpu = 1536ull << 20, kSoftware = 32ull << 20;
    std::uint64_t bytes = settings.bytes != 0 ? settings.bytes : isSoftware(device.physical()) ? kSoftware : kGpu;
    for (const NormalizeCase& what : cases)
        bytes = std::max({bytes, what.readBytes(), what.writtenBytes()});
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
    Bench(std::uint32_t deviceIndex, const std::vector<NormalizeCase>& cases, const NormalizeSettings& settings)
        : m_instance(std::make_shared<Instance>(false, Log{})),
          m_device(m_instance, findDevice(*m_instance, deviceIndex)), m_settings(settings), m_kernels(m_device, true),
          m_bytes(measuredBytes(m_device, cases, settings)),
          m_texels(m_device, m_bytes + kRangeSlack, MemoryKind::Device),
          m_results(m_device, m_bytes + kRangeSlack, MemoryKind::Device),
          m_copy(m_device, m_kernels.layout(), MemoryLimit::Pass::Copy), m_stopwatch(m_device)
    {
    }

    const PhysicalDevice& physical() const { return m_device.physical(); }

    NormalizeMeasurement measure(const NormalizeCase& what)
    {
        NormalizeMeasurement result;
        result.what = what;
        const std::uint64_t fit = m_bytes / std::max(what.readBytes(), what.writtenBytes());
        result.probeCount = what.probeCount != 0 ? what.probeCount : std::uint32_t(fit);
        if (result.probeCount == 0 || result.probeCount > fit)
            throw Error(PN_ERROR_INVALID_ARGUMENT, "so many probes do not fit into the memory that is measured over");
        result.bytes = (what.readBytes() + what.writtenBytes()) * result.probeCount;
        fillBuffer(m_device, m_stopwatch, m_texels, what.format);
        const std::uint64_t copied = result.bytes / 2 / 64 * 64;
        m_copy.bind({m_texels.handle(), 0, copied}, m_results.handle());
        const Spread copies =
            m_stopwatch.time(m_settings.runs, [&](VkCommandBuffer commands) { m_copy.record(commands); });
        result.copyLimit = 2.0 * double(copied) / copies.median;
        const Spread times = timeDivision(what, result.probeCount);
        result.seconds = times.median;
        result.fastest = times.fastest;
        result.slowest = times.slowest;
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

    std::vector<DividePiece> placedPieces(const NormalizeCase& what, std::uint32_t probeCount) const
    {
        auto pieces = dividePieces(m_device, Shape::cubemap(what.faceSize), what.format, probeCount,
                                   m_device.limits().maxStorageBufferRange);
        std::uint64_t texels = 0, results = 0, tables = 0;
        for (DividePiece& piece : pieces)
        {
            piece.texels = texels;
            piece.results = results;
            piece.tables = tables;
            texels += alignedRange(piece.chunk.bytes);
            results += alignedRange(piece.resultBytes);
            tables += alignedRange(piece.tableBytes);
        }
        return pieces;
    }

    Spread timeDivision(const NormalizeCase& what, std::uint32_t probeCount)
    {
        const auto pieces = placedPieces(what, probeCount);
        const Geometry geometry(Shape::cubemap(what.faceSize));
        const auto tables = toDevice(pieces.back().tables + pieces.back().tableBytes, [&](std::byte* to) {
            for (const DividePiece& piece : pieces)
                writeTables(piece, what.format, geometry, to + piece.tables);
        });
        const std::vector<float> values = makeDenominators(what.isRgb, probeCount);
        const auto denominators =
            toDevice(values.size() * 4, [&](std::byte* to) { std::memcpy(to, values.data(), values.size() * 4); });
        DescriptorSets sets(m_device, m_kernels.layout(), std::uint32_t(pieces.size()));
        std::vector<VkDescriptorSet> bound;
        for (const DividePiece& piece : pieces)
        {
            const std::array<BufferRange, 4> buffers{BufferRange{m_texels.handle(), piece.texels, piece.chunk.bytes},
                                                     BufferRange{tables->handle(), piece.tables, piece.tableBytes},
                                                     BufferRange{m_results.handle(), piece.results, piece.resultBytes},
                                                     BufferRange{denominators->handle(), 0, VK_WHOLE_SIZE}};
            bound.push_back(sets.update(std::uint32_t(bound.size()), buffers));
        }
        const DivideVariant variant = divideVariant(what.format, what.isRgb, {});
        return m_stopwatch.time(m_settings.runs, [&](VkCommandBuffer commands) {
            for (std::size_t i = 0; i < pieces.size(); ++i)
                recordDivide(m_device, m_kernels, commands, bound[i], pieces[i], variant, {});
        });
    }

    std::shared_ptr<Instance> m_instance;
    Device m_device;
    NormalizeSettings m_settings;
    DivideKernels m_kernels;
    std::uint64_t m_bytes;
    Buffer m_texels, m_results;
    MemoryLimit m_copy;
    Stopwatch m_stopwatch;
};

} // namespace

std::uint64_t NormalizeCase::readBytes() const
{
    return texelsPerProbe() * pnGetFormatBytes(format);
}

std::uint64_t NormalizeCase::writtenBytes() const
{
    return texelsPerProbe() * pnGetFormatBytes(normalizedFormat(format));
}

NormalizeReport normalizeOnVulkan(std::uint32_t deviceIndex, const std::vector<NormalizeCase>& cases,
                                  const NormalizeSettings& settings)
{
    Bench bench(deviceIndex, cases, settings);
    NormalizeReport report{bench.physical().properties.deviceName, bench.physical().driver, {}};
    for (const NormalizeCase& what : cases)
    {
        if (settings.onCase)
            settings.onCase(what);
        report.rows.push_back(bench.measure(what));
    }
    return report;
}

} // namespace pn::bench

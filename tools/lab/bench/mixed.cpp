#include "lab/bench/mixed.h"

#include "lab/bench/device_setup.h"
#include "lab/bench/memory_limit.h"
#include "lab/bench/random_words.h"
#include "lab/bench/statistics.h"

#include "probenorm/probenorm.hpp"
#include "vulkan/passes/normalize.h"

#include <algorithm>
#include <vector>

namespace pn::bench {
namespace {

using namespace pn::vulkan;

constexpr std::uint32_t kWarmUps = 2;

// One 2048^2, 100 of 256^2 and 10 000 of 16^2 in each round, in an order in which sizes alternate.
std::vector<std::uint32_t> faceSizes(const MixedSettings& settings)
{
    const std::uint32_t large = std::max(2048 / settings.shrink, 1u), middle = std::max(256 / settings.shrink, 1u);
    const std::uint32_t middles = std::max(100 / settings.shrink, 1u), smalls = std::max(10'000 / settings.shrink, 1u);
    std::vector<std::uint32_t> sizes;
    for (std::uint32_t round = 0; round < settings.rounds; ++round)
    {
        for (std::uint32_t i = 0; i < smalls; ++i)
        {
            sizes.push_back(16);
            if (i % std::max(smalls / middles, 1u) == 0 && i / std::max(smalls / middles, 1u) < middles)
                sizes.push_back(middle);
        }
        sizes.push_back(large);
    }
    return sizes;
}

// Cubemaps of random texels, one after the other, and as much room for what they are divided into.
class MixedProbes
{
public:
    explicit MixedProbes(const std::vector<std::uint32_t>& sizes) : m_shs(sizes.size()), m_light(makeLight())
    {
        for (const std::uint32_t size : sizes)
            m_bytes += faceBytes(size) * 6;
        m_texels.resize(m_bytes);
        m_results.resize(m_bytes);
        fillRandom(m_texels, PN_FORMAT_RGBA16F);
        std::size_t at = 0;
        for (const std::uint32_t size : sizes)
            at += add(size, at);
        for (std::size_t i = 0; i < sizes.size(); ++i)
        {
            auto item = probenorm::sized<PnNormalizeItem>();
            item.mipCount = 1;
            item.mips = &m_views[i];
            item.targets = &m_targets[i];
            item.light = &m_light;
            m_items.push_back(item);
        }
    }

    std::uint64_t bytes() const { return m_bytes; }

    // Both return the seconds of the device.
    double project(PnContext context)
    {
        std::vector<PnProjectInfo> infos(m_views.size(), probenorm::sized<PnProjectInfo>());
        probenorm::check(pnProjectCubemaps(context, std::uint32_t(m_views.size()), m_views.data(), nullptr,
                                           m_shs.data(), infos.data(), nullptr));
        return 1e-9 * double(infos.front().gpuNanoseconds);
    }

    double normalize(PnContext context)
    {
        std::vector<PnNormalizeInfo> infos(m_items.size(), probenorm::sized<PnNormalizeInfo>());
        auto normalization = probenorm::sized<PnNormalization>();
        normalization.channels = PN_CHANNELS_LUMINANCE;
        probenorm::check(pnNormalizeCubemaps(context, std::uint32_t(m_items.size()), m_items.data(), &normalization,
                                             nullptr, nullptr, nullptr, infos.data(), nullptr));
        return 1e-9 * double(infos.front().gpuNanoseconds);
    }

private:
    static std::uint64_t faceBytes(std::uint32_t size)
    {
        return std::uint64_t{8} * size * size; // RGBA16F
    }

    static PnSh makeLight()
    {
        PnSh light{};
        light.bands = 3;
        std::fill_n(light.rgb[0], 3, 3.5f);
        std::fill_n(light.rgb[1], 3, 0.5f);
        return light;
    }

    std::size_t add(std::uint32_t size, std::size_t at)
    {
        auto view = probenorm::sized<PnCubemapView>();
        auto target = probenorm::sized<PnCubemapTarget>();
        view.faceSize = size;
        view.format = target.format = PN_FORMAT_RGBA16F;
        view.faceBytes = target.faceBytes = faceBytes(size);
        for (std::size_t face = 0; face < 6; ++face)
        {
            view.faces[face] = &m_texels[at + face * view.faceBytes];
            target.faces[face] = &m_results[at + face * view.faceBytes];
        }
        m_views.push_back(view);
        m_targets.push_back(target);
        return 6 * view.faceBytes;
    }

    std::uint64_t m_bytes = 0;
    std::vector<std::byte> m_texels, m_results;
    std::vector<PnCubemapView> m_views;
    std::vector<PnCubemapTarget> m_targets;
    std::vector<PnNormalizeItem> m_items;
    std::vector<PnSh> m_shs;
    PnSh m_light;
};

// The fastest plain read and copy of so many bytes, on a logical device of their own.
class Limits
{
public:
    Limits(std::uint32_t deviceIndex, std::uint64_t bytes)
        : m_instance(std::make_shared<Instance>(false, Log{})),
          m_device(m_instance, findDevice(*m_instance, deviceIndex)), m_layout(m_device), m_bytes(bytes / 64 * 64),
          m_from(m_device, m_bytes + kRangeSlack, MemoryKind::Device),
          m_to(m_device, m_bytes + kRangeSlack, MemoryKind::Device), m_stopwatch(m_device)
    {
        fillBuffer(m_device, m_stopwatch, m_from, PN_FORMAT_RGBA16F);
    }

    const PhysicalDevice& physical() const { return m_device.physical(); }

    double of(MemoryLimit::Pass pass, std::uint32_t runs)
    {
        MemoryLimit limit(m_device, m_layout, pass);
        limit.bind({m_from.handle(), 0, m_bytes}, pass == MemoryLimit::Pass::Copy ? m_to.handle() : VK_NULL_HANDLE);
        const Spread times = m_stopwatch.time(runs, [&](VkCommandBuffer commands) { limit.record(commands); });
        return double(m_bytes) * (pass == MemoryLimit::Pass::Copy ? 2.0 : 1.0) / times.median;
    }

private:
    std::shared_ptr<Instance> m_instance;
    Device m_device;
    PipelineLayout m_layout;
    std::uint64_t m_bytes;
    Buffer m_from, m_to;
    Stopwatch m_stopwatch;
};

template <typename Work>
double medianOf(std::uint32_t runs, Work&& work)
{
    std::vector<double> times;
    for (std::uint32_t run = 0; run < kWarmUps + runs; ++run)
    {
        const double taken = work();
        if (run >= kWarmUps)
            times.push_back(taken);
    }
    return spread(times).median;
}

} // namespace

MixedReport measureMixed(const PnContextDesc& desc, const MixedSettings& settings)
{
    const std::vector<std::uint32_t> sizes = faceSizes(settings);
    MixedProbes probes(sizes);
    PnContextDesc whole = desc;
    if (whole.chunkBytes == 0)
        whole.chunkBytes = probes.bytes() + probes.bytes() / 8; // all in one submission
    const probenorm::Context context(whole);
    Limits limits(desc.deviceIndex, probes.bytes());
    MixedReport report;
    report.device = limits.physical().properties.deviceName;
    report.driver = limits.physical().driver;
    report.probes = std::uint32_t(sizes.size());
    const auto begin = [&](const char* what) {
        if (settings.onCase)
            settings.onCase(what);
    };
    begin("projection");
    report.projection.bytes = probes.bytes();
    report.projection.limit = limits.of(MemoryLimit::Pass::Read, settings.runs);
    report.projection.seconds = medianOf(settings.runs, [&] { return probes.project(context.get()); });
    begin("normalization");
    report.normalization.bytes = 2 * probes.bytes();
    report.normalization.limit = limits.of(MemoryLimit::Pass::Copy, settings.runs);
    report.normalization.seconds = medianOf(settings.runs, [&] { return probes.normalize(context.get()); });
    return report;
}

} // namespace pn::bench

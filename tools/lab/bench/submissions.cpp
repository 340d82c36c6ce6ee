#include "lab/bench/submissions.h"

#include "lab/bench/bench.h"
#include "lab/bench/random_words.h"
#include "lab/bench/statistics.h"

#include "probenorm/probenorm.hpp"
#include "vulkan/vulkan_backend.h"

#include <algorithm>
#include <cmath>

namespace pn::bench {
namespace {

constexpr PnFormat kFormats[] = {PN_FORMAT_RGBA32F,    PN_FORMAT_RGB32F, PN_FORMAT_RGBA16F,   PN_FORMAT_RGB9E5,
                                 PN_FORMAT_R11G11B10F, PN_FORMAT_RGBA8,  PN_FORMAT_RGBA8_SRGB};
constexpr std::uint32_t kSmallFace = 16;

bool isNormalized(const SubmissionCase& what)
{
    return what.kind == SubmissionKind::NormalizeCubemap || what.kind == SubmissionKind::NormalizeCubemaps;
}

// What a submission reads and writes is bounded by the same number of bytes.
std::uint64_t texelsThatFit(const SubmissionCase& what, std::uint64_t chunkBytes)
{
    const ProbeCase texel{.format = what.format, .faceSize = 1};
    const std::uint64_t read = texel.probeBytes() / 6, written = isNormalized(what) ? texel.normalizedBytes() / 6 : 0;
    return chunkBytes / std::max(read, written);
}

// The texels of a case, and the arrays that its call takes.
class Work
{
public:
    Work(const SubmissionCase& what, std::uint64_t chunkBytes) : m_what(what)
    {
        const std::uint64_t texels = texelsThatFit(what, chunkBytes);
        const bool isSmall =
            what.kind == SubmissionKind::ProjectCubemaps || what.kind == SubmissionKind::NormalizeCubemaps;
        const auto edge = [texels](double squares) { return std::uint32_t(std::sqrt(double(texels) / squares)); };
        m_isMap = what.kind == SubmissionKind::ProjectMap;
        m_size = isSmall ? kSmallFace : edge(m_isMap ? 2.0 : 6.0);
        m_count = isSmall ? std::uint32_t(texels / (6 * kSmallFace * kSmallFace)) : 1;
        m_texels.resize(m_count * (m_isMap ? 2 : 6) * std::size_t{m_size} * m_size * pnGetFormatBytes(what.format));
        fillRandom(m_texels, what.format);
        m_infos.assign(m_count, probenorm::sized<PnProjectInfo>());
        m_shs.resize(m_count);
        if (m_isMap)
            return;
        makeViews();
        if (isNormalized(what))
            makeItems();
    }

    std::uint32_t count() const { return m_count; }
    std::uint64_t bytes() const { return m_texels.size(); }

    double seconds(PnContext context)
    {
        auto options = probenorm::sized<PnProjectOptions>();
        options.bands = m_what.bands;
        if (isNormalized(m_what))
            normalize(context);
        else if (m_isMap)
            probenorm::check(pnProjectEquirect(context, &map(), &options, m_shs.data(), m_infos.data()));
        else
            probenorm::check(
                pnProjectCubemaps(context, m_count, m_views.data(), &options, m_shs.data(), m_infos.data(), nullptr));
        const PnProjectInfo& info = m_infos.front();
        return 1e-9 * double(info.gpuNanoseconds != 0 ? info.gpuNanoseconds : info.callNanoseconds);
    }

private:
    void makeViews()
    {
        const std::size_t faceBytes = m_texels.size() / m_count / 6;
        for (std::size_t i = 0; i < m_count; ++i)
        {
            auto view = probenorm::sized<PnCubemapView>();
            view.faceSize = m_size;
            view.format = m_what.format;
            view.faceBytes = faceBytes;
            for (std::size_t face = 0; face < 6; ++face)
                view.faces[face] = &m_texels[(i * 6 + face) * faceBytes];
            m_views.push_back(view);
        }
    }

    void makeItems()
    {
        const ProbeCase probe{.format = m_what.format, .faceSize = m_size};
        const std::size_t faceBytes = probe.normalizedBytes() / 6;
        const bool isWidened = probe.normalizedBytes() != probe.probeBytes();
        m_results.resize(probe.normalizedBytes() * m_count);
        m_items.assign(m_count, probenorm::sized<PnNormalizeItem>());
        for (std::size_t i = 0; i < m_count; ++i)
        {
            auto target = probenorm::sized<PnCubemapTarget>();
            target.format = isWidened ? PN_FORMAT_RGBA16F : m_what.format;
            target.faceBytes = faceBytes;
            for (std::size_t face = 0; face < 6; ++face)
                target.faces[face] = &m_results[(i * 6 + face) * faceBytes];
            m_targets.push_back(target);
        }
        for (std::size_t i = 0; i < m_count; ++i)
        {
            m_items[i].mipCount = 1;
            m_items[i].mips = &m_views[i];
            m_items[i].targets = &m_targets[i];
        }
    }

    PnEquirectView& map()
    {
        m_map = probenorm::sized<PnEquirectView>();
        m_map.width = 2 * m_size;
        m_map.height = m_size;
        m_map.format = m_what.format;
        m_map.texels = m_texels.data();
        m_map.texelBytes = m_texels.size();
        return m_map;
    }

    void normalize(PnContext context)
    {
        auto normalization = probenorm::sized<PnNormalization>();
        normalization.channels = m_what.isRgb ? PN_CHANNELS_RGB : PN_CHANNELS_LUMINANCE;
        probenorm::check(pnNormalizeCubemaps(context, m_count, m_items.data(), &normalization, nullptr, m_shs.data(),
                                             m_infos.data(), nullptr, nullptr));
    }

    SubmissionCase m_what;
    bool m_isMap = false;
    std::uint32_t m_size = 0, m_count = 0;
    std::vector<std::byte> m_texels, m_results;
    std::vector<PnCubemapView> m_views;
    std::vector<PnCubemapTarget> m_targets;
    std::vector<PnNormalizeItem> m_items;
    PnEquirectView m_map{};
    std::vector<PnSh> m_shs;
    std::vector<PnProjectInfo> m_infos;
};

SubmissionTimes timeCase(const SubmissionCase& what, std::uint64_t chunkBytes, PnContext context, std::uint32_t runs)
{
    Work work(what, chunkBytes);
    work.seconds(context); // makes pipelines and tests them
    std::vector<double> times;
    for (std::uint32_t run = 0; run < runs; ++run)
        times.push_back(work.seconds(context));
    const Spread spread = bench::spread(times);
    return {what, work.count(), work.bytes(), spread.median, spread.slowest};
}

} // namespace

std::vector<SubmissionCase> allSubmissions()
{
    std::vector<SubmissionCase> cases;
    for (const PnFormat format : kFormats)
        for (const std::uint32_t bands : {3u, 5u})
            for (const SubmissionKind kind :
                 {SubmissionKind::ProjectCubemap, SubmissionKind::ProjectCubemaps, SubmissionKind::ProjectMap})
                cases.push_back({kind, format, bands, false});
    for (const PnFormat format : kFormats)
        for (const bool isRgb : {false, true})
            for (const SubmissionKind kind : {SubmissionKind::NormalizeCubemap, SubmissionKind::NormalizeCubemaps})
                cases.push_back({kind, format, 3, isRgb});
    return cases;
}

SubmissionReport timeSubmissions(std::uint32_t deviceIndex, const std::vector<SubmissionCase>& cases,
                                 const SubmissionSettings& settings)
{
    const vulkan::Instance instance(false, vulkan::Log{});
    const vulkan::PhysicalDevice device = instance.physicalDevices().at(deviceIndex);
    const probenorm::Context context(PN_BACKEND_VULKAN, deviceIndex);
    SubmissionReport report{device.properties.deviceName, device.driver, vulkan::defaultChunkBytes(device), {}};
    for (const SubmissionCase& what : cases)
    {
        if (settings.onCase)
            settings.onCase(what);
        report.rows.push_back(timeCase(what, report.chunkBytes, context.get(), settings.runs));
    }
    return report;
}

} // namespace pn::bench

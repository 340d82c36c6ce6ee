#include "api/normalize_call.h"

#include "api/arguments.h"
#include "api/call.h"
#include "api/project_call.h"
#include "api/views.h"
#include "core/kernel/denominator_params.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <vector>

namespace pn::api {
namespace {

// One cubemap of a call, checked.
struct NormalizeItem
{
    std::vector<ProbeView> mips;
    std::vector<CubemapTarget> targets;
    std::optional<PnSh> light;
    std::size_t madeMips = 0;
};

// The light to divide by; rows beyond its bands are zero. No projection gives values above 2^68, and up to that limit
// no product overflows.
PnSh readDivisor(const PnSh* light)
{
    const PnSh sh = roundSh(readFiniteSh(light, "light"));
    for (const auto& rgb : sh.rgb)
        for (const float channel : rgb)
            require(std::abs(channel) <= 0x1p68f, "light must be at most 2^68");
    return sh;
}

void requireMips(const std::vector<ProbeView>& mips)
{
    for (std::size_t i = 1; i < mips.size(); ++i)
    {
        const Element mip{"mip", std::uint32_t(i), std::uint32_t(mips.size())};
        require(mips[i].format == mips[0].format, mip, ".format must be that of the first mip");
        require(mips[i].shape.width == std::max(1u, mips[i - 1].shape.width / 2), mip,
                ".width must be half of the mip's before, at least 1");
    }
}

// Mips that are made have a shape and a format, and no texels yet.
void addMadeMips(NormalizeItem& item, std::uint32_t mipCount)
{
    item.madeMips = mipCount - item.mips.size();
    while (item.mips.size() < mipCount)
    {
        const ProbeView& last = item.mips.back();
        require(last.shape.width >= 2, "mipCount must end with the mip of one texel where mips are made");
        item.mips.push_back({Shape::cubemap(last.shape.width / 2), last.format, 0, {}});
    }
}

NormalizeItem readItem(const PnNormalizeItem& from, const PnProjectOptions& options)
{
    const std::uint32_t mipCount = from.mipCount;
    require(mipCount >= 1 && mipCount <= 15, "mipCount must be in 1..15");
    require(from.givenMipCount <= mipCount, "givenMipCount must be at most mipCount");
    require(from.reserved == 0, "reserved must be 0");
    NormalizeItem item;
    item.mips = readCubemaps(from.mips, from.givenMipCount != 0 ? from.givenMipCount : mipCount, "mip");
    requireMips(item.mips);
    addMadeMips(item, mipCount);
    if (from.light != nullptr)
        item.light = readDivisor(from.light);
    require(from.light == nullptr || options.badTexels == PN_BAD_TEXEL_REPLACE,
            "options.badTexels must be PN_BAD_TEXEL_REPLACE where the light is given, since nothing is counted");
    item.targets = readTargets(from.targets, item.mips);
    return item;
}

PnNormalizeInfo toNormalizeInfo(const DenominatorFacts& facts, const BackendChoice& choice)
{
    return {.structSize = 0,
            .backend = choice.kind,
            .isReproducible = choice.isReproducible ? 1u : 0u,
            .width = float(facts.width),
            .minimumBefore = float(facts.minimumBefore),
            .minimumAfter = float(facts.minimumAfter),
            .energyKept = float(facts.energyKept),
            .average = float(facts.average),
            .uploadedBytes = 0,
            .gpuNanoseconds = 0,
            .callNanoseconds = 0};
}

// Its texels may be gone when a device fails.
bool isInPlace(const ProbeTask& task)
{
    for (std::size_t mip = 0; mip < task.targets.size(); ++mip)
        for (std::size_t face = 0; face < 6; ++face)
            if (task.targets[mip].faces[face] == task.mips[mip].faces[face])
                return true;
    return false;
}

class NormalizeCall final : public BackendCall
{
public:
    NormalizeCall(std::span<const NormalizeItem> items, const PnNormalization& normalization,
                  const PnProjectOptions& options, const NormalizeOutputs& outputs, PnProgress* progress)
        : BackendCall(items.size(), options, outputs.completed, progress), m_items(items),
          m_normalization(normalization), m_options(options), m_outputs(outputs), m_settings(toSettings(options)),
          m_results(items.size()), m_infoSize(readOptionalSize(outputs.infos, sizeof(PnNormalizeInfo), "outInfo")),
          m_projectSize(readOptionalSize(outputs.projectInfos, sizeof(PnProjectInfo), "outProjectInfo"))
    {
        m_settings.bands = std::max(3u, m_settings.bands); // what the denominator reads; the first rows are the same
        for (const NormalizeItem& item : items)
            m_tasks.push_back({.mips = item.mips,
                               .targets = item.targets,
                               .madeMips = item.madeMips,
                               .light = item.light ? &*item.light : nullptr,
                               .lobes = lobesOf(item.mips)});
    }

private:
    BackendChoice choose(PnContext_T& context, std::uint32_t index) const override
    {
        return chooseBackend(context, m_tasks[index], m_settings);
    }

    BackendTimes runRange(std::uint32_t begin, std::uint32_t end) override
    {
        return choice().backend->normalize(std::span(m_tasks).subspan(begin, end - begin), m_settings,
                                           std::span(m_results).subspan(begin, end - begin), *this);
    }

    bool canRepeat(std::uint32_t begin) const override
    {
        const auto unfinished = std::span(m_tasks).subspan(begin);
        return std::none_of(unfinished.begin(), unfinished.end(), isInPlace);
    }

    // Cubemaps with the same number of mips share their lobes.
    std::span<const shared::DenominatorParams> lobesOf(const std::vector<ProbeView>& mips)
    {
        const auto [found, isNew] = m_lobes.try_emplace({mips.front().shape.width, mips.size()});
        if (isNew)
            found->second = denominatorParams(m_normalization, mips.front().shape.width, mips.size());
        return found->second;
    }

    // Outputs are written only after everything that can fail.
    void handOver(std::uint32_t index) override
    {
        const NormalizeItem& item = m_items[index];
        const NormalizeResult& result = m_results[index];
        const DenominatorFacts facts =
            describeDenominator(m_normalization, result.projection.sh, result.deringSteps.front());
        if (!item.light)
            handOverProjection(index);
        if (m_outputs.shs != nullptr)
            m_outputs.shs[index] = item.light ? *item.light : firstBands(result.projection.sh, m_options.bands);
        writeDesc(elementAt(m_outputs.infos, m_infoSize, index), m_infoSize, toNormalizeInfo(facts, choice()));
    }

    void handOverProjection(std::uint32_t index)
    {
        const PnProjectInfo info = toInfo(m_results[index].projection, m_items[index].mips.front().shape, choice().kind,
                                          choice().isReproducible);
        const bool isBad = m_options.badTexels == PN_BAD_TEXEL_ERROR && info.hasBadTexel != 0;
        const std::string subject = joined(Element{"item", index, count()}, ".mips[0]");
        const Error error(PN_ERROR_BAD_TEXEL, isBad ? badTexelMessage(subject, info) : std::string());
        writeDesc(elementAt(m_outputs.projectInfos, m_projectSize, index), m_projectSize, info);
        if (isBad)
            throw error;
    }

    void handOverTimes() override
    {
        for (std::uint32_t i = 0; i < count(); ++i)
        {
            if (m_outputs.infos != nullptr)
                writeTimes(*elementAt(m_outputs.infos, m_infoSize, i));
            if (m_outputs.projectInfos != nullptr && !m_items[i].light)
                writeTimes(*elementAt(m_outputs.projectInfos, m_projectSize, i));
        }
    }

    std::span<const NormalizeItem> m_items;
    const PnNormalization& m_normalization;
    const PnProjectOptions& m_options;
    NormalizeOutputs m_outputs;
    ProjectSettings m_settings;
    std::map<std::pair<std::uint32_t, std::size_t>, std::vector<shared::DenominatorParams>>
        m_lobes; // by size of the first mip and count of mips
    std::vector<ProbeTask> m_tasks;
    std::vector<NormalizeResult> m_results;
    std::uint32_t m_infoSize, m_projectSize;
};

} // namespace

void normalizeCubemaps(PnContext context, std::uint32_t count, const PnNormalizeItem* items,
                       const PnNormalization* normalization, const PnProjectOptions* options,
                       const NormalizeOutputs& outputs)
{
    require(context != nullptr, "context is null");
    const PnProjectOptions knownOptions = readOptions(options);
    const PnNormalization knownNormalization = readNormalization(normalization);
    std::vector<NormalizeItem> read;
    readItems(items, count, [&](const PnNormalizeItem& item) { read.push_back(readItem(item, knownOptions)); });
    NormalizeCall(read, knownNormalization, knownOptions, outputs, knownOptions.progress).run(*context);
}

} // namespace pn::api

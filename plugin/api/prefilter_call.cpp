#include "api/prefilter_call.h"

#include "api/arguments.h"
#include "api/call.h"
#include "api/views.h"
#include "core/sh/roughness_mapping.h"

#include <algorithm>

namespace pn::api {
namespace {

// One cubemap of a call, checked.
struct PrefilterItem
{
    ProbeView source;
    std::vector<PrefilterMip> mips;
    std::vector<CubemapTarget> targets;
};

void requireMipCount(std::uint32_t mipCount, const char* name)
{
    require(mipCount >= 1 && mipCount <= 15, name, " must be in 1..15");
}

// What a caller asks for, with all defaults in place but the size of mip 0.
class Request
{
public:
    explicit Request(const PnPrefilter* prefilter) : m_values(readDesc(prefilter, sizeof(PnPrefilter), "prefilter"))
    {
        const auto orDefault = [](std::int32_t value, std::int32_t byDefault) {
            return value != 0 ? value : byDefault;
        };
        m_values.lobe = orDefault(m_values.lobe, PN_LOBE_GGX);
        m_values.mapping = orDefault(m_values.mapping, PN_ROUGHNESS_MAPPING_LINEAR);
        m_values.effort = orDefault(m_values.effort, PN_EFFORT_BAKED);
        require(m_values.lobe >= PN_LOBE_COSINE && m_values.lobe <= PN_LOBE_CHARLIE,
                "prefilter.lobe must be one of PN_LOBE_*");
        require(isRoughnessMapping(m_values.mapping), "prefilter.mapping must be one of PN_ROUGHNESS_MAPPING_*");
        require(m_values.effort == PN_EFFORT_BAKED || m_values.effort == PN_EFFORT_REALTIME,
                "prefilter.effort must be one of PN_EFFORT_*");
        requireMipCount(m_values.mipCount, "prefilter.mipCount");
        for (std::uint32_t i = 0; m_values.roughness != nullptr && i < m_values.mipCount; ++i)
            m_roughness.push_back(readRoughness(i));
    }

    std::uint32_t baseSize() const { return m_values.baseSize; } // 0: the source's

    std::vector<PrefilterMip> mipsOf(std::uint32_t sourceSize) const
    {
        const std::uint32_t baseSize = m_values.baseSize != 0 ? m_values.baseSize : sourceSize;
        require(baseSize <= sourceSize, "prefilter.baseSize must be at most the source's faceSize, ", sourceSize);
        const std::vector<float> roughness =
            m_roughness.empty() ? mipRoughness(m_values.mapping, baseSize, m_values.mipCount) : m_roughness;
        std::vector<PrefilterMip> mips;
        for (std::uint32_t i = 0; i < m_values.mipCount; ++i)
            mips.push_back({.sourceSize = sourceSize,
                            .size = std::max(1u, baseSize >> i),
                            .lobe = m_values.lobe,
                            .roughness = roughness[i],
                            .tolerance = toleranceOf(m_values.effort, m_values.lobe, roughness[i])});
        return mips;
    }

private:
    float readRoughness(std::uint32_t mip) const
    {
        const float value = m_values.roughness[mip];
        require(value >= 0 && value <= 1, "prefilter.roughness[", mip, "] must be in 0..1"); // NaN fails, too
        return value;
    }

    PnPrefilter m_values;
    std::vector<float> m_roughness; // empty: the mapping's
};

PrefilterItem readItem(const PnPrefilterItem& from, const Request& request)
{
    PrefilterItem item;
    require(from.reserved == 0, "reserved must be 0");
    item.source = readCubemaps(from.cubemap, 1, "cubemap").front();
    const std::uint32_t width = item.source.shape.width;
    require(request.baseSize() <= width, "cubemap.width must be at least prefilter.baseSize, ", request.baseSize(),
            ", found ", width);
    item.mips = request.mipsOf(width);
    std::vector<std::uint32_t> sizes;
    for (const PrefilterMip& mip : item.mips)
        sizes.push_back(mip.size);
    item.targets = readTargets(from.targets, sizes);
    return item;
}

class PrefilterCall final : public BackendCall
{
public:
    PrefilterCall(std::span<const PrefilterItem> items, const PnProjectOptions& options, PnPrefilterInfo* infos,
                  std::uint32_t* completed, PnProgress* progress)
        : BackendCall(items.size(), options, completed, progress), m_policy(toSettings(options).policy), m_infos(infos),
          m_infoSize(readOptionalSize(infos, sizeof(PnPrefilterInfo), "outInfo"))
    {
        for (const PrefilterItem& item : items)
            m_tasks.push_back({item.source, item.mips, item.targets});
    }

private:
    BackendChoice choose(PnContext_T& context, std::uint32_t index) const override
    {
        return chooseBackend(context, m_tasks[index], m_policy);
    }

    BackendTimes runRange(std::uint32_t begin, std::uint32_t end) override
    {
        return choice().backend->prefilter(std::span(m_tasks).subspan(begin, end - begin), m_policy, *this);
    }

    bool canRepeat(std::uint32_t) const override { return true; }

    void handOver(std::uint32_t index) override
    {
        PnPrefilterInfo info{};
        info.backend = choice().kind;
        info.isReproducible = choice().isReproducible ? 1 : 0;
        writeDesc(elementAt(m_infos, m_infoSize, index), m_infoSize, info);
    }

    void handOverTimes() override
    {
        for (std::uint32_t i = 0; m_infos != nullptr && i < count(); ++i)
            writeTimes(*elementAt(m_infos, m_infoSize, i));
    }

    TexelPolicy m_policy;
    std::vector<PrefilterTask> m_tasks;
    PnPrefilterInfo* m_infos;
    std::uint32_t m_infoSize;
};

} // namespace

void prefilterCubemaps(PnContext context, std::uint32_t count, const PnPrefilterItem* items,
                       const PnPrefilter* prefilter, const PnProjectOptions* options, PnPrefilterInfo* outInfos,
                       std::uint32_t* outCompleted)
{
    require(context != nullptr, "context is null");
    const PnProjectOptions known = readPrefilterOptions(options);
    const Request request(prefilter);
    std::vector<PrefilterItem> read;
    readItems(items, count, [&](const PnPrefilterItem& item) { read.push_back(readItem(item, request)); });
    PrefilterCall(read, known, outInfos, outCompleted, known.progress).run(*context);
}

std::vector<PrefilterMip> readPrefilterMips(const PnPrefilter* prefilter, std::uint32_t sourceSize)
{
    return Request(prefilter).mipsOf(sourceSize);
}

PnProjectOptions readPrefilterOptions(const PnProjectOptions* options)
{
    const PnProjectOptions read = readOptions(options);
    require(read.badTexels == PN_BAD_TEXEL_REPLACE,
            "options.badTexels must be PN_BAD_TEXEL_REPLACE, since nothing is counted");
    return read;
}

std::vector<float> readMipRoughness(PnRoughnessMapping mapping, std::uint32_t baseSize, std::uint32_t mipCount)
{
    mapping = mapping != 0 ? mapping : PN_ROUGHNESS_MAPPING_LINEAR;
    require(isRoughnessMapping(mapping), "mapping must be one of PN_ROUGHNESS_MAPPING_*");
    require(baseSize >= 1 && baseSize <= PN_MAX_FACE_SIZE, "baseSize must be in 1..16384");
    requireMipCount(mipCount, "mipCount");
    return mipRoughness(mapping, baseSize, mipCount);
}

} // namespace pn::api

// Part 4 of probenorm.h, in its order: many probes at once, ringing, devices, messages, versions.
#include "probenorm/probenorm.h"

#include "api/context.h"
#include "api/extract_call.h"
#include "api/normalize_call.h"
#include "api/prefilter_call.h"
#include "api/project_call.h"
#include "core/inspect/inspect.h"
#include "core/sh/evaluate.h"
#include "core/sh/minimum.h"
#include "core/sh/window.h"

using namespace pn;
using namespace pn::api;

namespace {

template <typename View>
PnResult projectMany(PnContext context, std::uint32_t count, const View* views, const PnProjectOptions* options,
                     const ProjectOutputs& outputs) noexcept
{
    return guarded([&] {
        if (outputs.completed != nullptr)
            *outputs.completed = 0;
        project(context, readViews(views, count), options, outputs);
    });
}

void findMinima(const ShSet& set, float* outMinimum)
{
    require(outMinimum != nullptr, "outMinimum is null");
    for (std::size_t c = 0; c < 3; ++c)
        outMinimum[c] = float(findMinimum(channelOf(set, c)));
    outMinimum[3] = float(findMinimum(weightedSum(set, kRec709)));
}

PnDeringInfo deringInfo(const Dering& dering)
{
    return {.structSize = 0,
            .width = float(dering.width()),
            .minimumBefore = float(dering.minimumBefore),
            .minimumAfter = float(dering.minimumAfter),
            .energyKept = float(dering.energyKept)};
}

void requireChain(std::span<const ProbeView> mips)
{
    for (std::size_t i = 1; i < mips.size(); ++i)
        require(mips[i].shape.width == mips[i - 1].shape.width / 2 && mips[i].shape.width != 0, "mips[", i,
                "].faceSize must be half of the mip's before, at least 1");
}

void inspectEnvironment(PnContext context, std::span<const ProbeView> mips, std::uint32_t capacity, PnFinding* findings,
                        std::uint32_t* outCount)
{
    require(context != nullptr, "context is null");
    require(outCount != nullptr, "outCount is null");
    require(capacity == 0 || findings != nullptr, "findings is null");
    const std::uint32_t size = capacity == 0 ? 0 : readStructSize(findings, sizeof(PnFinding), "findings[0]");
    const std::vector<PnFinding> found = inspect::inspect(mips, context->threadCount);
    *outCount = std::uint32_t(found.size());
    auto* at = reinterpret_cast<std::byte*>(findings);
    for (std::size_t i = 0; i < std::min<std::size_t>(found.size(), capacity); ++i, at += size)
        writeDesc(reinterpret_cast<PnFinding*>(at), size, found[i]);
}

} // namespace

PnResult pnProjectCubemaps(PnContext context, uint32_t count, const PnCubemapView* cubemaps,
                           const PnProjectOptions* options, PnSh* outShs, PnProjectInfo* outInfos,
                           uint32_t* outCompleted)
{
    return projectMany(context, count, cubemaps, options, {outShs, outInfos, outCompleted});
}

PnResult pnProjectEquirects(PnContext context, uint32_t count, const PnEquirectView* maps,
                            const PnProjectOptions* options, PnSh* outShs, PnProjectInfo* outInfos,
                            uint32_t* outCompleted)
{
    return projectMany(context, count, maps, options, {outShs, outInfos, outCompleted});
}

// NOLINTNEXTLINE(readability-function-size): what is optional comes last, as in the other calls
PnResult pnNormalizeCubemaps(PnContext context, uint32_t count, const PnNormalizeItem* items,
                             const PnNormalization* normalization, const PnProjectOptions* options, PnSh* outShs,
                             PnProjectInfo* outProjectInfos, PnNormalizeInfo* outInfos, uint32_t* outCompleted)
{
    return guarded([&] {
        if (outCompleted != nullptr)
            *outCompleted = 0;
        normalizeCubemaps(context, count, items, normalization, options,
                          {outShs, outProjectInfos, outInfos, outCompleted});
    });
}

PnResult pnPrefilterCubemaps(PnContext context, uint32_t count, const PnPrefilterItem* items,
                             const PnPrefilter* prefilter, const PnProjectOptions* options, PnPrefilterInfo* outInfos,
                             uint32_t* outCompleted)
{
    return guarded([&] {
        if (outCompleted != nullptr)
            *outCompleted = 0;
        prefilterCubemaps(context, count, items, prefilter, options, outInfos, outCompleted);
    });
}

// NOLINTNEXTLINE(readability-function-size): one call for both kinds of input, outputs last
PnResult pnExtractLights(PnContext context, const PnCubemapView* cubemap, const PnEquirectView* map,
                         const PnProjectOptions* options, const PnLightOptions* lightOptions, PnLights* outLights,
                         PnSh* outResidualSh, uint64_t residualFloats, float* outResidual)
{
    return guarded([&] {
        extractLights(context, {cubemap, map, options, lightOptions, residualFloats, outResidual},
                      {outLights, outResidualSh, nullptr});
    });
}

// NOLINTNEXTLINE(readability-function-size): outputs last, as in the other calls
PnResult pnExtractLightsOfMany(PnContext context, uint32_t count, const PnLightItem* items,
                               const PnProjectOptions* options, const PnLightOptions* lightOptions, PnLights* outLights,
                               PnSh* outResidualShs, uint32_t* outCompleted)
{
    return guarded([&] {
        if (outCompleted != nullptr)
            *outCompleted = 0;
        extractLightsOfMany(context, {count, items, options, lightOptions}, {outLights, outResidualShs, outCompleted});
    });
}

const char* pnGetFindingName(PnFindingKind kind)
{
    return inspect::findingName(kind);
}

PnResult pnInspectCubemap(PnContext context, uint32_t mipCount, const PnCubemapView* mips, uint32_t capacity,
                          PnFinding* findings, uint32_t* outCount)
{
    return guarded([&] {
        require(mipCount >= 1 && mipCount <= 15, "mipCount must be in 1..15");
        const std::vector<ProbeView> views = readViews(mips, mipCount, "mip");
        requireChain(views);
        inspectEnvironment(context, views, capacity, findings, outCount);
    });
}

PnResult pnInspectEquirect(PnContext context, const PnEquirectView* map, uint32_t capacity, PnFinding* findings,
                           uint32_t* outCount)
{
    return guarded([&] { inspectEnvironment(context, readViews(map, 1), capacity, findings, outCount); });
}

PnResult pnMendEnvironment(PnContext context, const PnCubemapView* cubemap, const PnEquirectView* map, uint32_t mends,
                           uint64_t floatCount, float* outTexels, PnMendInfo* outInfo)
{
    return guarded([&] {
        require(context != nullptr, "context is null");
        require((cubemap != nullptr) != (map != nullptr), "cubemap or map must be given, the other one must be NULL");
        const ProbeView view = (cubemap != nullptr ? readViews(cubemap, 1) : readViews(map, 1)).front();
        require(mends != 0 && mends < 2 * PN_MEND_GAINS, "mends must be one or more of PN_MEND_*");
        const std::uint64_t floats = 4 * view.shape.texelCount();
        require(floatCount >= floats, "floatCount must be at least ", floats, ", found ", floatCount);
        require(outTexels != nullptr, "outTexels is null");
        const std::uint32_t size = readOptionalSize(outInfo, sizeof(PnMendInfo), "outInfo");
        const inspect::Mended mended = inspect::mend(view, mends);
        std::copy(mended.texels.begin(), mended.texels.end(), outTexels);
        writeDesc(outInfo, size, mended.info);
    });
}

PnResult pnFindRadianceMinimum(const PnSh* sh, float outMinimum[4])
{
    return guarded([&] { findMinima(readFiniteSh(sh), outMinimum); });
}

PnResult pnFindIrradianceMinimum(const PnSh* sh, float outMinimum[4])
{
    return guarded([&] { findMinima(convolveWithCosine(readFiniteSh(sh)), outMinimum); });
}

PnResult pnDeringSh(const PnSh* sh, float floor, PnSh* outSh, PnDeringInfo* outInfo)
{
    return guarded([&] {
        readFiniteSh(sh);
        require(floor >= 0.0f && floor <= 0.9f, "floor must be in 0..0.9");
        require(outSh != nullptr, "outSh is null");
        const std::uint32_t size = readOptionalSize(outInfo, sizeof(PnDeringInfo), "outInfo");
        const Dering dering = deringSh(*sh, floor, *outSh);
        writeDesc(outInfo, size, deringInfo(dering));
    });
}

PnResult pnEnumerateDevices(uint32_t capacity, PnDeviceInfo* infos, uint32_t* outCount)
{
    return guarded([&] {
        require(outCount != nullptr, "outCount is null");
        require(capacity == 0 || infos != nullptr, "infos is null");
        const std::uint32_t size = capacity == 0 ? 0 : readStructSize(infos, sizeof(PnDeviceInfo), "infos[0]");
        std::vector<PnDeviceInfo> found(std::min(capacity, 64u)); // nobody has more, and capacity may be absurd
        *outCount = enumerateDevices(found);
        auto* at = reinterpret_cast<std::byte*>(infos);
        for (std::size_t i = 0; i < std::min<std::size_t>(found.size(), *outCount); ++i, at += size)
            writeDesc(reinterpret_cast<PnDeviceInfo*>(at), size, found[i]);
    });
}

PnResult pnTakeLogMessage(PnContext context, PnLogMessage* outMessage)
{
    return guarded([&] {
        require(context != nullptr, "context is null");
        require(context->keptLog != nullptr, "context must be made with PN_CONTEXT_KEEP_LOG to keep its log");
        const std::uint32_t size = readStructSize(outMessage, sizeof(PnLogMessage), "outMessage");
        writeDesc(outMessage, size, context->keptLog->take());
    });
}

uint32_t pnGetVersion(void)
{
    return PN_VERSION_MAJOR << 16 | PN_VERSION_MINOR << 8 | PN_VERSION_PATCH;
}

uint32_t pnGetAlgorithmVersion(void)
{
    return 1;
}

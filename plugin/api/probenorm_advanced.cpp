// Part 4 of probenorm.h, in its order: many probes at once, ringing, devices, messages, versions.
#include "probenorm/probenorm.h"

#include "api/extract_call.h"
#include "api/normalize_call.h"
#include "api/prefilter_call.h"
#include "api/project_call.h"
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

// Part 4 of probenorm.h, in its order: lights, check and fix, ringing, devices, messages, versions.
#include "probenorm/probenorm.h"

#include "api/arguments.h"
#include "api/context.h"
#include "api/extract_call.h"
#include "api/views.h"
#include "core/algorithm_version.h"
#include "core/check/check_environment.h"
#include "core/sh/evaluate.h"
#include "core/sh/minimum.h"
#include "core/sh/window.h"

using namespace pn;
using namespace pn::api;

namespace {

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
                "].width must be half of the mip's before, at least 1");
}

} // namespace

// NOLINTNEXTLINE(readability-function-size): outputs last, as in the other calls
PnResult pnExtractLights(PnContext context, uint32_t count, const PnLightItem* items, const PnProjectOptions* options,
                         const PnLightOptions* lightOptions, PnLights* outLights, PnSh* outResidualShs,
                         uint32_t* outCompleted)
{
    return guarded([&] {
        if (outCompleted != nullptr)
            *outCompleted = 0;
        extractLights(context, {count, items, options, lightOptions}, {outLights, outResidualShs, outCompleted});
    });
}

const char* pnGetFindingName(PnFindingKind kind)
{
    return check::findingName(kind);
}

PnResult pnCheckEnvironment(PnContext context, uint32_t mipCount, const PnEnvironmentView* mips, uint32_t capacity,
                            PnFinding* findings, uint32_t* outCount)
{
    return guarded([&] {
        require(mipCount >= 1 && mipCount <= 15, "mipCount must be in 1..15");
        const std::vector<ProbeView> views =
            mipCount == 1 ? readViews(mips, 1, "mip") : readCubemaps(mips, mipCount, "mip");
        requireChain(views);
        require(context != nullptr, "context is null");
        require(outCount != nullptr, "outCount is null");
        require(capacity == 0 || findings != nullptr, "findings is null");
        const std::uint32_t size = capacity == 0 ? 0 : readStructSize(findings, sizeof(PnFinding), "findings[0]");
        const std::vector<PnFinding> found = check::checkEnvironment(views, context->threadCount);
        *outCount = std::uint32_t(found.size());
        auto* at = reinterpret_cast<std::byte*>(findings);
        for (std::size_t i = 0; i < std::min<std::size_t>(found.size(), capacity); ++i, at += size)
            writeDesc(reinterpret_cast<PnFinding*>(at), size, found[i]);
    });
}

PnResult pnFixEnvironment(PnContext context, const PnEnvironmentView* environment, uint32_t fixes, uint64_t floatCount,
                          float* outTexels, PnFixInfo* outInfo)
{
    return guarded([&] {
        require(context != nullptr, "context is null");
        const ProbeView view = readViews(environment, 1).front();
        require(fixes != 0 && fixes < 2 * PN_FIX_GAINS, "fixes must be one or more of PN_FIX_*");
        const std::uint64_t floats = 4 * view.shape.texelCount();
        require(floatCount >= floats, "floatCount must be at least ", floats, ", found ", floatCount);
        require(outTexels != nullptr, "outTexels is null");
        const std::uint32_t size = readOptionalSize(outInfo, sizeof(PnFixInfo), "outInfo");
        const check::Fixed fixed = check::fixEnvironment(view, fixes);
        std::copy(fixed.texels.begin(), fixed.texels.end(), outTexels);
        writeDesc(outInfo, size, fixed.info);
    });
}

PnResult pnFindIrradianceMinimum(const PnSh* sh, float outMinimum[4])
{
    return guarded([&] {
        const ShSet irradiance = convolveWithCosine(readFiniteSh(sh));
        require(outMinimum != nullptr, "outMinimum is null");
        for (std::size_t c = 0; c < 3; ++c)
            outMinimum[c] = float(findMinimum(channelOf(irradiance, c)));
        outMinimum[3] = float(findMinimum(weightedSum(irradiance, kRec709)));
    });
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
    return kAlgorithmVersion;
}

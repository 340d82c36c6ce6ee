#include "api/boundary.h"
#include "api/context.h"
#include "api/factor.h"
#include "api/project.h"
#include "api/sh.h"
#include "core/dering.h"
#include "core/lobe.h"
#include "core/normalization.h"

#include <atomic>
#include <chrono>
#include <cmath>
#include <optional>

using pn::api::guarded;
using pn::api::require;

namespace pn::api {
namespace {

// The caller's wish to stop, which is all that a call on one cubemap watches.
class CancelMonitor final : public Monitor
{
public:
    explicit CancelMonitor(PnProgress* progress) : m_progress(progress) {}

    void finished(std::uint32_t) override {}
    bool cancelled() const override
    {
        return m_progress != nullptr && std::atomic_ref(m_progress->cancel).load(std::memory_order_acquire) != 0;
    }

private:
    PnProgress* m_progress;
};

// Rows beyond the bands are zero. No projection gives more than 2^68, and up to there no product overflows.
PnSh readDivisor(const PnSh* light)
{
    const PnSh sh = roundSh(readFiniteSh(light, "light"));
    for (const auto& rgb : sh.rgb)
        for (const float channel : rgb)
            require(std::abs(channel) <= 0x1p68f, "light must be at most 2^68");
    return sh;
}

struct Arguments
{
    std::vector<ProbeView> mips;
    std::vector<CubemapTarget> targets;
    PnNormalization normalization;
    PnProjectOptions options;
    std::optional<PnSh> light;
};

void requireMips(const std::vector<ProbeView>& mips)
{
    for (std::size_t i = 1; i < mips.size(); ++i)
    {
        const std::string subject = element("mip", std::uint32_t(i), std::uint32_t(mips.size()));
        require(mips[i].format == mips[0].format, (subject + ".format must be that of the first mip").c_str());
        require(mips[i].shape.width == std::max(1u, mips[i - 1].shape.width / 2),
                (subject + ".faceSize must be half of the mip's before, at least 1").c_str());
    }
}

void requireOptions(const Arguments& arguments)
{
    require(arguments.options.onProgress == nullptr, "options.onProgress must be NULL for one cubemap");
    require(!arguments.light || arguments.options.badTexels == PN_BAD_TEXEL_REPLACE,
            "options.badTexels must be PN_BAD_TEXEL_REPLACE where the light is given, since nothing is counted");
}

std::uint32_t optionalSize(const PnNormalizeInfo* info)
{
    return info != nullptr ? readStructSize(info, sizeof(PnNormalizeInfo), "outInfo") : 0;
}

std::uint32_t optionalSize(const PnProjectInfo* info)
{
    return info != nullptr ? readStructSize(info, sizeof(PnProjectInfo), "outProjectInfo") : 0;
}

template <typename Info>
void writeInfo(Info* out, std::uint32_t size, Info info)
{
    if (out == nullptr)
        return;
    info.structSize = size;
    std::memcpy(out, &info, std::min<std::size_t>(size, sizeof(info)));
}

// What the denominator of the first mip is over the sphere, before and after its window.
struct DenominatorFacts
{
    float width, minimumBefore, minimumAfter, energyKept, average;
};

std::vector<ScalarSh> denominatorLights(const Arguments& arguments, const PnSh& sh)
{
    const PnNormalization& n = arguments.normalization;
    const Preset& preset = *findPreset(n.preset);
    const double roughness = 0.0; // of the first mip
    const LobeWeights lobe = n.lobe == PN_LOBE_GGX ? ggxLobe(roughness) : cosineLobe();
    ShSet set = widenSh(sh);
    set.bands = std::min(set.bands, preset.usesAverages ? 1 : n.bands);
    const double scale = n.preset == PN_PRESET_EEVEE ? 1.0 / norm::kL0 : 1.0; // it takes L00 for light
    for (std::size_t i = 0; i < set.count(); ++i)
        for (double& channel : set.rgb[i])
            channel *= scale * lobe[kBandOf[i]];
    if (n.channels == PN_CHANNELS_LUMINANCE)
        return {weightedSum(set, preset.brightness)};
    return {channelOf(set, 0), channelOf(set, 1), channelOf(set, 2)};
}

DenominatorFacts describeDenominator(const Arguments& arguments, const PnSh& sh, std::uint32_t step)
{
    const std::vector<ScalarSh> lights = denominatorLights(arguments, sh);
    const Dering dering = describeDering(lights, step);
    double mean = 0.0;
    for (const ScalarSh& light : lights)
        mean += average(light) / double(lights.size());
    return {float(dering.width()), float(dering.minimumBefore), float(dering.minimumAfter), float(dering.energyKept),
            float(mean)};
}

// The backend to use, and whether it gives the CPU's bits. Under PN_BACKEND_AUTO one that does not is replaced.
std::pair<Backend*, bool> chooseBackend(PnContext_T& context, const NormalizeJob& job)
{
    if (!context.backend)
        return {context.cpu.get(), true};
    Backend& backend = *context.backend;
    const ProbeView& first = job.mips.front();
    const bool passes = backend.passesSelfTest(job) &&
                        (job.light != nullptr || backend.passesSelfTest(first.shape, first.format, job.settings));
    if (!passes && context.cpu)
        return {context.cpu.get(), true};
    return {&backend, passes};
}

NormalizeJob makeJob(const Arguments& arguments)
{
    NormalizeJob job;
    job.mips = arguments.mips;
    job.targets = arguments.targets;
    job.light = arguments.light ? &*arguments.light : nullptr;
    job.settings = toSettings(arguments.options);
    job.settings.bands = std::max(3u, job.settings.bands); // what the denominator reads; the first rows are the same
    job.denominators = denominatorParams(arguments.normalization, arguments.mips.size());
    return job;
}

struct Outputs
{
    PnSh* sh;
    PnProjectInfo* projectInfo;
    PnNormalizeInfo* info;
};

void normalize(PnContext_T& context, const Arguments& arguments, const Outputs& outputs)
{
    const auto start = std::chrono::steady_clock::now();
    const std::uint32_t infoSize = optionalSize(outputs.info), projectSize = optionalSize(outputs.projectInfo);
    const NormalizeJob job = makeJob(arguments);
    const auto [backend, isReproducible] = chooseBackend(context, job);
    const PnBackend kind = backend == context.cpu.get() ? PN_BACKEND_CPU : PN_BACKEND_VULKAN;
    CancelMonitor monitor(arguments.options.progress);
    NormalizeResult result;
    const BackendTimes times = backend->normalize(job, result, monitor);
    const auto elapsed = std::uint64_t(std::chrono::nanoseconds(std::chrono::steady_clock::now() - start).count());

    if (!arguments.light)
    {
        PnProjectInfo info = toInfo(result.projection, arguments.mips.front().shape, kind, isReproducible);
        info.uploadedBytes = times.uploadedBytes;
        info.gpuNanoseconds = times.gpuNanoseconds;
        info.callNanoseconds = elapsed;
        writeInfo(outputs.projectInfo, projectSize, info);
        if (arguments.options.badTexels == PN_BAD_TEXEL_ERROR && info.hasBadTexel != 0)
            throw Error(PN_ERROR_BAD_TEXEL, badTexelMessage("mips[0]", info));
    }
    if (outputs.sh != nullptr)
        *outputs.sh = arguments.light ? *arguments.light : firstBands(result.projection.sh, arguments.options.bands);
    const DenominatorFacts facts = describeDenominator(arguments, result.projection.sh, result.deringSteps.front());
    writeInfo(outputs.info, infoSize,
              PnNormalizeInfo{0, kind, isReproducible ? 1u : 0u, facts.width, facts.minimumBefore, facts.minimumAfter,
                              facts.energyKept, facts.average, times.uploadedBytes, times.gpuNanoseconds, elapsed});
}

} // namespace
} // namespace pn::api

// NOLINTNEXTLINE(readability-function-size): what is optional comes last, as in the other calls
PnResult pnNormalizeCubemap(PnContext context, uint32_t mipCount, const PnCubemapView* mips,
                            const PnNormalization* normalization, const PnSh* light, const PnProjectOptions* options,
                            const PnCubemapTarget* targets, PnSh* outSh, PnProjectInfo* outProjectInfo,
                            PnNormalizeInfo* outInfo)
{
    return guarded([&] {
        require(context != nullptr, "context is null");
        require(mipCount >= 1 && mipCount <= 15, "mipCount must be in 1..15");
        pn::api::Arguments arguments;
        arguments.mips = pn::api::readViews(mips, mipCount, "mip");
        pn::api::requireMips(arguments.mips);
        arguments.normalization = pn::api::readNormalization(normalization);
        arguments.options = pn::api::readOptions(options);
        if (light != nullptr)
            arguments.light = pn::api::readDivisor(light);
        pn::api::requireOptions(arguments);
        arguments.targets = pn::api::readTargets(targets, arguments.mips);
        pn::api::normalize(*context, arguments, {outSh, outProjectInfo, outInfo});
    });
}

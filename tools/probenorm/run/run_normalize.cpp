#include "run/run_normalize.h"

#include "support/failure.h"
#include "support/interrupt.h"

#include "image/convert.h"
#include "image/resample.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pn::cli {
namespace {

constexpr std::size_t kFaceCount = 6;

// Four faces go around the equator.
std::uint32_t faceSizeFor(const image::Environment& map)
{
    return std::clamp(map.image.width / 4, 1u, PN_MAX_FACE_SIZE);
}

// The mips of a file that follow the one that options name.
void readChain(const InputPath& input, InputOptions options, std::uint32_t mipsInFile, std::vector<image::Image>& mips)
{
    if (options.mip + 1 < mipsInFile && input.name() == "-")
        throw Failure(Exit::Unsupported, "a cubemap with mips must be a file, not standard input");
    while (++options.mip < mipsInFile)
    {
        throwIfInterrupted();
        mips.push_back(std::move(loadInput(input, options).image));
    }
}

// Every mip is a mean over the first one's texels, by solid angle: none is a mean of rounded means.
void makeMips(const image::Environment& first, std::vector<image::Image>& mips, std::uint32_t threads)
{
    mips.push_back(image::toFloat(first.image));
    for (std::uint32_t size = first.faceSize() / 2; size > 0; size /= 2)
    {
        throwIfInterrupted();
        mips.push_back(image::resampleToCube(first, size, threads).image);
    }
}

PnCubemapView viewOf(const image::Image& mip)
{
    auto view = probenorm::sized<PnCubemapView>();
    view.faceSize = mip.width;
    view.format = mip.format;
    view.faceBytes = mip.texels.size() / kFaceCount;
    for (std::size_t face = 0; face < kFaceCount; ++face)
        view.faces[face] = mip.texels.data() + face * view.faceBytes;
    return view;
}

image::Image makeResult(const image::Image& mip)
{
    const bool isByte = mip.format == PN_FORMAT_RGBA8 || mip.format == PN_FORMAT_RGBA8_SRGB;
    const PnFormat format = isByte ? PN_FORMAT_RGBA16F : mip.format;
    return {format, mip.width, mip.height,
            image::Buffer(std::size_t{mip.width} * mip.height * image::texelBytes(format))};
}

PnCubemapTarget targetOf(image::Image& mip)
{
    auto target = probenorm::sized<PnCubemapTarget>();
    target.format = mip.format;
    target.faceBytes = mip.texels.size() / kFaceCount;
    for (std::size_t face = 0; face < kFaceCount; ++face)
        target.faces[face] = mip.texels.data() + face * target.faceBytes;
    return target;
}

Json bound(float value)
{
    return std::abs(value) < std::numeric_limits<float>::max() ? Json(value) : Json(nullptr);
}

} // namespace

CubemapMips makeCubemap(image::Environment first, const InputPath& input, const InputOptions& options,
                        std::uint32_t faceSize, bool makeChain, std::uint32_t threads)
{
    CubemapMips result{describe(first), first.image.format, {}};
    // A picture's mips are unfolded as their own shapes suggest, and the last ones have another shape than the first.
    std::uint32_t mipsInFile = first.layout == image::Layout::CubemapFile ? first.mipCount : 1;
    if (faceSize != 0 || first.kind == image::Kind::Equirect)
    {
        first = image::resampleToCube(first, faceSize != 0 ? faceSize : faceSizeFor(first), threads);
        mipsInFile = 1; // of another cubemap than this
    }
    if (makeChain)
    {
        makeMips(first, result.mips, threads);
        return result;
    }
    result.mips.push_back(std::move(first.image));
    readChain(input, options, mipsInFile, result.mips);
    return result;
}

void convertMips(PnFormat format, std::vector<image::Image>& mips)
{
    for (image::Image& mip : mips)
        if (format != PN_FORMAT_UNDEFINED && mip.format != format)
            mip = format == PN_FORMAT_RGBA16F ? image::toHalf(mip) : image::toFloat(mip);
}

std::vector<std::string> presetNames()
{
    std::vector<std::string> names;
    for (PnPreset preset = 0; preset < PN_PRESET_COUNT; ++preset)
        names.emplace_back(pnGetPresetName(preset));
    return names;
}

PnPresetInfo presetInfo(PnPreset preset)
{
    PnPresetInfo info{};
    info.structSize = sizeof(info);
    if (const PnResult result = pnGetPresetInfo(preset, &info); result != PN_SUCCESS)
        throwResult(result, "preset");
    return info;
}

Json normalizationJson(const PnNormalization& n)
{
    const bool fades = n.fadeEnd >= 0.0f;
    return {{"preset", pnGetPresetName(n.preset)},
            {"version", n.version},
            {"bands", n.bands},
            {"divide", n.channels == PN_CHANNELS_RGB ? "rgb" : "luminance"},
            {"lobe", n.lobe == PN_LOBE_GGX ? "ggx" : "cosine"},
            {"dering", n.dering == PN_DERING_AUTO ? "auto" : "none"},
            {"floor", n.floor},
            {"low", bound(n.low)},
            {"high", bound(n.high)},
            {"fade", fades ? Json::array({n.fadeBegin, n.fadeEnd}) : Json(nullptr)},
            {"weight", n.weight}};
}

NormalizedMips normalizeMips(FallbackContext& fallback, const CubemapMips& cubemap,
                             const PnNormalization& normalization, const PnProjectOptions& options, const PnSh* light)
{
    NormalizedMips result;
    std::vector<PnCubemapView> views;
    std::vector<PnCubemapTarget> targets;
    for (const image::Image& mip : cubemap.mips)
    {
        views.push_back(viewOf(mip));
        result.mips.push_back(makeResult(mip));
        targets.push_back(targetOf(result.mips.back()));
    }
    PnProjectOptions projection = options;
    projection.progress = &sharedProgress();
    result.projectInfo.structSize = sizeof(result.projectInfo);
    result.info.structSize = sizeof(result.info);
    const auto run = [&](PnContext context, std::uint32_t, std::uint32_t* completed) {
        result.deviceName = contextInfo(context).name; // now: a lost device could not be asked any more
        const PnResult done =
            pnNormalizeCubemap(context, static_cast<std::uint32_t>(views.size()), views.data(), &normalization, light,
                               &projection, targets.data(), &result.sh, &result.projectInfo, &result.info);
        *completed = done == PN_SUCCESS ? 1 : 0;
        return done;
    };
    std::uint32_t completed = 0;
    if (const PnResult done = fallback.run(1, run, &completed); done != PN_SUCCESS)
        throwResult(done, cubemap.facts.path);
    return result;
}

Json denominatorJson(const PnNormalizeInfo& info)
{
    return {{"average", info.average},
            {"width", info.width},
            {"minimumBefore", info.minimumBefore},
            {"minimumAfter", info.minimumAfter},
            {"energyKept", info.energyKept}};
}

} // namespace pn::cli

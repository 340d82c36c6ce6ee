#include "run/run_normalize.h"

#include "run/run_prefilter.h"
#include "support/failure.h"
#include "support/interrupt.h"

#include "image/resample/resample.h"
#include "image/texels/bc6h.h"
#include "image/texels/convert.h"
#include "image/texels/light_range.h"
#include "image/texels/packed_texels.h"
#include "image/texels/texel_range.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <filesystem>
#include <limits>
#include <utility>

namespace pn::cli {
namespace {

// The mips of a file that follow the one that options name.
void readMips(const InputPath& input, EnvironmentOptions options, std::uint32_t threads, std::uint32_t mipsInFile,
              std::vector<image::Image>& mips)
{
    if (options.mip + 1 < mipsInFile && (input.name() == "-" || std::filesystem::is_fifo(input.name())))
        throw Failure(Exit::Unsupported, "a cubemap with mips must be a file, not standard input or a pipe");
    while (++options.mip < mipsInFile)
    {
        throwIfInterrupted();
        mips.push_back(std::move(loadChanged(input, options, threads).image));
    }
}

// The format of the texels after a division.
PnFormat dividedFormat(PnFormat format)
{
    return format == PN_FORMAT_RGBA8 || format == PN_FORMAT_RGBA8_SRGB ? PN_FORMAT_RGBA16F : format;
}

bool isFloatFormat(PnFormat format)
{
    return format == PN_FORMAT_RGBA32F || format == PN_FORMAT_RGB32F;
}

std::uint32_t widthOf(const CubemapMips& cubemap, std::uint32_t mip)
{
    return std::max(1u, cubemap.mips.front().width >> mip);
}

// Cubemaps, and the arrays that the library reads and fills for them, index by index.
class NormalizeCall
{
public:
    explicit NormalizeCall(std::vector<NormalizeItem>& items)
        : m_items(items), m_views(items.size()), m_targets(items.size()), m_shs(items.size()),
          m_projectInfos(items.size(), probenorm::sized<PnProjectInfo>()),
          m_infos(items.size(), probenorm::sized<PnNormalizeInfo>())
    {
        for (std::size_t i = 0; i < items.size(); ++i)
        {
            const CubemapMips& cubemap = *items[i].cubemap;
            for (const image::Image& mip : cubemap.mips)
                m_views[i].push_back(viewOf(mip));
            for (std::uint32_t mip = 0; mip < cubemap.mipCount; ++mip)
            {
                items[i].result.mips.push_back(
                    makeFaces(dividedFormat(cubemap.mips.front().format), widthOf(cubemap, mip)));
                image::Image& made = items[i].result.mips.back();
                std::span texels(made.texels.data(), made.texels.size());
                m_targets[i].push_back(probenorm::cubemapTarget(made.format, texels));
            }
            auto item = probenorm::sized<PnNormalizeItem>();
            item.mipCount = cubemap.mipCount;
            item.givenMipCount = static_cast<std::uint32_t>(cubemap.mips.size());
            item.mips = m_views[i].data();
            item.targets = m_targets[i].data();
            item.light = items[i].light;
            m_call.push_back(item);
        }
    }

    PnResult run(PnContext context, std::uint32_t first, const PnNormalization& normalization,
                 const PnProjectOptions& options, std::uint32_t* completed)
    {
        const std::string deviceName = contextInfo(context).name; // now: a lost device could not be asked any more
        const PnResult done = pnNormalizeCubemaps(context, static_cast<std::uint32_t>(m_call.size() - first),
                                                  m_call.data() + first, &normalization, &options, m_shs.data() + first,
                                                  m_projectInfos.data() + first, m_infos.data() + first, completed);
        for (std::uint32_t i = first; i < first + *completed; ++i)
        {
            NormalizedMips& result = m_items[i].result;
            result.sh = m_shs[i];
            result.projectInfo = m_projectInfos[i];
            result.info = m_infos[i];
            result.deviceName = deviceName;
        }
        if (done == PN_ERROR_BAD_TEXEL) // it says where the texel is
            m_items[first + *completed].result.projectInfo = m_projectInfos[first + *completed];
        return done;
    }

private:
    std::vector<NormalizeItem>& m_items;
    std::vector<std::vector<PnEnvironmentView>> m_views;
    std::vector<std::vector<PnCubemapTarget>> m_targets;
    std::vector<PnNormalizeItem> m_call;
    std::vector<PnSh> m_shs;
    std::vector<PnProjectInfo> m_projectInfos;
    std::vector<PnNormalizeInfo> m_infos;
};

// Whether a texel has the largest value of its format: more of it may have been clipped.
bool mayBeCut(const NormalizedMips& result)
{
    return std::any_of(result.mips.begin(), result.mips.end(), [](const image::Image& mip) {
        return !isFloatFormat(mip.format) && image::measureRange(mip).max >= image::lightRangeOf(mip.format).least();
    });
}

CubemapMips inFloats(const CubemapMips& cubemap)
{
    CubemapMips wide{cubemap.facts, cubemap.format, {}, cubemap.mipCount, cubemap.mapping};
    for (const image::Image& mip : cubemap.mips)
        wide.mips.push_back(image::toFloat(mip));
    return wide;
}

Json bound(float value)
{
    return std::abs(value) < std::numeric_limits<float>::max() ? Json(value) : Json(nullptr);
}

} // namespace

image::Image makeFaces(PnFormat format, std::uint32_t faceSize)
{
    const std::uint32_t height = static_cast<std::uint32_t>(kFaceCount) * faceSize;
    return {format, faceSize, height, image::Buffer(std::size_t{faceSize} * height * image::texelBytes(format))};
}

std::uint32_t faceSizeFor(const image::Environment& map)
{
    return std::clamp(map.image.width / 4, 1u, PN_MAX_FACE_SIZE);
}

PnEnvironmentView viewOf(const image::Image& mip)
{
    return probenorm::cubemapView(mip.width, mip.format, mip.texels.span());
}

CubemapMips makeCubemap(image::Environment& first, InputFacts facts, const CubemapWish& wish)
{
    CubemapMips result{std::move(facts), first.fileFormat, {}, 0, wish.mapping};
    // A picture's mips are unfolded as their own shapes suggest, and the last ones have another shape than the first.
    std::uint32_t mipsInFile = first.layout == image::Layout::CubemapFile ? first.mipCount : 1;
    if (wish.faceSize != 0 || first.kind == image::Kind::Equirect)
    {
        const std::uint32_t faceSize = wish.faceSize != 0 ? wish.faceSize : faceSizeFor(first);
        result.mips.push_back(image::resampleToCube(first, faceSize, wish.threads).image);
        mipsInFile = 1; // of another cubemap than this
    }
    else
        result.mips.push_back(std::exchange(first.image, {}));
    if (wish.readChain && wish.mapping == 0 && mipsInFile > 1 && wish.options.change.fixes != 0)
        throw Failure(Exit::InvalidInput, fmt::format("{}: only its first mip is fixed; make the others of it anew, by "
                                                      "mips or prefilter",
                                                      first.path));
    if (wish.readChain && wish.mapping == 0)
        readMips(wish.input, wish.options, wish.threads, mipsInFile, result.mips);
    result.mipCount = wish.mapping != 0 ? mipCountOf(wish.mapping, result.mips.front().width)
                                        : static_cast<std::uint32_t>(result.mips.size());
    return result;
}

void askForChain(CubemapMips& cubemap, PnFormat texels)
{
    const PnFormat format = cubemap.mips.front().format;
    const bool isWide = isFloatFormat(format) || texels == PN_FORMAT_RGBA32F;
    if (isWide || dividedFormat(format) == format) // of 8-bit texels the library makes halves
        convertMips(isWide ? PN_FORMAT_RGBA32F : PN_FORMAT_RGBA16F, cubemap.mips);
    cubemap.mipCount = static_cast<std::uint32_t>(std::bit_width(cubemap.mips.front().width));
}

std::uint64_t dividedBytes(const CubemapMips& cubemap)
{
    const PnFormat format = cubemap.mapping != 0 ? PN_FORMAT_RGBA32F : dividedFormat(cubemap.mips.front().format);
    const std::uint64_t texelBytes = image::texelBytes(format);
    std::uint64_t bytes = 0;
    for (std::uint32_t mip = 0; mip < cubemap.mipCount; ++mip)
        bytes += kFaceCount * texelBytes * widthOf(cubemap, mip) * widthOf(cubemap, mip);
    return bytes;
}

PnFormat outputFormat(PnFormat asked, PnFormat input, bool areMeans, const NormalizedMips& result)
{
    if (asked != PN_FORMAT_UNDEFINED)
        return asked;
    if (areMeans && !isFloatFormat(input))
        return PN_FORMAT_RGBA16F;
    return result.narrow != PN_FORMAT_UNDEFINED ? result.narrow : result.mips.front().format;
}

void convertMips(PnFormat format, std::vector<image::Image>& mips, PnBc6hEffort effort, PnContext context)
{
    if (!image::isBc6h(format))
        return convertMips(format, mips);
    mips = image::toBc6h(image::pointersTo(mips), format, effort, context);
}

void convertMips(PnFormat format, std::vector<image::Image>& mips)
{
    for (image::Image& mip : mips)
        if (format != PN_FORMAT_UNDEFINED && mip.format != format)
            mip = format == PN_FORMAT_RGBA16F   ? image::toHalf(mip)
                  : format == PN_FORMAT_RGBA32F ? image::toFloat(mip)
                                                : image::toPacked(mip, format);
}

void packOneChannel(std::vector<image::Image>& mips)
{
    for (image::Image& mip : mips)
        mip = image::toOneChannel(mip);
}

PnNormalization normalizationOf(PnPreset preset, const PnNormalization& own, std::uint32_t channelsOfOutput)
{
    PnNormalization n = probenorm::getPreset(pnGetPresetName(preset));
    n.bands = own.bands != 0 ? own.bands : n.bands;
    n.channels = own.channels != 0 ? own.channels : channelsOfOutput == 1 ? PN_CHANNELS_LUMINANCE : n.channels;
    n.lobe = own.lobe != 0 ? own.lobe : own.mapping != 0 ? PN_LOBE_GGX : n.lobe;
    n.mapping = own.mapping != 0 ? own.mapping : n.mapping;
    n.floor = own.floor != 0.0f ? own.floor : n.floor;
    return n;
}

Json normalizationJson(const PnNormalization& n)
{
    const bool fades = n.fadeEnd >= 0.0f;
    Json json = {{"preset", pnGetPresetName(n.preset)},
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
    if (n.lobe == PN_LOBE_GGX)
        json["mapping"] = mappingName(n.mapping);
    return json;
}

Json rowsJson(const PnSh& sh)
{
    Json rows = Json::array();
    for (std::size_t i = 0; i < 9; ++i)
        rows.push_back(sh.rgb[i]);
    return rows;
}

Json normalizedNote(const PnSh& light, const PnNormalization& normalization, const Json& prefilter)
{
    return {{"normalization", normalizationJson(normalization)},
            {"prefilter", prefilter},
            {"coefficients", rowsJson(light)}};
}

namespace {

PnResult divideInFloats(FallbackContext& fallback, NormalizeItem& item, const PnNormalization& normalization,
                        const PnProjectOptions& options)
{
    const CubemapMips wide = inFloats(*item.cubemap);
    std::vector<NormalizeItem> again;
    again.push_back({&wide, &item.result.sh, {}});
    PnProjectOptions known = options;
    known.badTexels = PN_BAD_TEXEL_REPLACE; // they were looked for before
    std::uint32_t completed = 0;
    const PnResult result = normalizeItems(fallback, again, normalization, known, &completed);
    if (result == PN_SUCCESS)
    {
        item.result.narrow = item.result.mips.front().format;
        item.result.mips = std::move(again.front().result.mips);
    }
    return result;
}

} // namespace

PnResult normalizeItems(FallbackContext& fallback, std::vector<NormalizeItem>& items,
                        const PnNormalization& normalization, const PnProjectOptions& options, std::uint32_t* completed)
{
    NormalizeCall call(items);
    PnProjectOptions projection = options;
    projection.progress = &sharedProgress();
    const auto run = [&](PnContext context, std::uint32_t first, std::uint32_t* done) {
        return call.run(context, first, normalization, projection, done);
    };
    const PnResult result = fallback.run(static_cast<std::uint32_t>(items.size()), run, completed);
    for (std::size_t i = 0; i < *completed; ++i)
        if (mayBeCut(items[i].result))
            if (const PnResult again = divideInFloats(fallback, items[i], normalization, options); again != PN_SUCCESS)
            {
                *completed = static_cast<std::uint32_t>(i);
                return again;
            }
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

#include "bake/settings.h"

#include "run/environment_output.h"
#include "run/input.h"
#include "run/run_check.h"
#include "run/run_prefilter.h"
#include "sh/sh_set.h"
#include "support/failure.h"
#include "support/interrupt.h"
#include "support/options.h"
#include "support/text.h"

#include "image/formats/layout.h"
#include "image/texels/bc6h.h"

#include "probenorm/probenorm.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>

namespace pn::cli {
namespace {

constexpr float kLeastFloor = 1e-6f;
constexpr float kMostFloor = 0.9f;

const std::vector<std::string> kCubemaps = {"none", "ktx2", "ktx", "dds", "exr", "hdr"};
const std::vector<std::string> kBc6hEfforts = {"low", "middle", "high"};

void readWindow(Fields& fields, WindowOption& window)
{
    std::string name = window.name;
    fields.text("window", name);
    try
    {
        window = parseWindow(name);
    }
    catch (const Failure&)
    {
        fields.fail("window", fmt::format("must be none, auto, hann:W, lanczos:W, sinc4:W with W above 0, or gauss:W "
                                          "with W up to 1, found {}",
                                          shownJson(name)));
    }
}

const char* texelsName(PnFormat format)
{
    return format == PN_FORMAT_UNDEFINED ? "input" : formatName(format);
}

// The word of "prefilter"; a mapping's number is its place among them.
std::string prefilterName(PnRoughnessMapping mapping)
{
    return mapping == 0 ? "none" : mappingName(mapping);
}

// One channel is of luminance, in a file that holds such texels.
void checkChannels(const Fields& fields, const BakeSettings& s)
{
    if (s.channels == 2)
        fields.fail("channels", "must be 1 or 3, found 2");
    if (s.channels == 3)
        return;
    if (s.cubemap == "exr" || s.cubemap == "hdr" || s.cubemap == "ktx")
        fields.fail("channels", fmt::format("must be 3 where cubemap is {}", s.cubemap));
    if (s.divide == PN_CHANNELS_RGB)
        fields.fail("channels", "must be 3 where divide is rgb");
    if (s.texels != PN_FORMAT_UNDEFINED)
        fields.fail("channels", fmt::format("must be 3 where texels is {}", texelsName(s.texels)));
}

// What no preset or convention can do is refused here, before any work.
void checkTogether(const Fields& fields, const BakeSettings& s)
{
    if (pnGetConventionFloatCount(s.convention, s.bands) == 0)
        fields.fail("bands",
                    fmt::format("must be at most 3 with the convention {}", pnGetConventionName(s.convention)));
    if (s.wantsCubemap() && probenorm::presetInfo(s.preset).canDivide == 0)
        fields.fail("preset", fmt::format("must be one that divides where a cubemap is asked for, found {}",
                                          pnGetPresetName(s.preset)));
    checkChannels(fields, s);
    if (s.packing != image::Ktx2Packing::None && s.wantsCubemap() && s.cubemap != "ktx2")
        fields.fail("compress", fmt::format("must be none where cubemap is {}", s.cubemap));
    if (image::isBc6h(s.texels) && s.wantsCubemap() && s.cubemap != "ktx2" && s.cubemap != "dds")
        fields.fail("texels",
                    fmt::format("must be another than {} where cubemap is {}", texelsName(s.texels), s.cubemap));
    if (s.mips && s.prefilter != 0)
        fields.fail("mips", fmt::format("must be false where prefilter is {}", prefilterName(s.prefilter)));
    if ((s.mips || s.prefilter != 0) && (s.cubemap == "exr" || s.cubemap == "hdr"))
        fields.fail(s.mips ? "mips" : "prefilter", fmt::format("must be {} where cubemap is {}, which holds one mip",
                                                               s.mips ? "false" : "none", s.cubemap));
}

void readChange(Fields& fields, BakeSettings& s)
{
    std::vector<std::string> engines = engineNames();
    engines.insert(engines.begin(), {"file", "probenorm"});
    fields.word("from", engines, [&](std::size_t i) {
        s.change.from = findEngine(engines[i]);
        s.change.isOurs = i == 1;
    });
    std::string fix = fixesText(s.change.fixes);
    fields.text("fix", fix);
    s.change.fixes = findFixes(fix, [&](const std::string& reason) { fields.fail("fix", reason); });
    fields.vector("rotate", s.change.rotation);
    fields.number("scale", s.change.scale, -kMostScale, kMostScale);
    fields.number("exposure", s.change.exposure, -kMostStops, kMostStops);
    fields.number("maxRadiance", s.change.maxRadiance, 0.0f, kMostMaxRadiance);
    engines.erase(engines.begin());
    engines.front() = "none";
    fields.word("for", engines, [&](std::size_t i) {
        s.engine = findEngine(engines[i]);
        s.convention = s.engine != nullptr ? s.engine->convention : PN_CONVENTION_CANONICAL;
        for (const char* field : {"convention", "axes"})
            if (s.engine != nullptr && fields.find(field) != nullptr)
                fields.fail(field, "and for are both there");
    });
}

void readAcceptance(Fields& fields, Acceptances& list, const ProbeReference& refer)
{
    std::string id, finding, reason;
    fields.text("id", id);
    fields.need("finding");
    fields.need("reason");
    fields.text("finding", finding);
    fields.text("reason", reason);
    fields.finish();
    if (const char* now = renamedFinding(finding))
        fields.fail("finding", fmt::format("{} is now {}", finding, now));
    const std::vector<std::string>& names = findingNames();
    if (std::find(names.begin(), names.end(), finding) == names.end())
    {
        const std::string near = suggestion(finding, names);
        fields.fail("finding", near.empty() ? fmt::format("must be one of {}, found {}", fmt::join(names, ", "),
                                                          shownJson(finding))
                                            : fmt::format("is none of check, found {}{}", shownJson(finding), near));
    }
    if (!id.empty())
        refer(fields.where(), id);
    list.add(id, finding, std::move(reason));
}

void readCheck(Fields& outer, CheckSettings& check, const ProbeReference& refer)
{
    const Json* found = outer.find("check");
    if (found == nullptr)
        return;
    Fields fields(*found, outer.where() + ": check");
    const std::vector<std::string> words = {"none", "warning", "error", "never"};
    check.fail = "error";
    fields.word("fail", words, [&](std::size_t i) { check.fail = words[i]; });
    const Json* accept = fields.find("accept");
    fields.finish();
    if (accept == nullptr)
        return;
    if (!accept->is_array())
        fields.fail("accept", fmt::format("must be an array, found {}", shownJson(*accept)));
    Acceptances list;
    for (std::size_t i = 0; i < accept->size(); ++i)
    {
        throwIfInterrupted();
        Fields inner((*accept)[i], fmt::format("{}: accept[{}]", fields.where(), i));
        readAcceptance(inner, list, refer);
    }
    check.accept.push_back(std::make_shared<const Acceptances>(std::move(list)));
}

Json changeJson(const BakeSettings& s)
{
    const Change& change = s.change;
    return {{"from", change.from != nullptr ? change.from->name
                     : change.isOurs        ? "probenorm"
                                            : "file"},
            {"fix", fixesText(change.fixes)},
            {"rotate", change.rotation.value_or(Degrees{})},
            {"scale", change.scale},
            {"exposure", change.exposure},
            {"maxRadiance", change.maxRadiance},
            {"for", s.engine != nullptr ? s.engine->name : "none"}};
}

} // namespace

PnNormalization BakeSettings::normalization() const
{
    PnNormalization own{};
    own.channels = divide;
    own.lobe = lobe;
    own.mapping = wantsCubemap() ? prefilter : 0;
    own.floor = floor;
    return normalizationOf(preset, own, channels);
}

void readSettings(Fields& fields, BakeSettings& s, const ProbeReference& refer)
{
    fields.word("layout", image::layoutNames(), [&](std::size_t i) { s.layout = image::layoutNames()[i]; });
    fields.text("layer", s.layer);
    fields.word("negative", {"keep", "zero"}, [&](std::size_t i) { s.negative = static_cast<PnNegativePolicy>(i); });
    fields.word("badTexels", {"replace", "error"},
                [&](std::size_t i) { s.badTexels = static_cast<PnBadTexelPolicy>(i); });

    readCheck(fields, s.check, refer);
    readChange(fields, s);
    fields.count("bands", s.bands, 1, PN_MAX_BANDS);
    fields.word("convention", conventionNames(), [&](std::size_t i) { s.convention = static_cast<PnConvention>(i); });
    fields.word("axes", axesNames(), [&](std::size_t i) { s.axes = static_cast<PnAxes>(i); });
    readWindow(fields, s.window);
    fields.count("extractLights", s.extractLights, 0, PN_MAX_LIGHTS);

    fields.word("preset", presetNames(), [&](std::size_t i) { s.preset = static_cast<PnPreset>(i); });
    fields.word("divide", {"preset", "luminance", "rgb"},
                [&](std::size_t i) { s.divide = static_cast<PnChannels>(i); });
    fields.word("lobe", {"preset", "cosine", "ggx"}, [&](std::size_t i) { s.lobe = static_cast<PnLobe>(i); });
    fields.number("floor", s.floor, kLeastFloor, kMostFloor);

    fields.word("cubemap", kCubemaps, [&](std::size_t i) { s.cubemap = kCubemaps[i]; });
    fields.count("faceSize", s.faceSize, 1, PN_MAX_FACE_SIZE);
    fields.flag("mips", s.mips);
    std::vector<std::string> mappings = mappingNames();
    mappings.insert(mappings.begin(), prefilterName(0));
    fields.word("prefilter", mappings, [&](std::size_t i) { s.prefilter = static_cast<PnRoughnessMapping>(i); });
    std::vector<std::string> texels = texelNames();
    texels.insert(texels.begin(), "input");
    fields.word("texels", texels, [&](std::size_t i) { s.texels = i == 0 ? PN_FORMAT_UNDEFINED : findTexels(i - 1); });
    fields.word("bc6hEffort", kBc6hEfforts,
                [&](std::size_t i) { s.bc6hEffort = static_cast<PnBc6hEffort>(PN_BC6H_EFFORT_LOW + i); });
    fields.count("channels", s.channels, 1, 3);
    fields.word("compress", {"none", "zstd"}, [&](std::size_t i) { s.packing = static_cast<image::Ktx2Packing>(i); });
    fields.count("pictureSize", s.pictureSize, kReportFaceSize, kMostPictureSize);
    if (s.pictureSize % kReportFaceSize != 0)
        fields.fail("pictureSize", fmt::format("must be a multiple of {}, found {}", kReportFaceSize, s.pictureSize));
    checkTogether(fields, s);
}

Json settingsJson(const BakeSettings& s)
{
    const PnNormalization n = s.normalization();
    Json json = {{"layout", s.layout},
                 {"layer", s.layer},
                 {"negative", s.negative == PN_NEGATIVE_KEEP ? "keep" : "zero"},
                 {"badTexels", s.badTexels == PN_BAD_TEXEL_REPLACE ? "replace" : "error"},
                 {"bands", s.bands},
                 {"convention", pnGetConventionName(s.convention)},
                 {"axes", pnGetAxesName(s.axes)},
                 {"window", s.window.name},
                 {"extractLights", s.extractLights},
                 {"preset", pnGetPresetName(s.preset)},
                 {"divide", n.channels == PN_CHANNELS_RGB ? "rgb" : "luminance"},
                 {"lobe", n.lobe == PN_LOBE_GGX ? "ggx" : "cosine"},
                 {"floor", n.floor},
                 {"pictureSize", s.pictureSize},
                 {"cubemap", s.cubemap}};
    json.update(changeJson(s));
    if (s.check.isOn())
        json["check"] = {{"fail", s.check.fail}};
    if (s.wantsCubemap())
    {
        json["compress"] = s.packing == image::Ktx2Packing::None ? "none" : "zstd";
        json["faceSize"] = s.faceSize;
        json["mips"] = s.mips;
        json["prefilter"] = prefilterName(s.prefilter);
        json["texels"] = texelsName(s.texels);
        json["bc6hEffort"] = kBc6hEfforts.at(s.bc6hEffort - PN_BC6H_EFFORT_LOW);
        json["channels"] = s.channels;
    }
    return json;
}

} // namespace pn::cli

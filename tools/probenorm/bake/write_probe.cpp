#include "bake/write_probe.h"

#include "bake/digest.h"
#include "bake/probe_picture.h"
#include "bake/record.h"
#include "picture/cube_picture.h"
#include "run/environment_output.h"
#include "run/kept_light.h"
#include "run/run_prefilter.h"
#include "sh/lights.h"
#include "sh/result.h"
#include "support/interrupt.h"
#include "support/text.h"

#include "image/formats/file_kinds.h"
#include "image/texels/bc6h.h"
#include "image/texels/convert.h"
#include "image/texels/light_range.h"

#include "probenorm/probenorm.hpp"

#include <fmt/format.h>

#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <utility>

namespace pn::cli {
namespace {

constexpr float kDark = 0x1p-10f; // mean radiance below which half floats and most exposures leave little

// The largest value of every channel; of 32-bit floats that of half's, which most captures went through.
float largestOf(PnFormat format)
{
    return std::min(image::lightRangeOf(format).least(), image::kMostHalf);
}

float leastIrradiance(const PnSh& sh)
{
    const std::array<float, 4> minimum = probenorm::findIrradianceMinimum(sh);
    return std::min({minimum[0], minimum[1], minimum[2]});
}

// What a person should look at, as [{"kind": "ringing", "severity": "note", "text": "..."}]: bad-texels, negative,
// clipped, clipped-light, ringing, dark. The first three are findings instead where the probe is checked. sh is the
// probe's radiance before any window.
Json findWarnings(const ProbeWork& work, const InputFacts& facts)
{
    const PnSh& sh = work.projected.sh;
    const bool isChecked = work.probe.settings.check.isOn();
    Json found = Json::array();
    const auto add = [&found](const char* kind, const char* severity, const std::string& text) {
        found.push_back({{"kind", kind}, {"severity", severity}, {"text", text}});
    };
    for (const std::string& text : work.readWarnings)
        add("file", "note", text);
    if (facts.nonFinite > 0 && !isChecked)
        add("bad-texels", "error",
            fmt::format("{} not finite; NaN counts as 0, infinity as 65504",
                        countedOf(facts.nonFinite, facts.texels, "texel")));
    if (facts.negative > 0 && !isChecked)
        add("negative", "warning",
            fmt::format("{} negative, the least is {}", countedOf(facts.negative, facts.texels, "texel"),
                        floatText(facts.min)));
    if (facts.max >= largestOf(work.format) && !isChecked)
        add("clipped", "warning",
            fmt::format("the brightest texel has the largest value of {}, {}: a sun is probably clipped",
                        formatName(work.format), floatText(facts.max)));
    const float average = averageLuminance(sh);
    if (!work.missingLight.empty())
        add("clipped-light", "warning", work.missingLight);
    if (const float least = leastIrradiance(sh); least < 0.0f)
        add("ringing", "note",
            fmt::format("{} bands of its light fall to {} (average {}) without a window", sh.bands, floatText(least),
                        floatText(average)));
    if (average < kDark)
        add("dark", "warning", fmt::format("its average light is only {}", floatText(average)));
    return found;
}

// A file of the probe, which gets its name later.
class ResultFile
{
public:
    ResultFile(const BakeContext& context, const std::string& name)
    {
        const auto target = context.folder.isFresh() ? image::OutputTarget::New : image::OutputTarget::Own;
        m_file = std::make_unique<image::OutputFile>(context.folder.pathOf(name), target);
    }

    void write(std::span<const std::byte> bytes)
    {
        m_digest.add(bytes);
        m_file->write(bytes);
    }

    // Returns what the record says of it.
    Json finish(ProbeWork& work)
    {
        m_file->startSync();
        work.files.push_back(std::move(m_file));
        return fileFacts(m_digest);
    }

private:
    std::unique_ptr<image::OutputFile> m_file;
    Digest m_digest;
};

Json writeResult(const BakeContext& context, ProbeWork& work, const std::string& name, std::span<const std::byte> bytes)
{
    ResultFile file(context, name);
    file.write(bytes);
    return file.finish(work);
}

// To BC6H, with what that costs.
void compress(Compressor& compressor, PnFormat format, ProbeWork& work)
{
    std::vector<image::Image>& mips = work.divided->mips;
    convertMips(PN_FORMAT_RGBA16F, mips);
    std::vector<image::Image> blocks = compressor.compress(format, mips, work.probe.settings.bc6hEffort);
    work.bc6hError = image::bc6hError(mips, blocks);
    mips = std::move(blocks);
}

Json writeCubemap(const BakeContext& context, ProbeWork& work, const std::string& name)
{
    std::vector<image::Image>& mips = work.divided->mips;
    if (!image::findCubemapFile(name)->holdsMips)
        mips.erase(mips.begin() + 1, mips.end());
    const BakeSettings& settings = work.probe.settings;
    turnForEngine(mips, settings.engine);
    const bool areMeans = settings.mips || settings.prefilter != 0;
    const PnFormat format = settings.channels == 1
                                ? image::kOneHalf
                                : texelsFor(settings.texels, settings.engine, name,
                                            outputFormat(settings.texels, work.format, areMeans, *work.divided), mips);
    work.missingLight = keepLight(name, image::Layout::CubemapFile, format, mips).missing;
    if (settings.channels == 1)
        packOneChannel(mips);
    else if (image::isBc6h(format))
        compress(context.compressor, format, work);
    else
        convertMips(format, mips);
    Json step = {{"command", "normalize"}}; // whose bytes these are
    step.update(settings.change.json(settings.engine));
    const Json more = normalizedNote(work.projected.sh, work.normalization, prefilterJson(settings.prefilter, mips));
    ResultFile file(context, name);
    image::writeCubemapFile(context.folder.pathOf(name), image::pointersTo(mips), settings.packing,
                            [&file](std::span<const std::byte> bytes) { file.write(bytes); },
                            {noteText(work.note, std::move(step), more), harmonicsFor(name, work.projected.sh)});
    return file.finish(work);
}

InputFacts inputFacts(const ProbeWork& work)
{
    InputFacts facts = work.facts;
    facts.path = work.probe.files.front();
    facts.nonFinite = work.projected.info.nonFinite; // the library's rule, for which 2^65 is infinite too
    facts.negative = work.projected.info.negative;
    return facts;
}

Json makeRecord(const ProbeWork& work)
{
    const BakeSettings& settings = work.probe.settings;
    PnSh sh = work.projected.sh;
    const Json dering = settings.window.applyTo(sh);
    ShResult result = makeResult(sh, settings.convention, settings.view(), settings.window.name);
    result.engine = settings.engine != nullptr ? settings.engine->name : "";
    result.dering = dering;
    result.title = work.probe.id;
    result.input = inputJson(inputFacts(work));
    requireFinite(result);
    result.run = settings.change.json();
    result.run.update({{"algorithm", work.projected.info.algorithm},
                       {"reproducible", work.projected.info.isReproducible != 0},
                       {"normalization", normalizationJson(work.normalization)}});
    if (work.divided)
    {
        result.run["denominator"] = denominatorJson(work.divided->info);
        result.run["prefilter"] = prefilterJson(settings.prefilter, work.divided->mips);
        if (work.bc6hError)
            result.run["bc6h"] = {{"error", *work.bc6hError}};
    }
    if (work.projected.lights)
    {
        result.run["lights"] = lightsJson(turnedLights(*work.projected.lights, std::nullopt, settings.view(), 1.0f));
    }
    result.run["warnings"] = findWarnings(work, inputFacts(work));
    if (work.note.contains("history"))
        result.run["history"] = work.note["history"];
    if (settings.check.isOn())
        addFindings(result.run, work.findings);
    result.run["plan"] = planJson(work.probe);
    return resultJson(result);
}

} // namespace

void writeProbe(const BakeContext& context, ProbeWork& work)
{
    throwIfInterrupted();
    work.watch.addTo(work.seconds.wait);
    if (work.projected.lights)
        addDirections(*work.projected.lights, work.marks);
    const std::vector<std::byte> png = drawProbe(work.picture, work.projected.sh, work.normalization, work.marks);
    work.watch.addTo(work.seconds.picture);
    Json files = Json::object();
    if (const std::string name = probeFileName(work.probe.id, work.probe.settings.cubemap); work.divided)
        files[name] = writeCubemap(context, work, name);
    const std::string pngName = probeFileName(work.probe.id, "png");
    files[pngName] = writeResult(context, work, pngName, png);
    Json record = makeRecord(work);
    record["inputs"] = work.inputFacts;
    record["files"] = files;
    work.resultFacts = std::move(files);
    const std::string text = sealRecord(record);
    writeResult(context, work, probeFileName(work.probe.id, "json"), std::as_bytes(std::span(text)));
    work.divided.reset();
    work.picture.image = {};
    work.watch.addTo(work.seconds.write);
}

std::size_t mostOpenProbes(std::uint32_t jobs)
{
    constexpr std::size_t kFilesOfProbe = 3;
    constexpr std::size_t kMost = 256;
    const rlim_t others = 64 + 4 * rlim_t{jobs}; // files of drivers, decoders, logs
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return 1;
    const rlim_t wanted = kMost * kFilesOfProbe + others;
    if (limit.rlim_cur < wanted && limit.rlim_max > limit.rlim_cur)
    {
        limit.rlim_cur = std::min(wanted, limit.rlim_max);
        static_cast<void>(setrlimit(RLIMIT_NOFILE, &limit));
        static_cast<void>(getrlimit(RLIMIT_NOFILE, &limit));
    }
    const rlim_t left = limit.rlim_cur > others ? limit.rlim_cur - others : 0;
    return std::clamp<std::size_t>(left / kFilesOfProbe, 1, kMost);
}

} // namespace pn::cli

#include "commands/command.h"
#include "run/change.h"
#include "run/environment_output.h"
#include "run/kept_light.h"
#include "run/output.h"
#include "run/run_prefilter.h"
#include "run/run_project.h"
#include "support/failure.h"
#include "support/interrupt.h"
#include "support/progress.h"
#include "support/text.h"

#include "image/files/output_file.h"
#include "image/texels/convert.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace pn::cli {
namespace {

struct NormalizeOptions
{
    std::vector<std::string> inputs;
    OutputOptions output;
    bool again = false;
    bool json = false;
    PnPreset preset = PN_PRESET_PROBENORM;
    PnNormalization own{}; // what was asked for; 0 is the preset's
    std::uint32_t resample = 0;
    bool mips = false;
    image::Ktx2Packing packing = image::Ktx2Packing::None;
    PnFormat texels = PN_FORMAT_UNDEFINED;
    PnBc6hEffort bc6hEffort = 0;
    std::uint32_t channels = 3;
    PnNegativePolicy negative = PN_NEGATIVE_KEEP;
    const Engine* engine = nullptr;
    EnvironmentOptions inputOptions;
    DeviceOptions device;
    MessageOptions messages;

    void addTo(CLI::App& app)
    {
        addTexts(app, "INPUT", inputs, "Cubemaps, HDR maps, or patterns; - is standard input").required();
        addText(app, "-o,--output", output.path,
                "The normalized cubemap: .ktx2, .dds, .exr or .hdr; {} in it is each input's name")
            .required()
            .takes("FILE");
        addOverwrite(app, output.overwrite);
        addJsonFormat(app, json, "Form of what is printed (text)");
        addChoice(app, "--preset", preset, presetNames(), "Whose formula (probenorm)");
        addWord(app, "--divide", {"luminance", "rgb"},
                "One denominator for all channels, or one for each (the preset's)",
                [this](std::size_t index) { own.channels = index == 0 ? PN_CHANNELS_LUMINANCE : PN_CHANNELS_RGB; });
        addUint(app, "--bands", own.bands, 1, 3, "Bands of the denominator (the preset's)");
        addWord(app, "--lobe", {"cosine", "ggx"},
                "What light is gathered over; ggx: by each mip's roughness (cosine; ggx with --prefilter)",
                [this](std::size_t index) { own.lobe = index == 0 ? PN_LOBE_COSINE : PN_LOBE_GGX; });
        addFloat(app, "--floor", own.floor, 1e-6f, 0.9f, "Least denominator, as a share of the average (the preset's)");
        addFor(app, engine, "Axes of the cubemap and its printed light, as the engine shows a map");
        addChoice(app, "--compress", packing, {"none", "zstd"}, "How a .ktx2 file is packed (none)");
        addFlag(app, "--again", again, "Normalize what is normalized already once more");
        const Option means =
            addFlag(app, "--mips", mips, "Make box-filtered mips, weighted by solid angle, which suit no roughness");
        addWord(app, "--prefilter", mappingNames(),
                "Make the mips for surfaces of rising roughness first, by that engine's roughness mapping",
                [this](std::size_t index) { own.mapping = PnRoughnessMapping(PN_ROUGHNESS_MAPPING_LINEAR + index); })
            .excludes(means);
        addUint(app, "--resample", resample, 1, PN_MAX_FACE_SIZE, "Faces of N texels (a map: a quarter of its width)");
        const Option texelOption =
            addTexels(app, texels, bc6hEffort, "Texel format of the output (the engine's; else the input's)");
        addWord(app, "--channels", {"3", "1"},
                "Of the output; 1: luminance alone, as half floats, a quarter of rgba16f (3)",
                [this](std::size_t index) { channels = index == 0 ? 3 : 1; })
            .excludes(texelOption);
        addChoice(app, "--negative", negative, {"keep", "zero"}, "What becomes of negative radiance (keep)");
        inputOptions.addTo(app);
        device.addTo(app);
        messages.addTo(app);
    }
};

struct Report
{
    InputFacts facts;
    std::string output;
    PnNormalization normalization;
    const NormalizedMips& result;
    Json prefilter; // null where no mip was prefiltered
    ShResult light; // that was divided by
};

Json reportJson(const Report& report)
{
    const NormalizedMips& result = report.result;
    Json json = {
        {"probenorm", versionText()},
        {"input", inputJson(report.facts)},
        {"output",
         {{"path", report.output},
          {"faceSize", result.mips.front().width},
          {"mips", result.mips.size()},
          {"texels", formatName(result.mips.front().format)}}},
        {"normalization", normalizationJson(report.normalization)},
        {"prefilter", report.prefilter},
        {"denominator", denominatorJson(result.info)},
        {"bands", 3},
        {"algorithm", pnGetAlgorithmVersion()},
        {"device",
         {{"backend", backendName(result.info.backend)},
          {"name", result.deviceName},
          {"reproducible", result.info.isReproducible != 0}}},
        {"seconds", {{"normalize", static_cast<float>(1e-9 * static_cast<double>(result.info.callNanoseconds))}}}};
    const Json light = resultJson(report.light);
    for (const auto& [key, value] : light.items())
        if (key != "irradiance" && key != "window")
            json[key] = value;
    return json;
}

std::string reportText(const Report& report)
{
    const NormalizedMips& result = report.result;
    const PnNormalizeInfo& info = result.info;
    std::string out =
        fmt::format("{}: faces of {}, {}, {}{}\n", printable(report.output), result.mips.front().width,
                    counted(result.mips.size(), "mip"), formatName(result.mips.front().format), result.spread);
    if (!report.prefilter.is_null())
        out += fmt::format("prefiltered for {}, roughness {:.3g}\n",
                           report.prefilter["mapping"].get_ref<const std::string&>(),
                           fmt::join(report.prefilter["roughness"].get<std::vector<float>>(), ", "));
    out += fmt::format("preset {}, average light {}, least {} (without a window {})\n",
                       pnGetPresetName(report.normalization.preset), floatText(info.average),
                       floatText(info.minimumAfter), floatText(info.minimumBefore));
    if (info.width < 1.0f)
        out += fmt::format("de-ringed by gauss:{}, which keeps {:.1f} % of the energy above band 0\n",
                           floatText(info.width), 100.0f * info.energyKept);
    return out + formatResults({&report.light, 1}, ResultFormat::Text, false);
}

std::vector<EnvironmentOutput> checkedOutputs(const NormalizeOptions& options, const std::vector<InputPath>& inputs)
{
    if (options.channels == 1 && options.own.channels == PN_CHANNELS_RGB)
        throw Failure(Exit::CommandLine, "--channels 1 needs --divide luminance, found --divide rgb");
    const std::vector<std::string> paths = pathsForEach(options.output, inputs);
    std::vector<EnvironmentOutput> outputs =
        outputsAt(paths, image::Layout::CubemapFile, options.mips, options.packing, options.texels);
    for (std::size_t i = 0; i < paths.size(); ++i)
        if ((options.channels == 1 || options.own.mapping != 0) && !outputs[i].holdsMips())
            throw Failure(Exit::CommandLine,
                          fmt::format("{} needs a .ktx2 or .dds file, found {}",
                                      options.channels == 1 ? "--channels 1" : "--prefilter", paths[i]));
    return outputs;
}

InputFacts factsOf(const CubemapMips& cubemap, const PnProjectInfo& info)
{
    InputFacts facts = cubemap.facts;
    facts.nonFinite = std::max<std::uint64_t>(facts.nonFinite, info.nonFinite); // resampling replaces them
    return facts;
}

// As the engine, or else our axes and convention, have it.
ShResult lightOf(const NormalizeOptions& options, const InputFacts& facts, const PnSh& sh)
{
    const bool isForEngine = options.engine != nullptr;
    ShResult light = makeResult(sh, isForEngine ? options.engine->convention : PN_CONVENTION_CANONICAL,
                                isForEngine ? options.engine->panorama : EngineView{}, "none");
    light.engine = isForEngine ? options.engine->name : "";
    light.title = fmt::format("the light of {}", facts.path);
    light.input = inputJson(facts);
    return light;
}

std::string noteOfMips(const NormalizeOptions& options, const Json& before, const PnSh& light, const Report& report)
{
    Json step = {{"command", "normalize"}};
    step.update(options.inputOptions.change.json(options.engine));
    Json more = normalizedNote(light, report.normalization, report.prefilter);
    if (report.prefilter.is_null() && !options.mips && before.contains("prefilter"))
        more["prefilter"] = before["prefilter"]; // of the file's own mips
    return noteText(before, std::move(step), more);
}

class NormalizeRun
{
public:
    NormalizeRun(const NormalizeOptions& options, Console& console, std::size_t count)
        : m_options(options), m_console(console), m_context(makeContextFor(count, options.device, console)),
          m_normalization(normalizationOf(options.preset, options.own, options.channels)),
          m_progress(console, options.messages.progress, std::uint32_t(count)),
          m_report(options.json, options.messages.quiet, count)
    {
        m_projection.negative = options.negative;
    }

    void add(const InputPath& input, const EnvironmentOutput& output)
    {
        PendingProject read{.environment = loadChanged(input, m_options.inputOptions, m_options.device.threads),
                            .facts = {}};
        m_progress.addRead(bytesOfFiles(read.environment.files));
        Json before = noteOf(read.environment);
        if (isNormalized(before) && !m_options.again)
            throw Failure(Exit::InvalidInput,
                          fmt::format("{}: is normalized already; --again normalizes it once more", input.name()));
        if (!m_options.output.overwrite)
            requireNotInput(output.paths(), read.environment.files);
        read.facts = describe(read.environment);
        warnOfInput(read.environment, read.facts, m_console);
        warnOfHistory(read.environment, m_options.inputOptions.change, m_options.engine, m_console);
        if (m_options.own.mapping != 0 || m_options.mips)
            warnOfPrefiltered(read.environment, m_console);
        // The input is projected before it is resampled. So bake divides by the same light, and project prints it.
        const ProjectedItem light = projectItems(m_context, {&read, 1}, m_projection).front();
        const CubemapMips cubemap = mipsOf(read, input);
        warnOfLostMips(cubemap, output);
        NormalizedMips result = divide(cubemap, light.sh, output);
        const Texts texts = textsOf(std::move(before),
                                    {factsOf(cubemap, light.info),
                                     output.paths().front(),
                                     m_normalization,
                                     result,
                                     prefilterJson(cubemap.mapping, result.mips),
                                     {}},
                                    light.sh);
        if (m_options.output.isOneFileEach())
            makeFolderOf(output.paths().front());
        output.write(result.mips, m_options.packing, {texts.note, harmonicsFor(output.paths().front(), light.sh)});
        m_progress.setCompleted(++m_done);
        m_console.setStatus("");
        if (!texts.report.empty())
            image::writeFile("-", texts.report);
    }

private:
    struct Texts
    {
        std::string report;
        std::string note; // of the file
    };

    // JSON values end here: to destroy one takes memory, and a lack of it must not follow a written file.
    Texts textsOf(Json before, Report report, const PnSh& light)
    {
        report.light = lightOf(m_options, report.facts, light);
        return {m_report.next(reportJson(report), reportText(report)), noteOfMips(m_options, before, light, report)};
    }

    // That are divided.
    CubemapMips mipsOf(PendingProject& read, const InputPath& input)
    {
        CubemapMips cubemap = makeCubemap(read.environment, read.facts,
                                          {input, m_options.inputOptions, m_options.resample, !m_options.mips,
                                           m_options.own.mapping, m_options.device.threads});
        if (m_options.mips)
            askForChain(cubemap, m_options.texels);
        const CubemapMips* const all[] = {&cubemap};
        return cubemap.mapping != 0 ? std::move(prefilterCubemaps(m_context, all, m_projection).front())
                                    : std::move(cubemap);
    }

    void warnOfLostMips(const CubemapMips& cubemap, const EnvironmentOutput& output)
    {
        if (cubemap.mips.size() > 1 && !output.holdsMips())
            m_console.warn(fmt::format("{} holds one mip; {} left out", output.paths().front(),
                                       counted(cubemap.mips.size() - 1, "smaller mip")));
    }

    // As they are written.
    NormalizedMips divide(const CubemapMips& cubemap, const PnSh& light, const EnvironmentOutput& output)
    {
        std::vector<NormalizeItem> items;
        items.push_back({&cubemap, &light, {}});
        std::uint32_t completed = 0;
        const PnResult done = normalizeItems(m_context, items, m_normalization, m_projection, &completed);
        if (done != PN_SUCCESS)
            throwResult(done, cubemap.facts.path);
        NormalizedMips& result = items.front().result;
        if (!output.holdsMips())
            result.mips.erase(result.mips.begin() + 1, result.mips.end());
        turnForEngine(result.mips, m_options.engine);
        convert(cubemap, output.paths().front(), result);
        throwIfInterrupted();
        return std::move(result);
    }

    void convert(const CubemapMips& cubemap, const std::string& path, NormalizedMips& result)
    {
        const bool isOneChannel = m_options.channels == 1, areMeans = cubemap.mips.front().format != cubemap.format;
        const PnFormat format =
            isOneChannel ? image::kOneHalf
                         : texelsFor(m_options.texels, m_options.engine, path,
                                     outputFormat(m_options.texels, cubemap.format, areMeans, result), result.mips);
        result.spread = keepLight(path, image::Layout::CubemapFile, format, result.mips, m_console);
        if (isOneChannel)
            packOneChannel(result.mips);
        else
            convertMips(format, result.mips, m_options.bc6hEffort, m_context.context());
    }

    const NormalizeOptions& m_options;
    Console& m_console;
    FallbackContext m_context;
    PnNormalization m_normalization;
    PnProjectOptions m_projection = probenorm::sized<PnProjectOptions>();
    Progress m_progress;
    std::uint32_t m_done = 0;
    EachReport m_report;
};

Exit run(NormalizeOptions& options, Console& console)
{
    const std::vector<InputPath> inputs = groupInputs(options.inputs, options.inputOptions);
    const std::vector<EnvironmentOutput> outputs = checkedOutputs(options, inputs);
    requireCubeFits(options.resample, options.mips || options.own.mapping != 0, options.inputOptions.maxBytes,
                    fmt::format("--resample {}", options.resample));
    NormalizeRun normalize(options, console, inputs.size());
    for (std::size_t i = 0; i < inputs.size(); ++i)
        normalize.add(inputs[i], outputs[i]);
    return Exit::Success;
}

} // namespace

const Command kNormalizeCommand{
    .name = "normalize",
    .summary = "Divide a cubemap by its own light",
    .manual =
        R"(Divides each texel of a cubemap, all its mips, by the probe's own light along its direction (E / pi, three
bands, never below the floor, without ringing). At run time the reflection is multiplied by the local light, which
arrives at the shading point. The light is printed; .ktx2 and .exr files also hold it, with the bounds and the fade of the
run time, and are not normalized again. .dds and .hdr files have no room for that.

`probenorm presets` lists the presets. hdrp, source2 and rend2 look along the surface's normal, which no texel knows, and
godot divides by nothing: they can only be used as a factor.

Mips of a file are taken as they are. --prefilter makes them of the first one, each for the roughness that an engine reads it
with, and divides each by the light that GGX gathers at that roughness; `prefilter` has the roughness mappings. --lobe
cosine divides them all by E / pi instead, which is what pnReflectionDivided multiplies with. --mips makes box-filtered
mips, which suit engines that filter a cubemap themselves.

--channels 1 divides the luminance and keeps nothing else, in a quarter of the memory. The shader reads it into all
three channels (pnReflectionDivided), and the colour is that of the probe's light.

  probenorm normalize probe.ktx2 -o probe_normalized.ktx2
  probenorm normalize probe.ktx2 --channels 1 -o probe_grey.ktx2
  probenorm normalize sky.hdr --resample 256 --mips -o sky.dds
  probenorm normalize sky.hdr --resample 256 --prefilter unity -o sky.ktx2
  probenorm normalize probe.dds --lobe ggx --divide rgb --format json -o probe_rgb.dds)",
    .add = addCommand<NormalizeOptions, run>,
};

} // namespace pn::cli

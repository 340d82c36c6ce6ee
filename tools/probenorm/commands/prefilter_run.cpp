#include "commands/prefilter_run.h"

#include "run/change.h"
#include "run/device.h"
#include "run/environment_output.h"
#include "run/input.h"
#include "run/kept_light.h"
#include "run/output.h"
#include "run/run_prefilter.h"
#include "run/run_project.h"
#include "support/failure.h"
#include "support/interrupt.h"
#include "support/text.h"

#include "image/formats/playcanvas_atlas.h"
#include "image/resample/resample.h"
#include "image/texels/bc6h.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace pn::cli {
namespace {

constexpr std::uint32_t kLargestByDefault = 256; // of what engines load as a reflection probe

constexpr std::uint32_t kSmoothSize = 64; // of a cubemap that the smooth parts of an atlas are made of

const std::vector<std::string> kLobes = {"cosine", "ggx", "charlie"}; // in the order of PnLobe

} // namespace

void PrefilterOptions::addTo(CLI::App& app)
{
    addTexts(app, "INPUT", inputs, "Cubemaps, HDR maps, or patterns such as sky_%.hdr; - is standard input").required();
    addText(app, "-o,--output", output.path,
            "The mips: a .ktx2, .ktx, .env or .dds file; {} in it: one for each input's name")
        .required()
        .takes("FILE");
    addOverwrite(app, output.overwrite);
    addJsonFormat(app, json, "Form of what is printed (text)");
    addLayout(app, layout,
              {image::Layout::CubemapFile, image::Layout::Octahedral, image::Layout::OctahedralGodot,
               image::Layout::OctahedralHdrp, image::Layout::PlayCanvasAtlas});
    addFor(app, engine,
           "Axes, roughness mapping and mips of an engine, so that it shows the environment as it shows a map");
    addWord(app, "--mapping", mappingNames(),
            "The engine's roughness mapping: which roughness each mip has; linear: glTF, bevy (of --for, else linear)",
            [this](std::size_t index) { mapping = PnRoughnessMapping(PN_ROUGHNESS_MAPPING_LINEAR + index); });
    addWord(app, "--lobe", kLobes, "Of the surface; cosine: irradiance / pi, charlie: cloth (ggx)",
            [this](std::size_t index) { lobe = PnLobe(PN_LOBE_COSINE + index); });
    addWord(app, "--effort", {"baked", "realtime"},
            "Accuracy against the exact integral: .1 % of the mean, or 1 % (baked)",
            [this](std::size_t index) { effort = index == 0 ? PN_EFFORT_BAKED : PN_EFFORT_REALTIME; });
    addUint(app, "--size", size, 1, PN_MAX_FACE_SIZE, "Texels of mip 0's edge (as fine as the input, at most 256)");
    addUint(app, "--mips", mips, 1, kMostMips,
            "How many (unity: 7; filament: down to 16 texels; others: down to 1; or as --for reads)");
    addTexels(app, texels, bc6hEffort,
              "Texel format of the output (the engine's; else rgba16f where no more is needed)");
    addChoice(app, "--compress", packing, {"none", "zstd"}, "How a .ktx2 file is packed (none)");
    addChoice(app, "--negative", negative, {"keep", "zero"}, "What becomes of negative radiance (zero)");
    inputOptions.addTo(app);
    addSuns(app, inputOptions.change.suns,
            "What becomes of suns and other small lights: extract leaves them out (keep)");
    device.addTo(app);
    messages.addTo(app);
}

namespace {

// A cubemap of the size of mip 0.
image::Image sourceOf(const PrefilterOptions& options, image::Environment& environment)
{
    const std::uint32_t own =
        environment.kind == image::Kind::Cubemap ? environment.faceSize() : faceSizeFor(environment);
    const std::uint32_t faceSize = options.size != 0 ? options.size : std::min(own, kLargestByDefault);
    if (environment.kind == image::Kind::Cubemap && faceSize == own)
        return std::move(environment.image);
    return image::resampleToCube(environment, faceSize, options.device.threads).image;
}

PnRoughnessMapping mappingOf(const PrefilterOptions& options)
{
    if (options.isAtlas())
        return PN_ROUGHNESS_MAPPING_LINEAR;
    if (options.mapping != 0)
        return options.mapping;
    return options.engine != nullptr ? options.engine->mapping : PN_ROUGHNESS_MAPPING_LINEAR;
}

std::uint32_t mipsOf(const PrefilterOptions& options, std::uint32_t faceSize)
{
    if (options.isAtlas())
        return image::kAtlasMips;
    const bool isOctahedral = image::isOctahedral(options.layout);
    const std::uint32_t most = isOctahedral ? image::octahedralMips(options.layout, faceSize) : kMostMips;
    if (isOctahedral)
        image::octahedralEdge(options.layout, faceSize); // which refuses a size
    if (options.mips > most)
        throw Failure(Exit::CommandLine, fmt::format("--mips {}: {} of faces of {} has {}", options.mips,
                                                     image::layoutName(options.layout), faceSize, most));
    if (options.mips != 0)
        return options.mips;
    const bool isByEngine = options.engine != nullptr && options.mapping == 0;
    const std::uint32_t count =
        isByEngine ? mipCountOf(*options.engine, faceSize) : mipCountOf(mappingOf(options), faceSize);
    return std::min(count, most);
}

struct Prefiltered
{
    std::uint32_t faceSize; // of the first mip
    std::vector<image::Image> mips;
    std::vector<float> roughness;
    PnPrefilterInfo info{};
};

Prefiltered prefilter(const PrefilterOptions& options, FallbackContext& context, const image::Image& source,
                      const InputFacts& facts)
{
    auto prefilter = probenorm::sized<PnPrefilter>();
    prefilter.lobe = options.lobe;
    prefilter.mapping = mappingOf(options);
    prefilter.effort = options.effort;
    prefilter.mipCount = mipsOf(options, source.width);
    auto project = probenorm::sized<PnProjectOptions>();
    project.negative = options.negative;
    std::vector<PrefilterItem> items;
    items.push_back({viewOf(source), PN_FORMAT_RGBA32F, {}, {}});
    std::uint32_t completed = 0;
    if (const PnResult done = prefilterItems(context, items, prefilter, project, &completed); done != PN_SUCCESS)
        throwResult(done, facts.path);
    return {source.width, std::move(items.front().mips),
            probenorm::mipRoughness(prefilter.mapping, prefilter.mipCount, source.width), items.front().info};
}

Json reportJson(const std::string& path, const Prefiltered& result, const InputFacts& facts)
{
    return {{"probenorm", versionText()},
            {"input", inputJson(facts)},
            {"output",
             {{"path", path},
              {"faceSize", result.faceSize},
              {"mips", result.mips.size()},
              {"texels", formatName(result.mips.front().format)}}},
            {"roughness", result.roughness},
            {"algorithm", pnGetAlgorithmVersion()},
            {"seconds", {{"prefilter", static_cast<float>(1e-9 * static_cast<double>(result.info.callNanoseconds))}}}};
}

// The note before ends here: to destroy it takes memory, and a lack of it must not follow a written file.
std::string noteOfMips(const PrefilterOptions& options, Json before, const Prefiltered& result)
{
    Json step = stepOf("prefilter", options.layout);
    step.update(options.inputOptions.change.json(options.engine));
    return noteText(before, std::move(step),
                    {{"prefilter",
                      {{"mapping", mappingName(mappingOf(options))},
                       {"lobe", kLobes[std::size_t(options.lobe - PN_LOBE_COSINE)]},
                       {"effort", options.effort == PN_EFFORT_BAKED ? "baked" : "realtime"},
                       {"roughness", result.roughness}}}});
}

} // namespace

void PrefilterRun::add(const InputPath& input, const EnvironmentOutput& output)
{
    PendingProject read{.environment = loadChanged(input, m_options.inputOptions, m_options.device.threads),
                        .facts = {}};
    image::Environment& environment = read.environment;
    if (m_progress != nullptr)
        m_progress->addRead(bytesOfFiles(environment.files));
    const std::string path = output.paths().front();
    if (!m_options.output.overwrite)
        requireNotInput({path}, environment.files);
    const InputFacts facts = read.facts = describe(environment);
    warnOfInput(environment, facts, m_console);
    warnOfHistory(environment, m_options.inputOptions.change, m_options.engine, m_console);
    warnOfNormalized(environment, m_console);
    warnOfPrefiltered(environment, m_console);
    const PnFormat others = formatThatHolds(environment.fileFormat, facts);
    const std::string harmonics = harmonicsOf(read, path);
    Json before = noteOf(environment);
    image::Image source = sourceOf(m_options, environment);
    throwIfInterrupted();
    Prefiltered result = prefilter(m_options, m_context, source, facts);
    turnForEngine(result.mips, m_options.engine);
    const PnFormat format = texelsFor(m_options.texels, m_options.engine, path, others, result.mips);
    const std::string spread = keepLight(path, m_options.layout, format, result.mips, m_console);
    if (m_options.isAtlas())
        packAtlas(result.mips, std::move(source), facts);
    else
        image::foldMips(result.mips, m_options.layout, m_options.device.threads);
    convertMips(format, result.mips, m_options.bc6hEffort, m_context.context());
    throwIfInterrupted();
    const std::string text = m_report.next(
        reportJson(path, result, facts),
        fmt::format("{}roughness {:.3g}\n", output.text(result.mips, spread), fmt::join(result.roughness, ", ")));
    const std::string note = noteOfMips(m_options, std::move(before), result);
    if (m_options.output.isOneFileEach())
        makeFolderOf(path);
    output.write(result.mips, m_options.packing, {note, harmonics});
    m_console.setStatus("");
    if (!text.empty())
        writeOutput("-", text);
}

// Two parts of an atlas are too large for coarse mips, and are made anew: what roughness 1 shows, and irradiance.
void PrefilterRun::packAtlas(std::vector<image::Image>& mips, image::Image source, const InputFacts& facts)
{
    const unsigned threads = m_options.device.threads;
    image::Environment cube;
    cube.kind = image::Kind::Cubemap;
    cube.image = std::move(source);
    const image::Image small = image::resampleToCube(cube, kSmoothSize, threads).image;
    PrefilterOptions options = m_options;
    options.layout = image::Layout::CubemapFile;
    options.mapping = PN_ROUGHNESS_MAPPING_LINEAR;
    options.mips = 2; // roughness 0 and 1
    std::vector<image::Image> rough = prefilter(options, m_context, small, facts).mips;
    options.lobe = PN_LOBE_COSINE;
    options.mips = 1;
    std::vector<image::Image> smooth = prefilter(options, m_context, small, facts).mips;
    smooth.push_back(std::move(rough.back()));
    turnForEngine(smooth, m_options.engine);
    mips.back() = std::move(smooth.back());
    image::Image atlas = image::makeAtlas(std::move(mips), std::move(smooth.front()), threads);
    mips.clear();
    mips.push_back(std::move(atlas));
}

// The light's coefficients as text, where a file of that name holds them; else empty.
std::string PrefilterRun::harmonicsOf(PendingProject& read, const std::string& path)
{
    if (!holdsHarmonics(path))
        return "";
    auto projection = probenorm::sized<PnProjectOptions>();
    projection.negative = m_options.negative;
    return harmonicsFor(path, projectItems(m_context, {&read, 1}, projection).front().sh);
}

} // namespace pn::cli

#include "commands/command.h"
#include "run/device.h"
#include "run/environment_output.h"
#include "run/input.h"
#include "run/output.h"
#include "run/run_prefilter.h"
#include "support/failure.h"
#include "support/interrupt.h"
#include "support/text.h"

#include "image/resample/resample.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace pn::cli {
namespace {

constexpr std::uint32_t kLargestByDefault = 256; // of what engines load as a reflection probe

struct PrefilterOptions
{
    std::vector<std::string> inputs;
    OutputOptions output;
    bool json = false;
    std::uint32_t size = 0;
    std::uint32_t mips = 0;
    PnMipLaw law = PN_MIP_LAW_LINEAR;
    PnLobe lobe = PN_LOBE_GGX;
    PnEffort effort = PN_EFFORT_BAKED;
    PnFormat texels = PN_FORMAT_UNDEFINED;
    image::Ktx2Packing packing = image::Ktx2Packing::None;
    PnNegativePolicy negative = PN_NEGATIVE_ZERO;
    InputOptions inputOptions;
    DeviceOptions device;
    MessageOptions messages;

    void addTo(CLI::App& app)
    {
        addTexts(app, "INPUT", inputs, "Cubemaps, HDR maps, or patterns such as sky_%.hdr; - is standard input")
            .required();
        addText(app, "-o,--output", output.path, "The mips: a .ktx2 or .dds file; {} in it: one for each input's name")
            .required()
            .takes("FILE");
        addOverwrite(app, output.overwrite);
        addJsonFormat(app, json, "Form of what is printed (text)");
        addWord(app, "--law", mipLawNames(),
                "Which roughness each mip has, by engine; linear: glTF, Godot, bevy (linear)",
                [this](std::size_t index) { law = PnMipLaw(PN_MIP_LAW_LINEAR + index); });
        addWord(app, "--lobe", {"ggx", "cosine", "charlie"},
                "Of the surface; cosine: irradiance / pi, charlie: cloth (ggx)", [this](std::size_t index) {
                    lobe = std::array{PN_LOBE_GGX, PN_LOBE_COSINE, PN_LOBE_CHARLIE}[index];
                });
        addWord(app, "--effort", {"baked", "realtime"}, "How near the exact integral: .1 % of the mean, or 1 % (baked)",
                [this](std::size_t index) { effort = index == 0 ? PN_EFFORT_BAKED : PN_EFFORT_REALTIME; });
        addUint(app, "--size", size, 1, PN_MAX_FACE_SIZE, "Texels of mip 0's edge (as fine as the input, at most 256)");
        addUint(app, "--mips", mips, 1, 15, "How many (unity: 7; filament: down to 16 texels; others: down to 1)");
        addWord(app, "--texels", {"rgba16f", "rgba32f"}, "Texel format of the output (rgba16f where no more is needed)",
                [this](std::size_t index) { texels = index == 0 ? PN_FORMAT_RGBA16F : PN_FORMAT_RGBA32F; });
        addChoice(app, "--compress", packing, {"none", "zstd"}, "How a .ktx2 file is packed (none)");
        addChoice(app, "--negative", negative, {"keep", "zero"}, "What becomes of negative radiance (zero)");
        inputOptions.addTo(app);
        device.addTo(app);
        messages.addTo(app);
    }
};

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

struct Prefiltered
{
    std::vector<image::Image> mips;
    std::vector<float> roughness;
    PnPrefilterInfo info{};
};

Prefiltered prefilter(const PrefilterOptions& options, FallbackContext& context, const image::Image& source,
                      const InputFacts& facts, PnFormat format)
{
    auto prefilter = probenorm::sized<PnPrefilter>();
    prefilter.lobe = options.lobe;
    prefilter.law = options.law;
    prefilter.effort = options.effort;
    prefilter.mipCount = options.mips != 0 ? options.mips : mipCountOf(options.law, source.width);
    auto project = probenorm::sized<PnProjectOptions>();
    project.negative = options.negative;
    std::vector<PrefilterItem> items;
    items.push_back({viewOf(source), format, {}, {}});
    std::uint32_t completed = 0;
    if (const PnResult done = prefilterItems(context, items, prefilter, project, &completed); done != PN_SUCCESS)
        throwResult(done, facts.path);
    return {std::move(items.front().mips), probenorm::mipRoughness(options.law, prefilter.mipCount, source.width),
            items.front().info};
}

std::string reportText(const std::string& path, const Prefiltered& result)
{
    return fmt::format("{}: faces of {}, {}, {}\nroughness {:.3g}\n", printable(path), result.mips.front().width,
                       counted(result.mips.size(), "mip"), formatName(result.mips.front().format),
                       fmt::join(result.roughness, ", "));
}

Json reportJson(const std::string& path, const Prefiltered& result, const InputFacts& facts)
{
    return {{"probenorm", versionText()},
            {"input", inputJson(facts)},
            {"output",
             {{"path", path},
              {"faceSize", result.mips.front().width},
              {"mips", result.mips.size()},
              {"texels", formatName(result.mips.front().format)}}},
            {"roughness", result.roughness},
            {"algorithm", pnGetAlgorithmVersion()},
            {"seconds", {{"prefilter", static_cast<float>(1e-9 * static_cast<double>(result.info.callNanoseconds))}}}};
}

// One for each input.
std::vector<CubemapOutput> checkedOutputs(const PrefilterOptions& options, const std::vector<InputPath>& inputs)
{
    if (inputs.size() > 1 && !options.output.isOneFileEach())
        throw Failure(Exit::CommandLine,
                      fmt::format("--output must have {{}} for the name of each of {} inputs, found {}", inputs.size(),
                                  options.output.path));
    std::vector<std::string> names;
    for (const InputPath& input : inputs)
        names.push_back(stemOf(input.name()));
    std::vector<CubemapOutput> outputs;
    for (const std::string& path : outputPaths(options.output, names))
    {
        outputs.emplace_back(path);
        if (!outputs.back().holdsMips())
            throw Failure(Exit::CommandLine, fmt::format("--output must end in .ktx2 or .dds, found {}", path));
        outputs.back().requireRoom(true, options.packing);
    }
    return outputs;
}

// Input by input; the context keeps what it has made for the size and the law.
class PrefilterRun
{
public:
    PrefilterRun(const PrefilterOptions& options, FallbackContext context, Console& console)
        : m_options(options), m_context(std::move(context)), m_console(console)
    {
    }

    void add(const InputPath& input, const CubemapOutput& output, bool isLast)
    {
        image::Environment environment = loadInput(input, m_options.inputOptions);
        const std::string path = output.paths().front();
        if (!m_options.output.overwrite)
            requireNotInput({path}, environment.files);
        const InputFacts facts = describe(environment);
        warnOfInput(environment, facts, m_console);
        const PnFormat format = m_options.texels != PN_FORMAT_UNDEFINED
                                    ? m_options.texels
                                    : formatThatHolds(environment.image.format, facts);
        const image::Image source = sourceOf(m_options, environment);
        throwIfInterrupted();
        const Prefiltered result = prefilter(m_options, m_context, source, facts, format);
        throwIfInterrupted();
        m_reports.push_back(reportJson(path, result, facts));
        const Json& reports = m_reports.size() > 1 ? m_reports : m_reports.front();
        const std::string text = !m_options.json ? reportText(path, result) : isLast ? jsonText(reports) : "";
        if (m_options.output.isOneFileEach())
            makeFolderOf(path);
        output.write(result.mips, m_options.packing);
        if (!text.empty() && (!m_options.messages.quiet || m_options.json))
            writeOutput("-", text);
    }

private:
    const PrefilterOptions& m_options;
    FallbackContext m_context;
    Console& m_console;
    Json m_reports = Json::array();
};

Exit run(PrefilterOptions& options, Console& console)
{
    const std::vector<InputPath> inputs = groupInputs(options.inputs, options.inputOptions);
    const std::vector<CubemapOutput> outputs = checkedOutputs(options, inputs);
    requireCubeFits(options.size, true, options.inputOptions.maxBytes, fmt::format("--size {}", options.size));
    PrefilterRun prefilter(options, makeFallbackContext(options.device, console), console);
    for (std::size_t i = 0; i < inputs.size(); ++i)
        prefilter.add(inputs[i], outputs[i], i + 1 == inputs.size());
    return Exit::Success;
}

} // namespace

const Command kPrefilterCommand{
    .name = "prefilter",
    .summary = "Write the mips of cubemaps for surfaces of rising roughness",
    .manual =
        R"(Makes each mip of a reflection probe for the roughness that an engine reads it with. A texel is the integral of
what the probe sees times the lobe of the surface, without random samples: there are no fireflies, and a cubemap of one
colour keeps that colour. `resample --mips` makes plain means instead.

  probenorm prefilter sky.hdr -o sky.ktx2 --law filament
  probenorm prefilter probe.dds -o probe_filtered.dds --law unity
  probenorm prefilter probes/*.exr -o 'filtered/{}.ktx2' --law unity
  probenorm prefilter sky.exr -o irradiance.ktx2 --lobe cosine --size 32 --mips 1)",
    .add = addCommand<PrefilterOptions, run>,
};

} // namespace pn::cli

#include "commands/command.h"
#include "picture/cube_picture.h"
#include "picture/preview.h"
#include "run/change.h"
#include "run/output.h"
#include "run/run_check.h"
#include "run/run_prefilter.h"
#include "run/run_project.h"
#include "support/failure.h"
#include "support/interrupt.h"
#include "support/progress.h"
#include "support/text.h"

#include "image/files/output_file.h"
#include "image/formats/png_jpeg.h"
#include "image/resample/resample.h"
#include "image/resample/turn.h"

#include <fmt/format.h>

#include <optional>

namespace pn::cli {
namespace {

constexpr std::uint32_t kLeastFace = 64; // the labels need the room
constexpr std::uint32_t kMostFace = 1024;

struct PreviewOptions
{
    std::string input;
    std::string output;
    bool overwrite = false;
    std::uint32_t size = 128;
    std::uint32_t extractLights = 0; // at most, to frame; 0: none is looked for
    bool marks = false;              // frames what is wrong, too
    PnRoughnessMapping mapping = 0;  // of the mips to show on metal balls; 0: none are made
    const Engine* engine = nullptr;
    EnvironmentOptions inputOptions;
    DeviceOptions device;
    MessageOptions messages;
    std::optional<float> exposure;

    void addTo(CLI::App& app)
    {
        addText(app, "INPUT", input, "An HDR map, a cubemap, or a pattern; - is standard input").required();
        addText(app, "-o,--output", output, "The picture").required().takes("PNG");
        addOverwrite(app, overwrite);
        addUint(app, "--size", size, kLeastFace, kMostFace, "Pixels of one cube face (128)");
        addFloat(app, "--exposure", exposure, -kMostStops, kMostStops,
                 "Stops that radiance is multiplied by (found by the picture's brightness)");
        addFor(app, engine, "Show the faces that the engine gets");
        addUint(app, "--extract-lights", extractLights, 1, PN_MAX_LIGHTS, "Frame up to N small bright lights");
        addFlag(app, "--marks", marks, "Frame the places of what check finds, and name it");
        addWord(app, "--prefilter", mappingNames(),
                "Show mips for rough surfaces on metal balls, by an engine's roughness mapping",
                [this](std::size_t index) { mapping = PnRoughnessMapping(PN_ROUGHNESS_MAPPING_LINEAR + index); });
        inputOptions.addTo(app, false);
        device.addTo(app);
        messages.addTo(app);
    }
};

constexpr std::uint32_t kMostBalls = 8; // that fit side by side

// The mips of the cubemap that the picture shows.
std::vector<image::Image> prefilteredMips(PnRoughnessMapping mapping, FallbackContext& context,
                                          const image::Environment& cube, const std::string& path)
{
    auto prefilter = probenorm::sized<PnPrefilter>();
    prefilter.mapping = mapping;
    prefilter.mipCount = std::min(mipCountOf(mapping, cube.faceSize()), kMostBalls);
    std::vector<PrefilterItem> items;
    items.push_back({viewOf(cube.image), PN_FORMAT_RGBA32F, {}, {}});
    std::uint32_t completed = 0;
    const PnResult done = prefilterItems(context, items, prefilter, probenorm::sized<PnProjectOptions>(), &completed);
    if (done != PN_SUCCESS)
        throwResult(done, path);
    return std::move(items.front().mips);
}

std::optional<PnLights> findLights(const PreviewOptions& options, FallbackContext& context, const PendingProject& item)
{
    if (options.extractLights == 0)
        return std::nullopt;
    const PnLightOptions limits{sizeof(PnLightOptions), options.extractLights, 0.0f, 0.0f};
    const auto projection = probenorm::sized<PnProjectOptions>();
    return cli::findLights(context.context(), item.environment, projection, limits, item.facts.path).lights;
}

void markFindings(const image::Environment& environment, std::uint32_t threads, PreviewInput& input)
{
    const std::vector<PnFinding> findings = check(environment, {&environment.image, 1}, threads);
    addMarks(findings, environment, input.marks);
    for (const PnFinding& finding : findings)
        if (finding.severity != PN_SEVERITY_NOTE)
            input.details += fmt::format("   {}", pnGetFindingName(finding.kind));
}

Exit run(PreviewOptions& options, Console& console)
{
    if (!lowerCase(options.output).ends_with(".png") && options.output != "-")
        throw Failure(Exit::CommandLine, fmt::format("--output must end in .png, found {}", options.output));
    Progress progress(console, options.messages.progress, 1);
    PendingProject item;
    item.environment = loadChanged({{options.input}}, options.inputOptions, options.device.threads);
    progress.addRead(bytesOfFiles(item.environment.files));
    warnOfHistory(item.environment, options.inputOptions.change, options.engine, console);
    warnOfNormalized(item.environment, console);
    if (options.engine != nullptr)
        image::turn(item.environment, fileTurn(*options.engine), options.device.threads);
    if (!options.overwrite)
        requireNotInput({options.output}, item.environment.files);
    item.facts = describe(item.environment);
    warnOfInput(item.environment, item.facts, console);
    const InputFacts facts = item.facts;
    throwIfInterrupted();
    const image::Environment cube = image::resampleToCube(item.environment, options.size, options.device.threads);
    FallbackContext context = makeContextFor(1, options.device, console);
    const std::optional<PnLights> lights = findLights(options, context, item);
    const PnSh sh = projectItems(context, {&item, 1}, probenorm::sized<PnProjectOptions>()).front().sh;
    throwIfInterrupted();

    PreviewInput input{cube, sh, std::nullopt, stemOf(facts.path), "", {}};
    input.details = fmt::format("{}   range {:.4g} to {:.4g}", shapeText(facts), facts.min, facts.max);
    if (lights)
    {
        addDirections(*lights, input.marks);
        input.details += fmt::format("   lights {}", lights->count);
    }
    if (options.marks)
        markFindings(item.environment, options.device.threads, input);
    input.exposureStops = options.exposure;
    std::vector<image::Image> mips;
    std::vector<float> roughness;
    if (options.mapping != 0)
    {
        mips = prefilteredMips(options.mapping, context, cube, facts.path);
        roughness = probenorm::mipRoughness(options.mapping, std::uint32_t(mips.size()), options.size);
        input.mips = mips;
        input.roughness = roughness;
    }
    const Canvas canvas = drawPreview(input);
    const std::vector<std::byte> png = image::encodePng(canvas.width(), canvas.height(), canvas.bytes());
    throwIfInterrupted();
    image::writeFile(image::followLinks(options.output), png);
    progress.setCompleted(1);
    return Exit::Success;
}

} // namespace

const Command kPreviewCommand{
    .name = "preview",
    .summary = "Draw an environment, its reconstruction, irradiance and errors as PNG",
    .manual =
        R"(Six panels. Above: the cube unfolded (+Y on top; -X +Z +X -Z; -Y below), what 9 coefficients keep of it, and the
error of that. Below: a white matte ball lit by it, by the integral over its texels; irradiance by the coefficients,
which is what they are for; and the error of that against the integral. Errors are of luminance, relative to its average; red is too bright.
With --prefilter two rows of metal balls follow: by prefiltered mips, and by the integrals that these stand for.

  probenorm preview sky.hdr -o sky.png
  probenorm preview sky.hdr --extract-lights 16 -o sky.png
  probenorm preview sky.hdr --prefilter unity -o sky.png
  probenorm preview probe.dds --exposure -2 --size 256 -o probe.png)",
    .add = addCommand<PreviewOptions, run>,
};

} // namespace pn::cli

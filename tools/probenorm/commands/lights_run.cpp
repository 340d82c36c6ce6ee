#include "commands/lights_run.h"

#include "run/change.h"
#include "run/device.h"
#include "run/environment_output.h"
#include "run/input.h"
#include "run/kept_light.h"
#include "run/output.h"
#include "run/run_normalize.h"
#include "run/run_project.h"
#include "sh/lights.h"
#include "support/failure.h"
#include "support/interrupt.h"

#include "image/resample/turn.h"

#include <utility>

namespace pn::cli {
namespace {

constexpr float kDegree = 3.14159265f / 180.0f;

} // namespace

void LightsOptions::addTo(CLI::App& app)
{
    addText(app, "INPUT", input, "An HDR map, a cubemap, or a pattern; - is standard input").required();
    addText(app, "-o,--output", output, "Where the lights go (standard output)").takes("FILE");
    addText(app, "--residual", residual, "Where the environment without the lights goes, in its own kind")
        .takes("FILE");
    addOverwrite(app, overwrite);
    addChoice(app, "--format", format, {"text", "json", "unity", "gltf", "three"}, "Form of the result (text)");
    addFor(app, engine, "Axes of text, JSON and the residual, as the engine shows a map");
    addUint(app, "--max", most, 1, PN_MAX_LIGHTS, "Most lights (16)");
    addFloat(app, "--min-share", share, 0.0001f, 1000.0f,
             "Irradiance of a light relative to the sky's, for it to be one (0.01)");
    addFloat(app, "--max-radius", radius, 0.1f, 11.0f, "Degrees; what is larger stays in the environment (7.5)");
    addUint(app, "--bands", bands, 1, PN_MAX_BANDS, "Bands of the residual's coefficients (3)");
    inputOptions.addTo(app);
    device.addTo(app);
    messages.addTo(app);
}

namespace {

LightResult extract(const LightsOptions& options, const image::Environment& environment, PnContext context,
                    image::Image* residual)
{
    auto project = probenorm::sized<PnProjectOptions>();
    project.bands = options.bands;
    const PnLightOptions light{sizeof(PnLightOptions), options.most, options.share, options.radius * kDegree};
    FoundLights found = cli::findLights(context, environment, project, light, environment.path, residual);
    if (const std::optional<Degrees>& rotation = options.inputOptions.change.rotation; rotation)
    {
        found.lights = turnedLights(found.lights, rotation, EngineView{}, 1.0f);
        rotateSh(found.residual, rotationBy(*rotation), environment.path);
    }
    return {found.lights, found.residual, inputJson(describe(environment)), options.engine};
}

// Lights are found before texels are rotated, which spreads them, and are rotated themselves.
image::Environment loadUnrotated(const LightsOptions& options, const InputPath& input)
{
    EnvironmentOptions unrotated = options.inputOptions;
    unrotated.change.rotation.reset();
    return loadChanged(input, unrotated, options.device.threads);
}

void writeResidual(const LightsOptions& options, image::Environment environment, image::Image residual,
                   Console& console)
{
    const PnFormat format = formatThatHolds(environment.fileFormat, describe(environment));
    Json step = {{"command", "lights"}};
    step.update(options.inputOptions.change.json(options.engine));
    environment.image = std::move(residual);
    if (options.inputOptions.change.rotation)
        image::turn(environment, inverseOf(rotationBy(*options.inputOptions.change.rotation)), options.device.threads);
    std::vector<image::Image> mips;
    mips.push_back(std::move(environment.image));
    keepLight(options.residual, layoutOf(environment.kind), format, mips, console);
    convertMips(format, mips);
    if (environment.kind == image::Kind::Cubemap)
        turnForEngine(mips, options.engine);
    throwIfInterrupted();
    EnvironmentOutput(options.residual, layoutOf(environment.kind))
        .write(mips, image::Ktx2Packing::None,
               {noteText(noteOf(environment), std::move(step), {{"prefilter", nullptr}}), ""});
}

} // namespace

PnLights writeLights(const LightsOptions& options, const InputPath& input, PnContext context, Console& console,
                     Progress* progress)
{
    image::Environment environment = loadUnrotated(options, input);
    if (progress != nullptr)
        progress->addRead(bytesOfFiles(environment.files));
    const bool wantsResidual = !options.residual.empty();
    std::vector<std::string> outputs = wantsResidual
                                           ? EnvironmentOutput(options.residual, layoutOf(environment.kind)).paths()
                                           : std::vector<std::string>{};
    outputs.push_back(options.output);
    if (!options.overwrite)
        requireNotInput(outputs, environment.files);
    warnOfHistory(environment, options.inputOptions.change, options.engine, console);
    warnOfNormalized(environment, console);
    image::Image residual;
    PnLights lights{};
    std::string text;
    { // before there is a file: texts and the end of JSON take memory
        const LightResult found = extract(options, environment, context, wantsResidual ? &residual : nullptr);
        lights = found.lights;
        text = lightText(found, options.format);
    }
    if (wantsResidual)
        writeResidual(options, std::move(environment), std::move(residual), console);
    console.setStatus("");
    writeOutput(options.output, text);
    return lights;
}

} // namespace pn::cli

#include "commands/command.h"
#include "commands/lights_run.h"

namespace pn::cli {
namespace {

Exit run(LightsOptions& options, Console& console)
{
    const bool hasEngine = options.format != LightFormat::AsText && options.format != LightFormat::AsJson;
    if (hasEngine && options.engine != nullptr)
        throw Failure(Exit::CommandLine, "--for is for the formats text and json; the others are an engine's already");
    FallbackContext context = makeContextFor(1, options.device, console);
    Progress progress(console, options.messages.progress, 1);
    writeLights(options, {{options.input}}, context.context(), console, &progress);
    progress.setCompleted(1);
    return Exit::Success;
}

} // namespace

const Command kLightsCommand{
    .name = "lights",
    .summary = "Find the sun and other small bright lights of an environment",
    .manual =
        R"(Finds small bright lights, such as the sun, and measures them: direction, irradiance, peak radiance, angular radius.
JSON also has the coefficients of what is left once they are taken out. unity, gltf (KHR_lights_punctual) and three write
them as these engines read lights, in the engine's axes and unit; docs/lights.md has the steps and the units.

  probenorm lights sky.exr
  probenorm lights sky.exr --format gltf -o lights.gltf
  probenorm lights sky.exr --residual sky_without_sun.exr)",
    .add = addCommand<LightsOptions, run>,
};

} // namespace pn::cli

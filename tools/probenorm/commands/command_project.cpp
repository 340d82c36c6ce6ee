#include "commands/command.h"
#include "commands/project_run.h"
#include "support/text.h"

#include <utility>

namespace pn::cli {
namespace {

void checkOutputs(const OutputOptions& output, const std::vector<InputPath>& inputs)
{
    std::vector<std::string> names;
    for (const InputPath& input : inputs)
        names.push_back(stemOf(input.name()));
    outputPaths(output, names);
}

Exit run(ProjectOptions& options, Console& console)
{
    options.output.requireKnownEnding();
    emptySet(options.form.convention, options.form.axes,
             options.bands); // refuse what cannot be written before the work
    const std::vector<InputPath> inputs = groupInputs(options.inputs, options.input);
    if (options.output.isOneFileEach())
        checkOutputs(options.output, inputs);

    FallbackContext context = makeContextFor(inputs.size(), options.device, console);
    ProjectRun project(options, context, console, static_cast<std::uint32_t>(inputs.size()));
    for (const InputPath& input : inputs)
        project.add(input);
    std::vector<ShResult> results = project.finish();
    const bool asArray = results.size() > 1;
    writeResults(options.output, std::move(results), asArray, project.files());
    return Exit::Success;
}

} // namespace

const Command kProjectCommand{
    .name = "project",
    .summary = "Print the coefficients of environments",
    .manual = R"(Projects each environment onto spherical harmonics of its radiance. The same texels give the same bits
on every device that is called reproducible, alone or among others, with any number of threads.
When a device is lost, the rest is done by the CPU backend, which gives the same bits.

Pictures are taken as equirect (2:1), crosses (4:3, 3:4), strips (6:1, 1:6) or faces by their shape and
name; with --layout faces, six files in the order +X -X +Y -Y +Z -Z are one environment.

Conventions hold exactly three bands and get zeros for missing ones, but for canonical, directxmath, google, cmft and
filament-radiance, which hold one to five.

  probenorm project sky.hdr
  probenorm project sky.hdr --for three
  probenorm project sky.exr --convention unity --format json -o sky.json
  probenorm project probes/*.hdr --bands 4 -o 'coefficients/{}.json'
  probenorm project 'sky_%.hdr' --convention unreal-packed --axes unreal --format hlsl)",
    .add = addCommand<ProjectOptions, run>,
};

} // namespace pn::cli

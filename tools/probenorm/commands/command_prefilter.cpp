#include "commands/command.h"
#include "commands/prefilter_run.h"

#include <fmt/format.h>

namespace pn::cli {
namespace {

std::vector<EnvironmentOutput> checkedOutputs(const PrefilterOptions& options, const std::vector<InputPath>& inputs)
{
    if (options.isAtlas() && (options.mapping != 0 || options.mips != 0 || options.lobe != PN_LOBE_GGX))
        throw Failure(Exit::CommandLine, "--to playcanvas-atlas has its own roughness mapping, mips and lobe");
    return outputsAt(pathsForEach(options.output, inputs), options.layout, !options.isAtlas(), options.packing,
                     options.texels);
}

Exit run(PrefilterOptions& options, Console& console)
{
    const std::vector<InputPath> inputs = groupInputs(options.inputs, options.inputOptions);
    const std::vector<EnvironmentOutput> outputs = checkedOutputs(options, inputs);
    requireCubeFits(options.size, true, options.inputOptions.maxBytes, fmt::format("--size {}", options.size));
    FallbackContext context = makeContextFor(inputs.size(), options.device, console);
    Progress progress(console, options.messages.progress, std::uint32_t(inputs.size()));
    PrefilterRun prefilter(options, context, console, inputs.size(), &progress);
    for (std::uint32_t i = 0; i < inputs.size(); ++i)
    {
        prefilter.add(inputs[i], outputs[i]);
        progress.setCompleted(i + 1);
    }
    return Exit::Success;
}

} // namespace

const Command kPrefilterCommand{
    .name = "prefilter",
    .summary = "Write the mips of cubemaps for surfaces of rising roughness",
    .manual =
        R"(Makes each mip of a reflection probe for the roughness that an engine reads it with. A texel is the integral of
what the probe sees times the lobe of the surface, without random samples: there are no fireflies, and a cubemap of one
colour keeps that colour. `resample --mips` makes box-filtered mips instead.

  probenorm prefilter sky.hdr -o sky.ktx2 --for filament
  probenorm prefilter probe.dds -o probe_filtered.dds --from unity --for unity
  probenorm prefilter probes/*.exr -o 'filtered/{}.ktx2' --mapping unity
  probenorm prefilter sky.exr -o irradiance.ktx2 --lobe cosine --size 32 --mips 1)",
    .add = addCommand<PrefilterOptions, run>,
};

} // namespace pn::cli

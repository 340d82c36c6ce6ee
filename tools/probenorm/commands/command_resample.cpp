#include "commands/command.h"
#include "commands/resample_run.h"

namespace pn::cli {
namespace {

Exit run(ResampleOptions& options, Console& console)
{
    const std::vector<InputPath> inputs = groupInputs(options.inputs, options.inputOptions);
    const std::vector<std::string> paths = pathsForEach(options.output, inputs);
    outputsAt(paths, options.layout, options.mips, options.packing, options.texels);
    Progress progress(console, options.messages.progress, std::uint32_t(inputs.size()));
    for (std::uint32_t i = 0; i < inputs.size(); ++i)
    {
        resample(options, inputs[i], paths[i], console, &progress);
        progress.setCompleted(i + 1);
    }
    return Exit::Success;
}

} // namespace

const Command kResampleCommand{
    .name = "resample",
    .summary = "Write an environment as a cubemap or a map for engines",
    .manual =
        R"(Writes a map or a cubemap as the other, or in another size, as engines load it. Mips are box-filtered, not
filtered with GGX.

  probenorm resample sky.exr -o 'sky_%.hdr' --size 512 --for three    six faces, for HDRCubeTextureLoader
  probenorm resample probes/*.exr -o 'cubes/{}.ktx2' --size 128
  probenorm resample sky.exr -o sky.dds --size 512 --mips --for babylon
  probenorm resample sky.exr -o sky.ktx2 --compress zstd
  probenorm resample sky.exr -o sky.ktx2 --mips --texels bc6h   a byte per texel
  probenorm resample probe.dds --to equirect -o probe.hdr
  probenorm resample sky.exr --to hcross -o cross.exr
  probenorm resample sky.exr --to openexr-latlong -o latlong.exr   with the attribute envmap
  probenorm resample sky.exr --to octahedral-godot --for godot --size 128 --mips -o sky.dds)",
    .add = addCommand<ResampleOptions, run>,
};

} // namespace pn::cli

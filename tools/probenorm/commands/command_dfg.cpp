#include "commands/command.h"
#include "commands/dfg_run.h"

namespace pn::cli {
namespace {

Exit run(DfgOptions& options, Console&)
{
    writeDfg(options);
    return Exit::Success;
}

} // namespace

const Command kDfgCommand{
    .name = "dfg",
    .summary = "Write the table of the split sum: what surfaces reflect of even light",
    .manual = R"(A and B are the scale and the bias of F0 in the split sum: a surface reflects a prefiltered texel times
A F0 + B. The rows are roughness from 0 at the top to 1, the columns are N.V from 0 at the left to 1, both taken at the
texels' centres. r and g are GGX, b is cloth; docs/prefiltering.md has the formulas.

  probenorm dfg -o dfg.exr --texels rgba32f
  probenorm dfg -o dfg.ktx2 --size 128 --kind multiscatter)",
    .add = addCommand<DfgOptions, run>,
};

} // namespace pn::cli

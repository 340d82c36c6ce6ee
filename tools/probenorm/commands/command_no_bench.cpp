#include "commands/command.h"

// The place of tools/probenorm/bench in a build without benches.
namespace pn::cli {
namespace {

std::function<Exit()> add(CLI::App&, Console&)
{
    return {};
}

} // namespace

std::span<const Command* const> allBenches()
{
    return {};
}

const Command kBenchCommand{
    .name = "bench",
    .summary = "Measure the speed of this machine's devices (not in this build)",
    .manual = "",
    .add = add,
    .whyAbsent = "this build of probenorm has no benches, since it was configured with PN_BUILD_LAB=OFF; to build it "
                 "with them: cmake --preset release && cmake --build --preset release --target probenorm_cli",
};

} // namespace pn::cli

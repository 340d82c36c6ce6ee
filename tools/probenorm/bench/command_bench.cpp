#include "commands/command.h"

#include <CLI/CLI.hpp>

#include <array>
#include <utility>
#include <vector>

namespace pn::cli {
namespace {

std::function<Exit()> add(CLI::App& app, Console& console)
{
    std::vector<std::pair<CLI::App*, std::function<Exit()>>> benches;
    app.require_subcommand(1);
    for (const Command* bench : allBenches())
    {
        CLI::App* sub = app.add_subcommand(bench->name, bench->summary);
        sub->footer(bench->manual);
        benches.emplace_back(sub, bench->add(*sub, console));
    }
    return [benches = std::move(benches)] {
        for (const auto& [sub, run] : benches)
            if (sub->parsed())
                return run();
        return Exit::CommandLine; // CLI11 requires one of them
    };
}

} // namespace

std::span<const Command* const> allBenches()
{
    static constexpr std::array kBenches = {&kBenchProjectCommand, &kBenchNormalizeCommand, &kBenchPrefilterCommand,
                                            &kBenchEncodeCommand,  &kBenchShadeCommand,     &kBenchLightsCommand,
                                            &kBenchBakeCommand};
    return kBenches;
}

const Command kBenchCommand{
    .name = "bench",
    .summary = "Measure the speed of this machine's devices",
    .manual = "`probenorm bench WHAT --help` tells more.",
    .add = add,
};

} // namespace pn::cli

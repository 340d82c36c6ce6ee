#include "lab/commands/algorithm_command.h"

#include <memory>

namespace pn::cli {
namespace {

struct BenchCompactOptions : AlgorithmOptions
{
    float percent = 1.0f;

    void addTo(CLI::App& app)
    {
        AlgorithmOptions::addTo(app, bench::Algorithm::Compact, "Elements of 4 bytes");
        addFloat(app, "--keep", percent, 0.0f, 100.0f, "Percentage of the elements that is kept (1)");
    }
};

std::function<Exit()> add(CLI::App& app, Console& console)
{
    const auto options = std::make_shared<BenchCompactOptions>();
    options->addTo(app);
    return [options, &console] {
        options->settings.keptShare = double(options->percent) / 100.0;
        return runAlgorithm(bench::Algorithm::Compact, *options, console);
    };
}

constexpr const char* kManual =
    R"(Climbs the ladder of compactions, which keep some elements without gaps and in order (docs/parallel-algorithms.md).
GB/s count each element read once and each kept one written once; the share is of the speed at which the same memory
can merely be read, found in the same run. The last row, bound, reads and counts as rung 4 does, and moves nothing.

  probenorm bench compact --device vulkan:0 --elements 256M --keep 1)";

} // namespace

const Command kBenchCompactCommand{
    .name = "compact",
    .summary = "Climb the ladder of compactions",
    .manual = kManual,
    .add = add,
};

} // namespace pn::cli

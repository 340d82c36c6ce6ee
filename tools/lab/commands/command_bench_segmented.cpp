#include "lab/commands/algorithm_command.h"

#include <memory>

namespace pn::cli {
namespace {

struct BenchSegmentedOptions : AlgorithmOptions
{
    void addTo(CLI::App& app)
    {
        AlgorithmOptions::addTo(app, bench::Algorithm::Segmented, "Elements of 4 bytes");
        addOperator(app);
        addChoice(app, "--lengths", settings.lengths, {"uniform", "log-uniform", "single"},
                  "Lengths of segments: in 1 to 4096, or one of all elements (log-uniform)");
    }
};

std::function<Exit()> add(CLI::App& app, Console& console)
{
    const auto options = std::make_shared<BenchSegmentedOptions>();
    options->addTo(app);
    return [options, &console] { return runAlgorithm(bench::Algorithm::Segmented, *options, console); };
}

constexpr const char* kManual =
    R"(Climbs the ladder of segmented sums: one result for each of many consecutive segments (docs/parallel-algorithms.md).
GB/s count each element and offset read once and each result written once; the share is of the speed at which the same
memory can merely be read, found in the same run.

  probenorm bench segmented --device vulkan:0 --elements 512M --lengths uniform --op sum)";

} // namespace

const Command kBenchSegmentedCommand{
    .name = "segmented",
    .summary = "Climb the ladder of segmented sums",
    .manual = kManual,
    .add = add,
};

} // namespace pn::cli

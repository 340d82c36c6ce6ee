#include "lab/commands/algorithm_command.h"

#include <memory>

namespace pn::cli {
namespace {

struct BenchScanOptions : AlgorithmOptions
{
    void addTo(CLI::App& app)
    {
        AlgorithmOptions::addTo(app, bench::Algorithm::Scan, "Elements of 4 bytes");
        addOperator(app);
        addChoice(app, "--kind", settings.kind, {"inclusive", "exclusive"}, "Whether an element is in its own result");
    }
};

std::function<Exit()> add(CLI::App& app, Console& console)
{
    const auto options = std::make_shared<BenchScanOptions>();
    options->addTo(app);
    return [options, &console] { return runAlgorithm(bench::Algorithm::Scan, *options, console); };
}

constexpr const char* kManual =
    R"(Climbs the ladder of prefix sums, from Hillis and Steele's to a single pass (docs/parallel-algorithms.md): time, GB/s of
one read and one write per element, and the share of the speed at which the same memory can merely be copied, found in
the same run.

  probenorm bench scan --device vulkan:0 --elements 256M
  probenorm bench scan --op sum --kind exclusive --variants reduce_then_scan,chained)";

} // namespace

const Command kBenchScanCommand{
    .name = "scan",
    .summary = "Climb the ladder of parallel scans",
    .manual = kManual,
    .add = add,
};

} // namespace pn::cli

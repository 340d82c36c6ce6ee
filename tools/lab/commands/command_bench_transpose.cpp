#include "lab/commands/algorithm_command.h"

#include <memory>

namespace pn::cli {
namespace {

struct BenchTransposeOptions : AlgorithmOptions
{
    void addTo(CLI::App& app)
    {
        AlgorithmOptions::addTo(app, bench::Algorithm::Transpose,
                                "Elements of 4 bytes, of a matrix that is nearly square");
        addUint(app, "--columns", settings.columns, 1, 1u << 20, "Columns of the matrix (nearly as many as rows)");
    }
};

std::function<Exit()> add(CLI::App& app, Console& console)
{
    const auto options = std::make_shared<BenchTransposeOptions>();
    options->addTo(app);
    return [options, &console] { return runAlgorithm(bench::Algorithm::Transpose, *options, console); };
}

constexpr const char* kManual =
    R"(Climbs the ladder of matrix transposes (docs/parallel-algorithms.md). GB/s count each element read once and written once;
the share is of the speed at which the same memory can merely be copied, found in the same run. The last row, bound,
moves the tiles of rung 4 without transposing them.

  probenorm bench transpose --device vulkan:0 --elements 256M
  probenorm bench transpose --device vulkan:0 --elements 268697600 --columns 16400)";

} // namespace

const Command kBenchTransposeCommand{
    .name = "transpose",
    .summary = "Climb the ladder of transposes",
    .manual = kManual,
    .add = add,
};

} // namespace pn::cli

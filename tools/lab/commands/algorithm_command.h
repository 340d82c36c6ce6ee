#pragma once

#include "commands/command.h"
#include "lab/commands/bench_options.h"

#include "lab/bench/algorithm_bench.h"

#include <string>

// What `bench scan`, `histogram`, `compact`, `segmented` and `transpose` have in common.
namespace pn::cli {

struct AlgorithmOptions : BenchOptions
{
    bench::AlgorithmSettings settings;
    DeviceOptions device;
    MessageOptions messages;

    // names: of the rungs; elements: what --elements counts.
    void addTo(CLI::App& app, bench::Algorithm algorithm, const std::string& elements);

    // What scan and segmented sums combine with: sums, minima and maxima of floats and words.
    void addOperator(CLI::App& app);

private:
    void readElements(const std::string& text);
    void readVariants(bench::Algorithm algorithm, const std::string& text);
};

// Measures and prints.
Exit runAlgorithm(bench::Algorithm algorithm, AlgorithmOptions& options, Console& console);

// The ladder as a table, and as JSON.
std::string algorithmText(const bench::AlgorithmReport& report);
std::string algorithmJson(const bench::AlgorithmReport& report);

} // namespace pn::cli

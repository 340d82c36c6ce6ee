#pragma once

#include "commands/command.h"
#include "lab/commands/bench_options.h"

#include "lab/bench/algorithm_bench.h"

#include <string>

// What `bench scan`, `histogram`, `compact`, `segmented` and `transpose` have in common.
namespace pn::cli {

struct AlgorithmOptions : LadderOptions
{
    bench::AlgorithmSettings settings;

    // elements: what --elements counts.
    void addTo(CLI::App& app, bench::Algorithm algorithm, const std::string& elements);

    // What scan and segmented sums combine with: sums, minima and maxima of floats and words.
    void addOperator(CLI::App& app);
};

// Measures and prints.
Exit runAlgorithm(bench::Algorithm algorithm, AlgorithmOptions& options, Console& console);

} // namespace pn::cli

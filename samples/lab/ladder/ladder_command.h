#pragma once

#include "bench/bench_options.h"
#include "commands/command.h"
#include "lab/ladder/ladder.h"

#include <string>

namespace pn::cli {

// What the commands of all ladders have.
struct LadderOptions : BenchOptions
{
    // elements: what --elements counts.
    void addTo(CLI::App& app, bench::LadderSettings& settings, const std::string& elements);

    // Hands over what was asked for, once it is read.
    void applyTo(bench::LadderSettings& settings, Console& console) const;
};

// The rungs of a ladder: beside the speed of each its passes, and whether its results are right.
BenchPart ladderPart(const bench::LadderPart& part, const std::string& key = "");

extern const Command kReduceCommand;
extern const Command kScanCommand;
extern const Command kHistogramCommand;
extern const Command kCompactCommand;
extern const Command kSegmentedCommand;
extern const Command kTransposeCommand;

} // namespace pn::cli

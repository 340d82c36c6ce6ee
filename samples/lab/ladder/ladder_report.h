#pragma once

#include "bench/bench_report.h"

#include "lab/ladder/ladder.h"

namespace pn::cli {

// The rungs of a ladder: beside the speed of each its passes, its gain over the rung above it and over the first one,
// and whether its results are right.
BenchPart ladderPart(const bench::LadderPart& part, const std::string& key = "");

} // namespace pn::cli

#pragma once

#include "lab/ladder/reduce.h"

#include <string>

namespace pn::cli {

// "sum of 33554432 floats (128 MiB)"
std::string describeReduction(const bench::ReduceReport& report);

// The ladder as a picture in SVG: a bar for each rung, as long as its bandwidth, and the read limit as a line.
std::string reducePlot(const bench::ReduceReport& report);

} // namespace pn::cli

#pragma once

#include "lab/bench/reduce.h"

#include <string>

namespace pn::cli {

// The ladder as a picture in SVG: a bar a rung, as long as its bandwidth, and the read limit as a line.
std::string reducePlot(const bench::ReduceReport& report);

} // namespace pn::cli

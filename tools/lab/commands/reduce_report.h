#pragma once

#include "lab/bench/reduce.h"

#include <string>

namespace pn::cli {

// "sum of 33554432 floats (128 MiB)"
std::string describeReduction(const bench::ReduceReport& report);

// GB/s with three or four digits.
std::string speedText(double bytesPerSecond);

// The ladder as a table: the device's rungs, and the CPU's below a rule.
std::string reduceText(const bench::ReduceReport& report);

std::string reduceJson(const bench::ReduceReport& report);

} // namespace pn::cli

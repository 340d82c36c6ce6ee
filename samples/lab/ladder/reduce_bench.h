#pragma once

#include "bench/statistics.h"

#include "lab/algorithms/operators.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

// Measures each rung of the ladder. Elements lie in the device's memory, and its clock counts.
namespace pn::bench {

struct ReduceSettings
{
    std::uint64_t elements = 0; // 0: several times a cache of the device
    std::uint32_t runs = 20;    // the median counts
    lab::Operator op = lab::Operator::SumFloat;
    std::function<void(const std::string& name)> onRung; // before each
};

// What is found out about one rung.
struct RungRow
{
    std::uint32_t number = 0;
    std::string name;
    std::string unsupported; // why it was not run
    std::uint32_t passes = 1;
    Speed speed{};
    bool sameBits = true;    // in several runs
    double error = 0.0;      // relative to the sum in double precision
    std::uint64_t bits = 0;  // the result
    std::uint32_t words = 1; // of 32 bits, that the result has

    bool isSupported() const { return unsupported.empty(); }
};

struct ReduceReport
{
    std::string what; // "sum of 33554432 floats (128 MiB), groups of 512"
    std::uint64_t elements = 0;
    std::uint32_t runs = 0;
    std::string device;
    std::string driver;
    std::vector<RungRow> rows;
};

ReduceReport benchReduce(std::uint32_t deviceIndex, const ReduceSettings& settings);

} // namespace pn::bench

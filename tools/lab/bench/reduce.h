#pragma once

#include "lab/algorithms/operators.h"
#include "lab/bench/statistics.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace pn::bench {

struct ReduceSettings
{
    lab::Operator op = lab::Operator::SumFloat;
    std::uint64_t elements = 0;        // 0: several times a cache of the device
    std::uint32_t groupSize = 0;       // 0: 512, or as many as the device has
    std::uint32_t runs = 20;           // the median counts
    std::uint32_t threads = 0;         // of the CPU; 0: one for each processor
    std::vector<std::string> variants; // names of rungs; empty: all
    std::function<void(const std::string& name)> onRung;

    bool wants(std::string_view name) const;
    void tell(std::string_view name) const;
};

// One rung's row.
struct ReduceRow
{
    std::uint32_t number = 0; // 0 on the CPU
    std::string name;
    std::string unsupported; // why it was not run
    std::uint32_t passes = 1;
    Spread seconds{};
    double bytesPerSecond = 0;
    double share = 0;     // of the read limit
    double error = 0;     // relative to the sum in double precision
    bool sameBits = true; // ten runs out of ten
    std::uint32_t bits = 0;

    bool isSupported() const { return unsupported.empty(); }
};

struct ReducePart
{
    std::string device;
    std::string driver;
    double readLimit = 0; // bytes a second, measured beside the rows over as many bytes
    std::vector<ReduceRow> rows;
};

struct ReduceReport
{
    lab::Operator op = lab::Operator::SumFloat;
    std::uint32_t elements = 0;
    std::uint32_t groupSize = 0; // 0 without a Vulkan device
    std::uint32_t runs = 0;
    ReducePart device; // no rows without a Vulkan device
    ReducePart cpu;
};

// Random elements; repeated, they fill whatever memory is measured.
std::vector<std::uint32_t> makeBlock(lab::Operator op);

// The names of all rungs, of the device and of the CPU.
std::vector<std::string> rungNames();

// The ladder on a Vulkan device, elements in its memory, by its clock. Fills in the settings' defaults.
ReducePart reduceOnVulkan(std::uint32_t deviceIndex, ReduceSettings& settings);

// The ladder on the CPU, elements in memory, by the clock on the wall.
ReducePart reduceOnCpu(ReduceSettings& settings);

} // namespace pn::bench

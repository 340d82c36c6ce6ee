#pragma once

#include "lab/algorithms/operators.h"
#include "lab/ladder/ladder.h"

#include <cstdint>
#include <string>
#include <vector>

namespace pn::bench {

struct ReduceSettings : LadderSettings
{
    lab::Operator op = lab::Operator::SumFloat;
    std::uint32_t groupSize = 0; // 0: 512, or as many as the device has
    std::uint32_t threads = 0;   // of the CPU; 0: one for each processor
};

struct ReduceReport
{
    lab::Operator op = lab::Operator::SumFloat;
    std::uint32_t elements = 0;
    std::uint32_t groupSize = 0; // 0 without a Vulkan device
    std::uint32_t runs = 0;
    LadderPart device; // no rows without a Vulkan device
    LadderPart cpu;
};

// Random elements; repeated, they fill whatever memory is measured.
std::vector<std::uint32_t> makeBlock(lab::Operator op);
std::vector<std::uint32_t> repeated(std::span<const std::uint32_t> block, std::uint64_t count);

// The names of all rungs, of the device and of the CPU.
std::vector<std::string> rungNames();

// The ladder on a Vulkan device, elements in its memory, by its clock. Fills in the settings' defaults.
LadderPart reduceOnVulkan(std::uint32_t deviceIndex, ReduceSettings& settings);

// The ladder on the CPU, elements in memory, in wall-clock time.
LadderPart reduceOnCpu(ReduceSettings& settings);

} // namespace pn::bench

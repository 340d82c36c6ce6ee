// Measures each rung of the ladder. Elements lie in the device's memory, and its clock counts.
#pragma once

#include "bench/statistics.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace pn::lab {

struct LadderSettings
{
    std::uint64_t elements = 0;                          // 0: several times a cache of the device
    std::uint32_t runs = 20;                             // the median counts
    std::function<void(const std::string& name)> onRung; // before each
};

struct RungRow
{
    std::string name;
    std::string unsupported; // why it was not run
    std::uint32_t passes = 0;
    bench::Speed speed{};
    double error = 0.0;   // relative to the sum in double precision
    bool sameBits = true; // in several runs
};

struct LadderReport
{
    std::uint32_t elements = 0, groupSize = 0;
    std::string device, driver;
    std::vector<RungRow> rows;
};

LadderReport measureLadder(std::uint32_t deviceIndex, const LadderSettings& settings);

} // namespace pn::lab

// Measures every rung of a ladder. Elements lie in the device's memory, and its clock counts.
#pragma once

#include "bench/statistics.h"
#include "lab/measure/cases.h"

#include <functional>
#include <optional>

namespace pn::bench {

// What is found out about one rung.
struct LabRow
{
    std::uint32_t number = 0; // 0 of the CPU's rows
    std::string name;
    std::string unsupported = {}; // why it was not run
    std::string note = {};        // how it was done where a device leaves a choice
    std::uint32_t passes = 0;
    Speed speed{};
    double hostSeconds = 0; // wall-clock, from the submission until the host has the result; of a reduction
    lab::Work work = {};
    double error = 0;
    std::optional<bool> sameBits = {}; // in ten runs
};

struct LabReport
{
    std::string what, limit; // "copy" or "read"
    std::uint64_t elements = 0, checkedElements = 0;
    std::uint32_t groupSize = 0;
    std::string device, driver;
    std::vector<LabRow> rows;
};

// onRung is called before each.
LabReport measureLadder(std::uint32_t deviceIndex, const LabSettings& settings,
                        const std::function<void(const std::string& name)>& onRung);

} // namespace pn::bench

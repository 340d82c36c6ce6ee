#pragma once

#include "lab/bench/statistics.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pn::bench {

// What every ladder is asked for.
struct LadderSettings
{
    std::uint64_t elements = 0;                          // 0: several times a cache of the device
    std::uint32_t runs = 20;                             // the median counts
    std::vector<std::string> variants;                   // names of rungs; empty: all
    std::function<void(const std::string& name)> onRung; // before each

    bool names(std::string_view rung) const
    {
        return std::find(variants.begin(), variants.end(), rung) != variants.end();
    }
    bool wants(std::string_view rung) const { return variants.empty() || names(rung); }

    void begin(std::string_view rung) const
    {
        if (onRung)
            onRung(std::string(rung));
    }
};

// What a ladder's benches find out about one rung.
struct LadderRow
{
    std::uint32_t number = 0; // 0 on the CPU
    std::string name;
    std::string unsupported; // why it was not run
    std::uint32_t passes = 1;
    Speed speed{};
    bool sameBits = true;          // ten runs out of ten
    bool isRight = true;           // equals its twin; of a reduction counts the error instead
    std::optional<double> error{}; // of a reduction, relative to the sum in double precision
    std::uint64_t bits = 0;        // the reduction's result
    std::uint32_t words = 1;       // of 32 bits, that the result has

    bool isSupported() const { return unsupported.empty(); }
};

// The rungs of one device.
struct LadderPart
{
    std::string device;
    std::string driver;
    double limit = 0; // of all rows
    std::vector<LadderRow> rows;
};

} // namespace pn::bench

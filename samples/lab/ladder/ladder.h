#pragma once

#include "bench/statistics.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pn::bench {

inline constexpr std::uint32_t kBitRuns = 10; // whose bits are compared

// What a ladder's benches find out about one rung.
struct LadderRow
{
    std::uint32_t number = 0; // 0 on the CPU
    std::string name;
    std::string unsupported; // why it was not run
    std::uint32_t passes = 1;
    Speed speed{};
    bool sameBits = true;          // in kBitRuns runs
    bool isRight = true;           // equals its twin; of a reduction counts the error instead
    std::optional<double> error{}; // of a reduction, relative to the sum in double precision
    std::uint64_t bits = 0;        // the reduction's result
    std::uint32_t words = 1;       // of 32 bits, that the result has

    bool isSupported() const { return unsupported.empty(); }
};

// What every ladder is asked for.
struct LadderSettings
{
    std::uint64_t elements = 0;                          // 0: several times a cache of the device
    std::uint32_t runs = 20;                             // the median counts
    std::function<void(const std::string& name)> onRung; // before each

    // The rows of all rungs.
    template <typename Rung, typename Measure>
    std::vector<LadderRow> climb(std::span<const Rung> rungs, Measure&& measure) const
    {
        std::vector<LadderRow> rows;
        for (const Rung& rung : rungs)
        {
            if (onRung)
                onRung(std::string(rung.name));
            rows.push_back(measure(rung));
        }
        return rows;
    }
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

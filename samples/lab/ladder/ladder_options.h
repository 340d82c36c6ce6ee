#pragma once

#include "bench/bench_options.h"
#include "lab/ladder/ladder.h"

#include <string>
#include <vector>

namespace pn::cli {

// What the commands of all ladders have.
struct LadderOptions : BenchOptions
{
    // elements: what --elements counts; rungs: what --variants may name.
    void addTo(CLI::App& app, bench::LadderSettings& settings, const std::string& elements,
               const std::vector<std::string>& rungs);

    // Hands over what was asked for, once it is read.
    void applyTo(bench::LadderSettings& settings, Console& console) const;
};

} // namespace pn::cli

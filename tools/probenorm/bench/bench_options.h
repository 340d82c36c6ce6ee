#pragma once

#include "bench/bench_report.h"
#include "support/console.h"
#include "support/failure.h"
#include "support/options.h"

#include "bench/bench.h"

#include <functional>
#include <string>
#include <utility>

namespace pn::cli {

// What every bench has.
struct BenchOptions
{
    bool json = false;
    std::uint32_t runs = 20;
    DeviceOptions device;
    MessageOptions messages;

    void addTo(CLI::App& app);

    // What each measurement begins with: Ctrl-C ends the run here, and the status line says what is measured.
    std::function<void(const std::string& what)> onBegin(Console& console) const;
};

// What `bench project` and `bench normalize` measure with: a standard set of cases, or one that is described.
struct ProbeOptions : BenchOptions
{
    bench::ProbeCase described{.faceSize = 0}; // 0: the standard set
    std::uint64_t bytes = 0;

    void addTo(CLI::App& app, const std::string& bytesHelp);

    std::vector<bench::ProbeCase> casesOr(const std::vector<bench::ProbeCase>& standard) const;
    bench::Settings settings(Console& console, std::function<std::string(const bench::ProbeCase&)> describe) const;

    // Prints the report: per case its name, probes, probes per second and speed. JSON also has what jsonOf gives.
    using NameOf = std::string(const bench::ProbeCase&);
    using JsonOf = Json(const bench::ProbeCase&);
    void print(BenchReport report, const bench::Report& measured, NameOf* nameOf, JsonOf* jsonOf) const;
};

// The status line says what is being measured, and nothing once it ends. What is thrown below the C API ends the run.
template <typename Measure>
auto measureWithStatus(Console& console, Measure&& measure)
{
    try
    {
        auto report = std::forward<Measure>(measure)();
        console.setStatus("");
        return report;
    }
    catch (const Failure&)
    {
        console.setStatus("");
        throw;
    }
    catch (const std::runtime_error& e)
    {
        console.setStatus("");
        throw Failure(Exit::RunTime, e.what());
    }
}

} // namespace pn::cli

#pragma once

#include "console.h"
#include "failure.h"
#include "options.h"

#include <utility>

namespace pn::cli {

// What every bench that prints a table has.
struct BenchOptions
{
    bool json = false;
    std::uint32_t runs = 20;

    void addTo(CLI::App& app);
};

// A format of the texels that are measured with, by the names of formatName().
Option addTexels(CLI::App& app, PnFormat& format);

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
    catch (const std::runtime_error& e)
    {
        console.setStatus("");
        throw Failure(Exit::RunTime, e.what());
    }
}

} // namespace pn::cli

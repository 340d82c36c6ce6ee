#pragma once

#include "support/console.h"
#include "support/failure.h"
#include "support/interrupt.h"
#include "support/options.h"

#include <string>
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

// What each measurement begins with: Ctrl-C ends the run here, and the status line says what is measured.
class BeginMeasurement
{
public:
    BeginMeasurement(Console& console, ProgressMode mode)
        : m_console(console), m_hasBar(resolveProgressMode(mode) == ProgressMode::Bar)
    {
    }

    void operator()(const std::string& what) const
    {
        throwIfInterrupted();
        if (m_hasBar)
            m_console.setStatus("measuring " + what);
    }

private:
    Console& m_console;
    bool m_hasBar;
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

#pragma once

#include "console.h"

#include <chrono>
#include <cstdint>
#include <string>

namespace pn::cli {

enum class ProgressMode
{
    Auto,
    Bar,
    Plain,
    JsonLines,
    None,
};

// What Auto means here: a bar on a terminal, else a plain line now and then (CI logs, redirected stderr).
ProgressMode resolveProgressMode(ProgressMode mode);

// How far a command has come, on stderr.
class Progress
{
public:
    Progress(Console& console, ProgressMode mode, std::uint32_t total);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    void update(std::uint32_t completed);

private:
    using Clock = std::chrono::steady_clock;

    bool isDue(std::uint32_t completed);
    std::string barText(std::uint32_t completed) const;

    Console& m_console;
    ProgressMode m_mode;
    std::uint32_t m_total;
    Clock::time_point m_lastShown;
};

} // namespace pn::cli

#pragma once

#include "support/console.h"

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

// How far a command has come with its inputs, on stderr. Reading and projecting an input are half of its way each.
class Progress
{
public:
    Progress(Console& console, ProgressMode mode, std::uint32_t total);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    void addRead() { show(++m_read, m_completed); }
    void setCompleted(std::uint32_t completed) { show(m_read, m_completed = completed); }

private:
    using Clock = std::chrono::steady_clock;

    void show(std::uint32_t read, std::uint32_t completed);
    bool isDue(std::uint32_t completed);
    std::string barText(std::uint32_t read, std::uint32_t completed) const;

    Console& m_console;
    ProgressMode m_mode;
    std::uint32_t m_total;
    std::uint32_t m_read = 0;
    std::uint32_t m_completed = 0;
    Clock::time_point m_lastShown;
};

} // namespace pn::cli

#pragma once

#include "support/console.h"

#include <chrono>
#include <cstdint>
#include <string>

namespace pn::cli {

// What Auto means here: a bar on a terminal, else a plain line now and then (CI logs, redirected stderr).
ProgressMode resolveProgressMode(ProgressMode mode);

// How far a command has come with its inputs.
struct ProgressState
{
    std::uint32_t read = 0;
    std::uint32_t completed = 0;
    std::uint32_t total = 0;
    std::uint32_t skipped = 0; // of the completed ones: they were done before
    std::uint64_t bytes = 0;   // of the input files that were read
    double seconds = 0.0;
    std::uint32_t failed = 0; // of the completed ones: they have no results

    double perSecond() const;
    double bytesPerSecond() const;
    double remainingSeconds() const; // infinite as long as nothing was completed
};

// A line for a terminal of so many columns; 0 where that is not known.
std::string barText(const ProgressState& state, std::uint32_t columns, bool useColor);

std::string plainText(const ProgressState& state);

// One line of JSON, as docs/schema/progress.json describes it.
std::string jsonLine(const ProgressState& state);

// Shows how far a command has come, on stderr. Reading and computing an input are half of its way each. Plain lines
// come at the start and at the end, and between them at intervals that grow with the time that has passed. Auto leaves
// them out of a run of less than two seconds.
class Progress
{
public:
    Progress(Console& console, ProgressMode mode, std::uint32_t total);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    void addRead(std::uint64_t bytes);
    void setCompleted(std::uint32_t completed);
    void addSkipped(); // read and completed in no time
    void addDone(std::uint64_t bytes);
    void addFailed();

private:
    using Clock = std::chrono::steady_clock;

    void show();
    void print();
    bool isDue();
    bool isPlainDue(Clock::time_point now) const;

    Console& m_console;
    ProgressMode m_mode;
    ProgressState m_state;
    Clock::time_point m_start;
    Clock::time_point m_lastShown;
    bool m_hasLines = false;
    bool m_hasEnded = false;
};

} // namespace pn::cli

#pragma once

#include "probenorm/probenorm.h"

#include <mutex>
#include <string>
#include <string_view>
#include <utility>

namespace pn::cli {

// How progress is shown.
enum class ProgressMode
{
    Auto,
    Bar,
    Plain,
    JsonLines,
    None,
};

// Messages to stderr, one line each. Results never go through here. Safe to call from any thread.
class Console
{
public:
    // level: the most talkative that is shown. Errors always are. program: what each line begins with.
    explicit Console(PnLogLevel level = PN_LOG_WARNING, std::string program = "probenorm")
        : m_level(level), m_program(std::move(program))
    {
    }

    void setLevel(PnLogLevel level) { m_level = level; }

    void error(std::string_view message) { write(PN_LOG_ERROR, message); }
    void warn(std::string_view message) { write(PN_LOG_WARNING, message); }
    void write(PnLogLevel level, std::string_view message);

    // A line as it is, for programs that follow along.
    void writeLine(std::string_view line);

    // Draws, or with "" removes, a line that stays at the bottom of the terminal.
    void setStatus(std::string_view line);

private:
    std::mutex m_mutex;
    PnLogLevel m_level;
    std::string m_program;
    bool m_hasStatus = false;
};

} // namespace pn::cli

#pragma once

#include "probenorm/probenorm.h"

#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pn::cli {

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

// What a thread writes to consoles, kept for later: of threads that work side by side, in an order that does not depend
// on which is faster.
class HeldMessages
{
public:
    // While it lives, what its thread writes is kept in messages.
    class Scope
    {
    public:
        explicit Scope(HeldMessages& messages);
        ~Scope();
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;
    };

    void writeTo(Console& console) const;

private:
    friend class Console;

    struct Message
    {
        PnLogLevel level;
        std::string text;
    };

    std::vector<Message> m_messages;
};

} // namespace pn::cli

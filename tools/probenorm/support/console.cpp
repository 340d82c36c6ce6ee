#include "support/console.h"

#include "support/text.h"

#include <fmt/format.h>

#include <cstdio>

namespace pn::cli {
namespace {

constexpr const char* kClearLine = "\r\x1b[K";

const char* prefixOf(PnLogLevel level)
{
    switch (level)
    {
    case PN_LOG_WARNING: return "warning: ";
    case PN_LOG_DEBUG: return "debug: ";
    default: return "";
    }
}

// Whether stderr can be written must not change how the program ends.
void print(std::string_view text)
{
    (void)std::fwrite(text.data(), 1, text.size(), stderr);
}

} // namespace

void Console::write(PnLogLevel level, std::string_view message)
{
    if (level > m_level)
        return;
    const std::lock_guard lock(m_mutex);
    const char* clear = m_hasStatus ? kClearLine : "";
    m_hasStatus = false;
    print(fmt::format("{}{}: {}{}\n", clear, m_program, prefixOf(level), printable(message)));
}

void Console::writeLine(std::string_view line)
{
    const std::lock_guard lock(m_mutex);
    print(fmt::format("{}\n", line));
}

void Console::setStatus(std::string_view line)
{
    const std::lock_guard lock(m_mutex);
    if (line.empty() && !m_hasStatus)
        return;
    m_hasStatus = !line.empty();
    print(fmt::format("{}{}", kClearLine, line));
    std::fflush(stderr);
}

} // namespace pn::cli

#include "console.h"

#include "text.h"

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

} // namespace

void Console::write(PnLogLevel level, std::string_view message)
{
    if (level > m_level)
        return;
    const std::lock_guard lock(m_mutex);
    const char* clear = m_hasStatus ? kClearLine : "";
    m_hasStatus = false;
    fmt::print(stderr, "{}probenorm: {}{}\n", clear, prefixOf(level), printable(message));
}

void Console::setStatus(std::string_view line)
{
    const std::lock_guard lock(m_mutex);
    if (line.empty() && !m_hasStatus)
        return;
    m_hasStatus = !line.empty();
    fmt::print(stderr, "{}{}", kClearLine, line);
    std::fflush(stderr);
}

} // namespace pn::cli

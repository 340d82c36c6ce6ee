#include "support/progress.h"

#include <fmt/format.h>

#include <cstdlib>
#include <string_view>
#include <unistd.h>

namespace pn::cli {
namespace {

using namespace std::chrono_literals;

constexpr auto kBarInterval = 50ms;
constexpr auto kPlainInterval = 2s;
constexpr std::uint32_t kBarWidth = 32;

bool isSet(const char* variable)
{
    const char* value = std::getenv(variable);
    return value != nullptr && *value != '\0';
}

bool isDumbTerminal()
{
    const char* term = std::getenv("TERM");
    return term == nullptr || std::string_view(term) == "dumb";
}

} // namespace

ProgressMode resolveProgressMode(ProgressMode mode)
{
    if (mode != ProgressMode::Auto)
        return mode;
    const bool isTerminal = isatty(STDERR_FILENO) == 1 && !isSet("CI") && !isDumbTerminal();
    return isTerminal ? ProgressMode::Bar : ProgressMode::Plain;
}

Progress::Progress(Console& console, ProgressMode mode, std::uint32_t total)
    : m_console(console), m_mode(resolveProgressMode(mode)), m_total(total), m_lastShown(Clock::now())
{
}

Progress::~Progress()
{
    if (m_mode == ProgressMode::Bar)
        m_console.setStatus("");
}

// The last state is of interest to programs only; people see the result.
bool Progress::isDue(std::uint32_t completed)
{
    if (completed == m_total)
        return m_mode == ProgressMode::JsonLines;
    const auto now = Clock::now();
    const bool isPlain = m_mode == ProgressMode::Plain;
    if (now - m_lastShown < (isPlain ? Clock::duration(kPlainInterval) : Clock::duration(kBarInterval)))
        return false;
    m_lastShown = now;
    return true;
}

std::string Progress::barText(std::uint32_t read, std::uint32_t completed) const
{
    const bool useColor = !isSet("NO_COLOR");
    const auto filled =
        static_cast<std::uint32_t>((std::uint64_t{read} + completed) * kBarWidth / (2 * std::uint64_t{m_total}));
    return fmt::format("{}{:=>{}}{}{:.>{}} {}/{}", useColor ? "\x1b[32m" : "", "", filled, useColor ? "\x1b[0m" : "",
                       "", kBarWidth - filled, completed, m_total);
}

void Progress::show(std::uint32_t read, std::uint32_t completed)
{
    if (m_mode == ProgressMode::None || !isDue(completed))
        return;
    if (m_mode == ProgressMode::Bar)
        m_console.setStatus(barText(read, completed));
    else if (m_mode == ProgressMode::JsonLines)
        m_console.writeLine(
            fmt::format("{{\"read\": {}, \"completed\": {}, \"total\": {}}}", read, completed, m_total));
    else
        m_console.writeLine(fmt::format("probenorm: {} of {} read, {} done", read, m_total, completed));
}

} // namespace pn::cli

#include "progress.h"

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

bool Progress::isDue(std::uint32_t completed)
{
    const auto now = Clock::now();
    const auto interval =
        m_mode == ProgressMode::Plain ? Clock::duration(kPlainInterval) : Clock::duration(kBarInterval);
    const bool isLast = completed == m_total && m_mode == ProgressMode::JsonLines;
    if (!isLast && now - m_lastShown < interval)
        return false;
    m_lastShown = now;
    return true;
}

std::string Progress::barText(std::uint32_t completed) const
{
    const bool useColor = !isSet("NO_COLOR");
    const auto filled = static_cast<std::uint32_t>(std::uint64_t{completed} * kBarWidth / m_total);
    return fmt::format("{}{:=>{}}{}{:.>{}} {}/{}", useColor ? "\x1b[32m" : "", "", filled, useColor ? "\x1b[0m" : "",
                       "", kBarWidth - filled, completed, m_total);
}

void Progress::update(std::uint32_t completed)
{
    if (m_mode == ProgressMode::None || m_total == 0 || !isDue(completed))
        return;
    switch (m_mode)
    {
    case ProgressMode::Bar: m_console.setStatus(barText(completed)); break;
    case ProgressMode::JsonLines:
        fmt::print(stderr, "{{\"completed\": {}, \"total\": {}}}\n", completed, m_total);
        break;
    default: fmt::print(stderr, "probenorm: {} of {} done\n", completed, m_total); break;
    }
}

} // namespace pn::cli

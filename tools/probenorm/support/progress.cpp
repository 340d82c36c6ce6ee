#include "support/progress.h"

#include <fmt/format.h>

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string_view>
#include <utility>

namespace pn::cli {
namespace {

using namespace std::chrono_literals;

constexpr auto kBarInterval = 50ms;
constexpr auto kLeastPlainInterval = 2s;
constexpr auto kMostPlainInterval = 60s;
constexpr int kPlainShare = 8; // between these, the interval is the time that has passed, divided by this
constexpr std::uint32_t kMostBarWidth = 32;
constexpr std::uint32_t kLeastBarWidth = 4;

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

std::uint32_t terminalColumns()
{
    winsize size{};
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

// 1:02:03 or 2:03.
std::string timeText(double seconds)
{
    constexpr double kMost = 1e6; // 277 hours: the rate is not known yet
    const auto whole = static_cast<std::uint64_t>(std::lround(std::min(seconds, kMost)));
    if (whole < 3600)
        return fmt::format("{}:{:02}", whole / 60, whole % 60);
    return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

std::string sizeText(double bytes)
{
    constexpr std::array kUnits = {"B", "kB", "MB", "GB", "TB"};
    std::size_t unit = 0;
    for (; bytes >= 999.5 && unit + 1 < kUnits.size(); ++unit)
        bytes /= 1000.0;
    return fmt::format("{:.3g} {}", bytes, kUnits.at(unit));
}

// Rates and times, as far as they are known.
std::string speedText(const ProgressState& state)
{
    std::string text;
    if (state.perSecond() > 0.0)
        text += fmt::format("{:.3g}/s, ", state.perSecond());
    if (state.bytesPerSecond() > 0.0)
        text += fmt::format("{}/s, ", sizeText(state.bytesPerSecond()));
    text += timeText(state.seconds);
    if (state.completed < state.total && std::isfinite(state.remainingSeconds()))
        text += fmt::format(", {} left", timeText(state.remainingSeconds()));
    return text;
}

std::string failedText(const ProgressState& state)
{
    return state.failed == 0 ? std::string() : fmt::format(", {} failed", state.failed);
}

std::string jsonNumber(double value)
{
    return std::isfinite(value) ? fmt::format("{:.6g}", value) : "null";
}

} // namespace

ProgressMode resolveProgressMode(ProgressMode mode)
{
    if (mode != ProgressMode::Auto)
        return mode;
    const bool isTerminal = isatty(STDERR_FILENO) == 1 && !isSet("CI") && !isDumbTerminal();
    return isTerminal ? ProgressMode::Bar : ProgressMode::Plain;
}

double ProgressState::perSecond() const
{
    return seconds > 0.0 ? (completed - skipped) / seconds : 0.0;
}

double ProgressState::bytesPerSecond() const
{
    return seconds > 0.0 ? static_cast<double>(bytes) / seconds : 0.0;
}

double ProgressState::remainingSeconds() const
{
    if (completed >= total)
        return 0.0;
    return perSecond() > 0.0 ? (total - completed) / perSecond() : std::numeric_limits<double>::infinity();
}

std::string barText(const ProgressState& state, std::uint32_t columns, bool useColor)
{
    const std::string text =
        fmt::format(" {}/{}{}  {}", state.completed - state.failed, state.total, failedText(state), speedText(state));
    const auto used = static_cast<std::uint32_t>(text.size()) + 1; // the last column stays free: a full line would wrap
    const std::uint32_t left = columns == 0 ? kMostBarWidth : columns - std::min(columns, used);
    if (left < kLeastBarWidth)
        return text.substr(1, columns > 1 ? columns - 1 : 0);
    const std::uint32_t width = std::min(left, kMostBarWidth);
    const auto filled = static_cast<std::uint32_t>((std::uint64_t{state.read} + state.completed) * width /
                                                   (2 * std::uint64_t{std::max(state.total, 1u)}));
    return fmt::format("{}{:=>{}}{}{:.>{}}{}", useColor ? "\x1b[32m" : "", "", filled, useColor ? "\x1b[0m" : "", "",
                       width - filled, text);
}

std::string plainText(const ProgressState& state)
{
    return fmt::format("probenorm: {} of {} read, {} done{}; {}", state.read, state.total,
                       state.completed - state.failed, failedText(state), speedText(state));
}

std::string jsonLine(const ProgressState& state)
{
    return fmt::format(
        "{{\"read\": {}, \"completed\": {}, \"total\": {}, \"skipped\": {}, \"failed\": {}, \"bytes\": {}, "
        "\"seconds\": {}, \"perSecond\": {}, \"bytesPerSecond\": {}, \"remainingSeconds\": {}}}",
        state.read, state.completed, state.total, state.skipped, state.failed, state.bytes, jsonNumber(state.seconds),
        jsonNumber(state.perSecond()), jsonNumber(state.bytesPerSecond()), jsonNumber(state.remainingSeconds()));
}

Progress::Progress(Console& console, ProgressMode mode, std::uint32_t total)
    : m_console(console), m_mode(resolveProgressMode(mode)), m_start(Clock::now()), m_lastShown(m_start)
{
    m_state.total = total;
    if (mode == ProgressMode::Plain)
        print();
}

Progress::~Progress()
{
    if (m_mode == ProgressMode::Bar)
        m_console.setStatus("");
}

void Progress::addRead(std::uint64_t bytes)
{
    ++m_state.read;
    m_state.bytes += bytes;
    show();
}

void Progress::setCompleted(std::uint32_t completed)
{
    m_state.completed = completed;
    show();
}

void Progress::addSkipped()
{
    ++m_state.read;
    ++m_state.skipped;
    ++m_state.completed;
    show();
}

void Progress::addDone(std::uint64_t bytes)
{
    ++m_state.read;
    m_state.bytes += bytes;
    ++m_state.completed;
    show();
}

void Progress::addFailed()
{
    ++m_state.read;
    ++m_state.failed;
    ++m_state.completed;
    show();
}

bool Progress::isPlainDue(Clock::time_point now) const
{
    const auto interval =
        std::clamp<Clock::duration>((now - m_start) / kPlainShare, kLeastPlainInterval, kMostPlainInterval);
    return now - m_lastShown >= interval;
}

// People see the result of a bar.
bool Progress::isDue()
{
    if (m_state.completed == m_state.total)
    {
        const bool isFirst = !std::exchange(m_hasEnded, true);
        return m_mode == ProgressMode::JsonLines || (m_mode == ProgressMode::Plain && m_hasLines && isFirst);
    }
    const auto now = Clock::now();
    if (m_mode == ProgressMode::Plain ? !isPlainDue(now) : now - m_lastShown < kBarInterval)
        return false;
    m_lastShown = now;
    return true;
}

void Progress::show()
{
    if (m_mode != ProgressMode::None && isDue())
        print();
}

void Progress::print()
{
    m_hasLines = true;
    m_state.seconds = std::chrono::duration<double>(Clock::now() - m_start).count();
    if (m_mode == ProgressMode::Bar)
        m_console.setStatus(barText(m_state, terminalColumns(), !isSet("NO_COLOR")));
    else
        m_console.writeLine(m_mode == ProgressMode::JsonLines ? jsonLine(m_state) : plainText(m_state));
}

} // namespace pn::cli

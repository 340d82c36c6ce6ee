#include "support/text.h"

#include "probenorm/probenorm.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace pn::cli {

std::string floatText(float value)
{
    return fmt::format("{}", value);
}

std::string floatLiteral(float value)
{
    std::string text = fmt::format("{}", value);
    if (text.find_first_of(".e") == std::string::npos)
        text += ".0";
    return text + "f";
}

namespace {

// How many of the first bytes a terminal may take as a command: C0 and DEL, C1 (as UTF-8, or alone in other encodings),
// and the marks that turn the direction of text. 0 for what is shown as it is.
std::size_t controlBytes(std::string_view text)
{
    const auto at = [text](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
    if (at(0) < 0x20 || at(0) == 0x7f)
        return 1;
    if (at(0) == 0xc2 && at(1) >= 0x80 && at(1) < 0xa0)
        return 2; // U+0080 to U+009F
    if (at(0) == 0xd8 && at(1) == 0x9c)
        return 2; // U+061C
    if (at(0) != 0xe2 || (at(1) != 0x80 && at(1) != 0x81))
        return 0;
    const bool isTurn = at(1) == 0x80 ? at(2) == 0x8e || at(2) == 0x8f || (at(2) >= 0xa8 && at(2) <= 0xae)
                                      : at(2) >= 0xa6 && at(2) <= 0xa9;
    return isTurn ? 3 : 0; // U+200E, U+200F, U+2028 to U+202E, U+2066 to U+2069
}

// The length of the UTF-8 character in front; 1 for a byte that begins none.
std::size_t characterBytes(std::string_view text)
{
    const auto first = static_cast<unsigned char>(text.front());
    const std::size_t size = first < 0xc2 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 1;
    if (size > text.size())
        return 1;
    const auto isTail = [](char c) { return (static_cast<unsigned char>(c) & 0xc0u) == 0x80u; };
    return std::all_of(text.begin() + 1, text.begin() + static_cast<std::ptrdiff_t>(size), isTail) ? size : 1;
}

} // namespace

std::string printable(std::string_view text)
{
    std::string out;
    while (!text.empty())
    {
        const std::size_t controls = controlBytes(text);
        const std::size_t size = controls != 0 ? controls : characterBytes(text);
        const auto first = static_cast<unsigned char>(text.front());
        const bool isLoneC1 = size == 1 && first >= 0x80 && first < 0xa0;
        for (const char c : text.substr(0, size))
            if (controls != 0 || isLoneC1)
                out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
            else
                out += c;
        text.remove_prefix(size);
    }
    return out;
}

std::string counted(std::uint64_t count, std::string_view thing)
{
    return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

std::string countedOf(std::uint64_t count, std::uint64_t all, std::string_view thing)
{
    return fmt::format("{} of {} {}", count, counted(all, thing), count == 1 ? "is" : "are");
}

std::string lowerCase(std::string_view text)
{
    std::string out(text);
    for (char& c : out)
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
    return out;
}

std::vector<std::string_view> split(std::string_view text, char separator)
{
    std::vector<std::string_view> parts;
    for (;;)
    {
        const std::size_t end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos)
            return parts;
        text.remove_prefix(end + 1);
    }
}

bool parseFloat(std::string_view text, float& value)
{
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    return error == std::errc() && stop == end && std::isfinite(value);
}

bool parseUint(std::string_view text, std::uint64_t& value)
{
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    return error == std::errc() && stop == end;
}

bool parseBytes(std::string_view text, std::uint64_t& value)
{
    constexpr std::string_view kSuffixes = "kmg";
    unsigned shift = 0;
    const std::size_t suffix =
        text.empty() ? std::string_view::npos : kSuffixes.find(lowerCase(text.substr(text.size() - 1)));
    if (suffix != std::string_view::npos)
    {
        shift = 10 * (static_cast<unsigned>(suffix) + 1);
        text.remove_suffix(1);
    }
    if (!parseUint(text, value) || value > std::numeric_limits<std::uint64_t>::max() >> shift)
        return false;
    value <<= shift;
    return true;
}

std::string versionText()
{
    return fmt::format("{}.{}.{}", PN_VERSION_MAJOR, PN_VERSION_MINOR, PN_VERSION_PATCH);
}

std::string stemOf(std::string_view path)
{
    if (path == "-")
        return "stdin";
    const std::size_t slash = path.find_last_of('/');
    std::string stem(slash == std::string_view::npos ? path : path.substr(slash + 1));
    if (const std::size_t dot = stem.find_last_of('.'); dot != std::string::npos && dot > 0)
        stem.resize(dot);
    if (const std::size_t percent = stem.find('%'); percent != std::string::npos)
        stem.erase(percent, 1);
    while (stem.size() > 1 && std::string_view("_-. ").find(stem.back()) != std::string_view::npos)
        stem.pop_back();
    return stem;
}

namespace {

// Letters to change, leave out or put in.
std::size_t distance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j < row.size(); ++j)
        row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i)
    {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j < row.size(); ++j)
        {
            const std::size_t changed = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({changed, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row.back();
}

} // namespace

std::string suggestion(std::string_view typed, std::span<const std::string> names)
{
    constexpr std::size_t kMost = 3; // slips of the finger, or a plural
    std::string nearest;
    std::size_t least = std::min(kMost, typed.size() / 3) + 1;
    for (const std::string& name : names)
        if (const std::size_t d = typed.size() < name.size() + least ? distance(typed, name) : least; d < least)
        {
            least = d;
            nearest = name;
        }
    return nearest.empty() ? nearest : fmt::format("; did you mean {}?", nearest);
}

} // namespace pn::cli

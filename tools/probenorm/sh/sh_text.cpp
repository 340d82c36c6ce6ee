#include "sh/sh_text.h"

#include "sh/sh_set.h"
#include "support/failure.h"
#include "support/options.h"
#include "support/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace pn::cli {
namespace {

constexpr std::uint32_t kMaxRows = PN_MAX_BANDS * PN_MAX_BANDS; // of one set
constexpr std::size_t kLeastColumns = 3;
constexpr std::size_t kMostColumns = 4;
constexpr std::size_t kCmgenDecimals = 15;

// Removes the prefix; false where text does not begin with it.
bool take(std::string_view& text, std::string_view prefix)
{
    if (!text.starts_with(prefix))
        return false;
    text.remove_prefix(prefix.size());
    return true;
}

template <typename Value>
bool takeName(std::string_view text, const std::vector<std::string>& names, Value& value)
{
    const auto found = std::find(names.begin(), names.end(), text);
    value = static_cast<Value>(found - names.begin());
    return found != names.end();
}

// "0 90 0"
bool parseTurn(std::string_view text, std::array<int, 3>& turn)
{
    const auto parts = split(text, ' ');
    for (std::size_t i = 0; i < parts.size() && i < turn.size(); ++i)
    {
        const char* end = parts[i].data() + parts[i].size();
        const auto [stop, error] = std::from_chars(parts[i].data(), end, turn[i]);
        if (error != std::errc() || stop != end)
            return false;
    }
    return parts.size() == turn.size();
}

// A comment that does not end as our header lines do is just a comment.
std::optional<TextHeader> parseHeader(std::string_view line)
{
    constexpr std::string_view kAfterBands = " bands, ";
    const std::size_t at = line.rfind(kAfterBands);
    if (at == std::string_view::npos || at < 3 || line.substr(at - 3, 2) != ", ")
        return std::nullopt;
    TextHeader header;
    header.bands = static_cast<std::uint32_t>(line[at - 1] - '0');
    const auto parts = split(line.substr(at + kAfterBands.size()), ',');
    if (header.bands < 1 || header.bands > PN_MAX_BANDS ||
        !takeName(trimmed(parts.front()), conventionNames(), header.convention))
        return std::nullopt;
    for (std::size_t i = 1; i < parts.size(); ++i)
    {
        std::string_view part = trimmed(parts[i]);
        if (take(part, "window "))
            header.window = part;
        else if (take(part, "turned "))
        {
            if (!parseTurn(part, header.turn))
                return std::nullopt;
        }
        else if (part != kRowOrder && (!take(part, "axes ") || !takeName(part, axesNames(), header.axes)))
            return std::nullopt;
    }
    return header;
}

bool hasCmgenDecimals(std::string_view number)
{
    const std::size_t point = number.find('.');
    return point != std::string_view::npos && number.size() - point - 1 == kCmgenDecimals &&
           number.find_first_of("eE") == std::string_view::npos;
}

// "( r, g, b); // comment"; the semicolon and the comment may be missing.
TextRow parseRow(std::string_view line, const std::string& where)
{
    TextRow row;
    row.where = where;
    const std::size_t close = line.find(')');
    std::string_view rest = close == std::string_view::npos ? "?" : trimmed(line.substr(close + 1));
    row.isCmgen = take(rest, ";");
    rest = trimmed(rest);
    if (take(rest, "//"))
        row.comment = trimmed(rest);
    else if (!rest.empty())
        failAtLine(where);
    const auto parts = split(line.substr(1, close - 1), ',');
    row.columns = parts.size();
    if (row.columns < kLeastColumns || row.columns > kMostColumns)
        fail(where, fmt::format("must have {} or {} numbers, found {}", kLeastColumns, kMostColumns, row.columns));
    for (std::size_t c = 0; c < row.columns; ++c)
    {
        if (!parseFloat(trimmed(parts[c]), row.values[c]))
            fail(where, fmt::format("{} is not a finite number", trimmed(parts[c])));
        row.isCmgen = row.isCmgen && hasCmgenDecimals(trimmed(parts[c]));
    }
    return row;
}

void addLine(std::string_view line, const std::string& where, ShText& text)
{
    if (line.starts_with("//"))
    {
        if (const auto header = parseHeader(line))
            text.blocks.push_back({header, {}});
        return;
    }
    if (line.front() != '(')
    {
        if (!line.ends_with("..."))
            failAtLine(where);
        text.firstProgress = text.firstProgress.empty() ? where : text.firstProgress;
        text.isMirrored = text.isMirrored || line == "Mirroring...";
        return;
    }
    if (text.blocks.empty())
        text.blocks.emplace_back();
    if (text.blocks.back().rows.size() == kMaxRows)
        fail(where, fmt::format("more than {} rows", kMaxRows));
    text.blocks.back().rows.push_back(parseRow(line, where));
}

} // namespace

void fail(const std::string& where, const std::string& reason)
{
    throw Failure(Exit::InvalidInput, fmt::format("{}: {}", where, reason));
}

void failAtLine(const std::string& where)
{
    fail(where, "must read ( r, g, b); with nothing but a // comment after it");
}

std::string_view trimmed(std::string_view text)
{
    const auto isSpace = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
    while (!text.empty() && isSpace(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isSpace(text.back()))
        text.remove_suffix(1);
    return text;
}

ShText parseShText(std::string_view bytes, const std::string& path)
{
    ShText text;
    std::size_t number = 0;
    for (const std::string_view raw : split(bytes, '\n'))
    {
        ++number;
        if (const std::string_view line = trimmed(raw); !line.empty())
            addLine(line, fmt::format("{}: line {}", path, number), text);
    }
    return text;
}

} // namespace pn::cli

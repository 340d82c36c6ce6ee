#include "text.h"

#include "probenorm/probenorm.h"

#include <fmt/format.h>

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

std::string printable(std::string_view text)
{
    std::string out;
    for (const char c : text)
    {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20 || byte == 0x7f)
            out += fmt::format("\\x{:02x}", byte);
        else
            out += c;
    }
    return out;
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

} // namespace pn::cli

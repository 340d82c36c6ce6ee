#include "json.h"

#include "failure.h"
#include "text.h"

#include <fmt/format.h>

#include <cmath>
#include <set>

namespace pn::cli {
namespace {

constexpr std::size_t kLineWidth = 100;
constexpr int kMaxDepth = 32; // nothing here nests deeper than 4

// Always with a point or an exponent, so that it reads back as a float and -0.0 keeps its sign.
std::string numberText(float value)
{
    if (!std::isfinite(value))
        return "null";
    const std::string text = floatText(value);
    return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

std::string onOneLine(const Json& value)
{
    if (value.is_number_float())
        return numberText(value.get<float>());
    if (!value.is_structured())
        return value.dump(-1, ' ', false, Json::error_handler_t::replace);
    std::string out;
    for (const auto& [key, item] : value.items())
    {
        out += out.empty() ? "" : ", ";
        out += value.is_object() ? Json(key).dump() + ": " : "";
        out += onOneLine(item);
    }
    if (value.is_array())
        return fmt::format("[{}]", out);
    return out.empty() ? "{}" : fmt::format("{{ {} }}", out);
}

void append(std::string& out, const Json& value, std::size_t indent, std::size_t keyLength)
{
    const std::string line = onOneLine(value);
    if (!value.is_structured() || indent + keyLength + line.size() <= kLineWidth)
    {
        out += line;
        return;
    }
    out += value.is_array() ? '[' : '{';
    const char* separator = "\n";
    for (const auto& [key, item] : value.items())
    {
        const std::string label = value.is_object() ? Json(key).dump() + ": " : "";
        out += separator + std::string(indent + 2, ' ') + label;
        append(out, item, indent + 2, label.size());
        separator = ",\n";
    }
    out += fmt::format("\n{:{}}{}", "", indent, value.is_array() ? ']' : '}');
}

// Line and column in the words of the parser, without its own tags: "line 2, column 2".
std::string reasonOf(const Json::exception& error)
{
    const std::string what = error.what();
    const std::size_t start = what.find("] ");
    const std::string reason = start == std::string::npos ? what : what.substr(start + 2);
    constexpr std::string_view kPrefix = "parse error at ";
    return reason.starts_with(kPrefix) ? reason.substr(kPrefix.size()) : reason;
}

class KeyCheck
{
public:
    explicit KeyCheck(const std::string& path) : m_path(path) {}

    bool operator()(int depth, Json::parse_event_t event, Json& value)
    {
        if (depth > kMaxDepth)
            throw Failure(Exit::InvalidInput, fmt::format("{}: nested deeper than {} levels", m_path, kMaxDepth));
        if (event == Json::parse_event_t::object_start)
            m_keys.emplace_back();
        else if (event == Json::parse_event_t::object_end)
            m_keys.pop_back();
        else if (event == Json::parse_event_t::key && !m_keys.back().insert(value.get<std::string>()).second)
            throw Failure(Exit::InvalidInput,
                          fmt::format("{}: {} is there twice", m_path, printable(value.get<std::string>())));
        return true;
    }

private:
    const std::string& m_path;
    std::vector<std::set<std::string>> m_keys;
};

} // namespace

std::string jsonText(const Json& value)
{
    std::string out;
    append(out, value, 0, 0);
    return out + "\n";
}

Json parseJson(std::string_view text, const std::string& path)
{
    KeyCheck check(path);
    try
    {
        return Json::parse(text.begin(), text.end(), std::ref(check));
    }
    catch (const Json::exception& error)
    {
        throw Failure(Exit::InvalidInput, fmt::format("{}: not JSON: {}", path, printable(reasonOf(error))));
    }
}

} // namespace pn::cli

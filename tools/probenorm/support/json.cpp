#include "support/json.h"

#include "support/failure.h"
#include "support/text.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>
#include <vector>

namespace pn::cli {
namespace {

constexpr std::size_t kLineWidth = 100;
constexpr std::size_t kMaxJsonBytes = std::size_t{256} << 20; // a manifest of 100 000 probes takes some 50 MB
constexpr std::size_t kMaxDepth = 32;                         // nothing here nests deeper than 4
constexpr std::size_t kMaxKeys = 256;                         // nothing here has more than 40 in an object
constexpr std::size_t kMaxValues = std::size_t{1} << 24;      // 100 000 probes have some millions

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

// Builds a value from the parser's events, and stops at what no file of ours needs. Time and memory grow with the bytes
// alone: the library's own builder looks through all siblings at the end of each value.
class Builder
{
public:
    explicit Builder(const std::string& path) : m_path(path) {}

    bool null() { return add(nullptr); }
    bool boolean(bool value) { return add(value); }
    bool number_integer(Json::number_integer_t value) { return add(value); }
    bool number_unsigned(Json::number_unsigned_t value) { return add(value); }
    bool number_float(Json::number_float_t value, const std::string&) { return add(value); }
    bool string(std::string& value) { return add(std::move(value)); }
    bool binary(Json::binary_t&) { return false; } // no text has any
    bool start_object(std::size_t) { return open(Json::object()); }
    bool start_array(std::size_t) { return open(Json::array()); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }

    bool key(const std::string& key)
    {
        Json& object = *m_open.back();
        if (object.size() == kMaxKeys)
            refuse(fmt::format("more than {} keys in an object", kMaxKeys));
        if (object.contains(key))
            refuse(fmt::format("{} is there twice", printable(key)));
        m_slot = &object[key];
        return true;
    }

    bool parse_error(std::size_t, const std::string&, const Json::exception& error)
    {
        refuse(fmt::format("not JSON: {}", printable(reasonOf(error))));
    }

    Json take() { return std::move(m_root); }

private:
    bool add(Json&& value)
    {
        place(std::move(value));
        return true;
    }

    bool open(Json&& value)
    {
        if (m_open.size() == kMaxDepth)
            refuse(fmt::format("nested deeper than {} levels", kMaxDepth));
        m_open.push_back(&place(std::move(value)));
        return true;
    }

    bool close()
    {
        m_open.pop_back();
        return true;
    }

    // The addresses of what is open stay: only its last element grows.
    Json& place(Json&& value)
    {
        if (++m_count > kMaxValues)
            refuse(fmt::format("more than {} values", kMaxValues));
        if (m_open.empty())
            return m_root = std::move(value);
        if (!m_open.back()->is_array())
            return *m_slot = std::move(value);
        m_open.back()->push_back(std::move(value));
        return m_open.back()->back();
    }

    [[noreturn]] void refuse(const std::string& reason) const
    {
        throw Failure(Exit::InvalidInput, fmt::format("{}: {}", m_path, reason));
    }

    const std::string& m_path;
    Json m_root;
    std::vector<Json*> m_open; // objects and arrays that have not ended
    Json* m_slot = nullptr;    // of the last key
    std::size_t m_count = 0;
};

} // namespace

std::string jsonText(const Json& value)
{
    std::string out;
    append(out, value, 0, 0);
    return out + "\n";
}

std::string jsonText(const Json& value, std::size_t indent)
{
    std::string out;
    append(out, value, indent, 0);
    return out;
}

Json parseJson(std::string_view text, const std::string& path)
{
    if (text.size() > kMaxJsonBytes)
        throw Failure(Exit::InvalidInput, fmt::format("{}: larger than {} bytes", path, kMaxJsonBytes));
    Builder builder(path);
    Json::sax_parse(text.begin(), text.end(), &builder);
    return builder.take();
}

} // namespace pn::cli

#include "support/json.h"

#include "support/failure.h"
#include "support/interrupt.h"
#include "support/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
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

// A serializer of its own for each string would cost more than most strings, which have nothing to escape.
void appendString(std::string& out, const std::string& text)
{
    const bool isPlain =
        std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c < '\x7F' && c != '"' && c != '\\'; });
    if (!isPlain)
        out += Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
    else
        fmt::format_to(std::back_inserter(out), "\"{}\"", text);
}

void appendKey(std::string& out, const std::string& key)
{
    appendString(out, key);
    out += ": ";
}

void appendScalar(std::string& out, const Json& value)
{
    if (value.is_string())
        appendString(out, value.get_ref<const std::string&>());
    else if (value.is_number_float())
        out += numberText(value.get<float>());
    else if (value.is_number_unsigned())
        fmt::format_to(std::back_inserter(out), "{}", value.get<std::uint64_t>());
    else
        out += value.dump();
}

// Appends the value on one line. False as soon as out is longer than most, which leaves a part of the value there.
bool appendLine(std::string& out, const Json& value, std::size_t most)
{
    if (!value.is_structured())
    {
        appendScalar(out, value);
        return out.size() <= most;
    }
    if (value.empty())
    {
        out += value.is_array() ? "[]" : "{}";
        return out.size() <= most;
    }
    out += value.is_array() ? "[" : "{ ";
    const char* separator = "";
    for (auto item = value.begin(); item != value.end(); ++item)
    {
        out += separator;
        if (value.is_object())
            appendKey(out, item.key());
        if (!appendLine(out, *item, most))
            return false;
        separator = ", ";
    }
    out += value.is_array() ? "]" : " }";
    return out.size() <= most;
}

// keyLength is that of the key in front of the value, in the same line.
void append(std::string& out, const Json& value, std::size_t indent, std::size_t keyLength)
{
    if (!value.is_structured())
        return appendScalar(out, value);
    const std::size_t start = out.size();
    if (appendLine(out, value, start + kLineWidth - std::min(kLineWidth, indent + keyLength)))
        return;
    out.resize(start);
    out += value.is_array() ? '[' : '{';
    const char* separator = "\n";
    for (auto item = value.begin(); item != value.end(); ++item)
    {
        out += separator;
        out.append(indent + 2, ' ');
        const std::size_t beforeKey = out.size();
        if (value.is_object())
            appendKey(out, item.key());
        append(out, *item, indent + 2, out.size() - beforeKey);
        separator = ",\n";
    }
    out += '\n';
    out.append(indent, ' ');
    out += value.is_array() ? ']' : '}';
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

// A place in the parser's text, which asks now and then whether the user has cancelled: 256 MiB take many seconds.
class Reading
{
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    explicit Reading(const char* at) : m_at(at) {}

    const char& operator*() const { return *m_at; }
    bool operator==(const Reading& other) const { return m_at == other.m_at; }

    Reading& operator++()
    {
        constexpr std::size_t kStep = std::size_t{1} << 16; // some milliseconds
        if (++m_steps % kStep == 0)
            throwIfInterrupted();
        ++m_at;
        return *this;
    }

private:
    const char* m_at;
    std::size_t m_steps = 0;
};

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
    Json::sax_parse(Reading(text.data()), Reading(text.data() + text.size()), &builder);
    return builder.take();
}

} // namespace pn::cli

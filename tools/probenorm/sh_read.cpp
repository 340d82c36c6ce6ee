#include "sh_read.h"

#include "failure.h"
#include "text.h"

#include <fmt/format.h>

#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>

namespace pn::cli {
namespace {

constexpr std::size_t kMaxFileBytes = std::size_t{256} << 20; // some 100 000 sets
constexpr std::uint32_t kMaxTextRows = PN_MAX_BANDS * PN_MAX_BANDS;

[[noreturn]] void fail(const std::string& where, const std::string& reason)
{
    throw Failure(Exit::InvalidInput, fmt::format("{}: {}", where, reason));
}

// ---- JSON ----

// One object of the file, with the words that lead to it: "sh.json" or "sh.json: [3]".
struct Source
{
    const Json& object;
    std::string where;

    const Json& at(const char* key) const
    {
        const auto found = object.find(key);
        if (found == object.end())
            fail(where, fmt::format("{} is missing", key));
        return *found;
    }

    std::string word(const char* key) const
    {
        const Json& value = at(key);
        if (!value.is_string())
            fail(where, fmt::format("{} must be a string", key));
        return value.get<std::string>();
    }

    std::string wordOr(const char* key, const char* fallback) const
    {
        return object.contains(key) ? word(key) : fallback;
    }
};

std::uint32_t readBands(const Source& source)
{
    const Json& value = source.at("bands");
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() < 1 || value.get<std::uint64_t>() > PN_MAX_BANDS)
        fail(source.where, fmt::format("bands must be a whole number in 1..{}, found {}", PN_MAX_BANDS, value.dump()));
    return value.get<std::uint32_t>();
}

void readRow(const Source& source, const std::string& key, const Json& row, std::uint32_t columns,
             std::array<float, 4>& out)
{
    if (!row.is_array() || row.size() != columns)
        fail(source.where, fmt::format("{} must be an array of {} numbers", key, columns));
    for (std::size_t column = 0; column < columns; ++column)
    {
        if (!row[column].is_number() || !std::isfinite(row[column].get<float>()))
            fail(source.where, fmt::format("{}[{}] must be a number, found {}", key, column, row[column].dump()));
        out[column] = row[column].get<float>();
    }
}

void readRows(const Source& source, ShSet& set)
{
    const char* key = set.isVectors() ? "vectors" : "coefficients";
    const Json& rows = source.at(key);
    if (!rows.is_array() || rows.size() != set.rows.size())
        fail(source.where, fmt::format("{} must be an array of {} rows", key, set.rows.size()));
    for (std::size_t row = 0; row < set.rows.size(); ++row)
        readRow(source, fmt::format("{}[{}]", key, row), rows[row], set.columns, set.rows[row]);
}

ReadSet readObject(const Source& source)
{
    if (!source.object.is_object())
        fail(source.where, "must be an object with bands, convention and coefficients");
    ReadSet result;
    result.convention = findConvention(source.word("convention"), source.where + ": convention");
    result.axes = findAxes(source.wordOr("axes", "keep"), source.where + ": axes");
    result.window = source.wordOr("window", "none");
    const std::uint32_t bands = readBands(source);
    if (pnConventionFloatCount(result.convention, bands) == 0)
        fail(source.where,
             fmt::format("bands must be 3 for convention {}, found {}", pnGetConventionName(result.convention), bands));
    ShSet set = emptySet(result.convention, result.axes, bands);
    readRows(source, set);
    result.sh = fromSet(set, source.where);
    if (source.object.contains("input"))
        result.input = source.object["input"];
    return result;
}

ShFile readJsonSets(std::string_view bytes, const std::string& path)
{
    const Json json = parseJson(bytes, path);
    ShFile file;
    file.isArray = json.is_array();
    if (!file.isArray)
        file.sets.push_back(readObject({json, path}));
    else if (json.empty())
        fail(path, "holds no coefficients");
    else
        for (std::size_t i = 0; i < json.size(); ++i)
            file.sets.push_back(readObject({json[i], fmt::format("{}: [{}]", path, i)}));
    return file;
}

// ---- Text ----

std::string_view trim(std::string_view text)
{
    const auto isSpace = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
    while (!text.empty() && isSpace(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isSpace(text.back()))
        text.remove_suffix(1);
    return text;
}

bool isLineEnd(std::string_view text)
{
    if (text.starts_with(';'))
        text = trim(text.substr(1));
    return text.empty() || text.starts_with("//");
}

// "( r, g, b); // comment"; the semicolon and the comment may be missing.
std::array<float, 4> readTextRow(std::string_view line, std::uint32_t columns, const std::string& where)
{
    const std::size_t close = line.find(')');
    if (line.front() != '(' || close == std::string_view::npos || !isLineEnd(trim(line.substr(close + 1))))
        fail(where, "must read ( r, g, b); with nothing but a // comment after it");
    const auto parts = split(line.substr(1, close - 1), ',');
    if (parts.size() != columns)
        fail(where, fmt::format("must have {} numbers, found {}", columns, parts.size()));
    std::array<float, 4> row{};
    for (std::size_t c = 0; c < columns; ++c)
        if (!parseFloat(trim(parts[c]), row[c]))
            fail(where, fmt::format("{} is not a finite number", trim(parts[c])));
    return row;
}

std::vector<std::array<float, 4>> readTextRows(std::string_view bytes, std::uint32_t columns, const std::string& path)
{
    std::vector<std::array<float, 4>> rows;
    std::size_t number = 0;
    for (const std::string_view raw : split(bytes, '\n'))
    {
        ++number;
        const std::string_view line = trim(raw);
        if (line.empty() || line.starts_with("//"))
            continue;
        const std::string where = fmt::format("{}: line {}", path, number);
        if (rows.size() == kMaxTextRows)
            fail(where, fmt::format("more than {} rows", kMaxTextRows));
        rows.push_back(readTextRow(line, columns, where));
    }
    return rows;
}

// 0 when no number of bands has so many rows.
std::uint32_t bandsOfRows(std::size_t rows)
{
    for (std::uint32_t bands = 1; bands <= PN_MAX_BANDS; ++bands)
        if (bands * bands == rows)
            return bands;
    return 0;
}

ShFile readTextSet(std::string_view bytes, const std::string& path, const TextConvention& text)
{
    ReadSet result;
    result.convention = text.convention.value_or(PN_CONVENTION_FILAMENT_RADIANCE);
    result.axes = text.axes.value_or(PN_AXES_KEEP);
    ShSet set =
        emptySet(result.convention, result.axes, 3); // every convention holds 3 bands; the shape of a row is fixed
    const auto rows = readTextRows(bytes, set.columns, path);
    if (const std::uint32_t bands = bandsOfRows(rows.size()); pnConventionFloatCount(result.convention, bands) > 0)
        set = emptySet(result.convention, result.axes, bands);
    if (set.rows.size() != rows.size())
        fail(path, fmt::format("{} rows of {} numbers cannot be {}", rows.size(), set.columns,
                               pnGetConventionName(result.convention)));
    set.rows = rows;
    result.sh = fromSet(set, path);
    return {{std::move(result)}, false};
}

// ---- Files ----

std::string readAll(const std::string& path)
{
    struct Closer
    {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    std::unique_ptr<std::FILE, Closer> owned;
    std::FILE* file = stdin;
    if (path != "-")
    {
        owned.reset(std::fopen(path.c_str(), "rb"));
        file = owned.get();
    }
    if (file == nullptr)
        throw Failure(Exit::FileIo, fmt::format("{}: cannot open: {}", path, std::strerror(errno)));

    std::string bytes;
    std::array<char, 1 << 16> block; // NOLINT(cppcoreguidelines-pro-type-member-init): fread fills it
    while (const std::size_t count = std::fread(block.data(), 1, block.size(), file))
    {
        bytes.append(block.data(), count);
        if (bytes.size() > kMaxFileBytes)
            fail(path, fmt::format("larger than {} bytes", kMaxFileBytes));
    }
    if (std::ferror(file) != 0)
        throw Failure(Exit::FileIo, fmt::format("{}: cannot read: {}", path, std::strerror(errno)));
    return bytes;
}

} // namespace

void TextConvention::addTo(CLI::App& app)
{
    addWord(app, "--from", conventionNames(), "Convention of a text file (filament-radiance)",
            [this](std::size_t index) { convention = static_cast<PnConvention>(index); })
        .takes("NAME")
        .group("Text input");
    addWord(app, "--from-axes", axesNames(), "Axes of a text file (keep; mirror-x for what cmgen does unasked)",
            [this](std::size_t index) { axes = static_cast<PnAxes>(index); })
        .group("Text input");
}

ShFile parseShFile(std::string_view bytes, const std::string& path, const TextConvention& text)
{
    const std::size_t start = bytes.find_first_not_of(" \t\r\n");
    if (start == std::string_view::npos)
        fail(path, "is empty");
    if (bytes[start] != '{' && bytes[start] != '[')
        return readTextSet(bytes, path, text);
    if (text.convention || text.axes)
        throw Failure(Exit::CommandLine,
                      fmt::format("{}: --from and --from-axes are for text; this JSON names its convention", path));
    return readJsonSets(bytes, path);
}

ShFile readShFile(const std::string& path, const TextConvention& text)
{
    return parseShFile(readAll(path), path, text);
}

} // namespace pn::cli

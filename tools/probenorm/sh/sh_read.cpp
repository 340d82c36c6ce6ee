#include "sh/sh_read.h"

#include "sh/engine.h"
#include "sh/sh_text.h"
#include "support/failure.h"
#include "support/text.h"

#include "image/files/error.h"
#include "image/files/input_file.h"
#include "image/formats/ktx.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <span>

namespace pn::cli {
namespace {

constexpr std::size_t kMaxFileBytes = std::size_t{256} << 20; // some 100 000 sets

// ---- What cmgen stores in a KTX file: nine rows "r g b" as Filament's shader takes them ----

constexpr std::uint32_t kBands = 3;

void readKtxRow(std::string_view line, const std::string& path, std::array<float, 4>& row)
{
    const std::vector<std::string_view> words = split(line, ' ');
    if (words.size() != kBands)
        fail(path, fmt::format("sh: must have rows of 3 numbers, found \"{}\"", line));
    for (std::size_t i = 0; i < words.size(); ++i)
        if (!parseFloat(words[i], row[i]))
            fail(path, fmt::format("sh: must be a number, found \"{}\"", words[i]));
}

// Axes as text of cmgen has them: mirrored, unless text says more.
ShFile readKtxSets(std::string_view bytes, const std::string& path, const TextConvention& text)
{
    const std::string rows = [&] {
        try
        {
            return image::readKtx1Harmonics(std::as_bytes(std::span(bytes)));
        }
        catch (const image::Error& error)
        {
            throw Failure(static_cast<Exit>(error.exitCode()), fmt::format("{}: {}", path, error.what()));
        }
    }();
    if (rows.empty())
        fail(path, "has no coefficients (no key sh)");
    ReadSet set;
    set.convention = text.convention.value_or(PN_CONVENTION_FILAMENT);
    set.axes = text.axes.value_or(PN_AXES_MIRROR_X);
    set.areAxesGuessed = !text.axes;
    ShSet stored = emptySet(set.convention, set.axes, kBands);
    std::size_t count = 0;
    for (const std::string_view line : split(rows, '\n'))
        if (!line.empty() && count++ < stored.rows.size())
            readKtxRow(line, path, stored.rows[count - 1]);
    if (count != stored.rows.size() || stored.isVectors())
        fail(path, fmt::format("sh: must have 9 rows of 3 numbers, found {}", count));
    set.sh = fromSet(stored, path);
    ShFile file;
    file.isText = true;
    file.sets.push_back(set);
    return file;
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

std::array<int, 3> readTurn(const Source& source)
{
    std::array<int, 3> turn{};
    const auto found = source.object.find("turned");
    if (found == source.object.end())
        return turn;
    const auto isTurn = [](const Json& value) {
        return value.is_number_integer() && std::abs(value.get<std::int64_t>()) <= 360;
    };
    if (!found->is_array() || found->size() != turn.size() || !std::all_of(found->begin(), found->end(), isTurn))
        fail(source.where, "turned must be an array of 3 whole degrees");
    std::transform(found->begin(), found->end(), turn.begin(), [](const Json& value) { return value.get<int>(); });
    return turn;
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
    if (pnGetConventionFloatCount(result.convention, bands) == 0)
        fail(source.where,
             fmt::format("bands must be 3 for convention {}, found {}", pnGetConventionName(result.convention), bands));
    ShSet set = emptySet(result.convention, result.axes, bands);
    readRows(source, set);
    result.sh = fromSet(set, source.where);
    result.turn = readTurn(source);
    turnBackSh(result.sh, result.turn);
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

} // namespace

void TextConvention::addTo(CLI::App& app)
{
    addWord(app, "--from", conventionNames(), "Convention of text without a header line", [this](std::size_t index) {
        convention = static_cast<PnConvention>(index);
    }).group("Text input");
    addWord(app, "--from-axes", axesNames(), "Axes of such text (keep; of cmgen's: mirror-x)",
            [this](std::size_t index) { axes = static_cast<PnAxes>(index); })
        .group("Text input");
}

ShFile parseShFile(std::string_view bytes, const std::string& path, const TextConvention& text)
{
    if (bytes.starts_with(image::kKtx1Identifier))
        return readKtxSets(bytes, path, text);
    const std::size_t start = bytes.find_first_not_of(" \t\r\n");
    if (start == std::string_view::npos)
        fail(path, "is empty");
    const bool isText = bytes[start] != '{' && bytes[start] != '[';
    return isText ? readTextSets(bytes, path, text) : readJsonSets(bytes, path);
}

void requireText(std::span<const ShFile> files, const TextConvention& text)
{
    const bool isAsked = text.convention || text.axes;
    if (isAsked && std::none_of(files.begin(), files.end(), [](const ShFile& file) { return file.isText; }))
        throw Failure(Exit::CommandLine, "--from and --from-axes are for text, and no input is text");
}

void warnOfGuess(const ShFile& file, const std::string& path, Console& console)
{
    if (std::any_of(file.sets.begin(), file.sets.end(), [](const ReadSet& set) { return set.areAxesGuessed; }))
        console.warn(
            fmt::format("{}: taken as cmgen's, mirrored in x; --from-axes keep is for cmgen --no-mirror", path));
}

ShFile readShFile(const std::string& path, const TextConvention& text)
{
    const image::Buffer bytes = image::readWhole(path, kMaxFileBytes);
    return parseShFile({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, path, text);
}

} // namespace pn::cli

#include "sh/sh_read_ktx.h"

#include "support/failure.h"
#include "support/text.h"

#include "image/files/error.h"
#include "image/formats/ktx.h"

#include <fmt/format.h>

#include <array>
#include <span>

namespace pn::cli {
namespace {

constexpr std::string_view kMagic("\xABKTX 11\xBB\r\n\x1A\n", 12);
constexpr std::uint32_t kBands = 3;

[[noreturn]] void fail(const std::string& path, const std::string& reason)
{
    throw Failure(Exit::InvalidInput, fmt::format("{}: {}", path, reason));
}

void readRow(std::string_view line, const std::string& path, std::array<float, 4>& row)
{
    const std::vector<std::string_view> words = split(line, ' ');
    if (words.size() != kBands)
        fail(path, fmt::format("sh: must have rows of 3 numbers, found \"{}\"", line));
    for (std::size_t i = 0; i < words.size(); ++i)
        if (!parseFloat(words[i], row[i]))
            fail(path, fmt::format("sh: must be a number, found \"{}\"", words[i]));
}

} // namespace

bool isKtxFile(std::string_view bytes)
{
    return bytes.starts_with(kMagic);
}

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
            readRow(line, path, stored.rows[count - 1]);
    if (count != stored.rows.size() || stored.isVectors())
        fail(path, fmt::format("sh: must have 9 rows of 3 numbers, found {}", count));
    set.sh = fromSet(stored, path);
    ShFile file;
    file.isText = true;
    file.sets.push_back(set);
    return file;
}

} // namespace pn::cli

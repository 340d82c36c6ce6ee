#include "sh/sh_read.h"

#include "sh/engine.h"
#include "sh/sh_text.h"
#include "support/failure.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace pn::cli {
namespace {

// Whether rows are cmgen's, and which of its forms: empty, "irradiance" or "irradiance, pre-scaled base".
std::optional<std::string> findCmgenForm(const std::vector<TextRow>& rows)
{
    std::optional<std::string> form;
    for (const TextRow& row : rows)
    {
        const std::size_t comma = row.comment.find(',');
        const std::string found(comma == std::string::npos ? ""
                                                           : trimmed(std::string_view(row.comment).substr(comma + 1)));
        if (!row.isCmgen || row.columns != 3 || !row.comment.starts_with("L") || found != form.value_or(found))
            return std::nullopt;
        form = found;
    }
    return form;
}

PnConvention cmgenConvention(std::string_view form, const std::string& path)
{
    if (form == "irradiance, pre-scaled base")
        return PN_CONVENTION_FILAMENT;
    if (form != "irradiance")
        return PN_CONVENTION_FILAMENT_RADIANCE;
    throw Failure(Exit::Unsupported, fmt::format("{}: cmgen --sh-irradiance is divided by pi in some versions and not "
                                                 "in others; use --sh or --sh-shader, or say --from",
                                                 path));
}

void requireSame(bool isSame, const std::string& path, const char* option, const char* asked, const char* found)
{
    if (!isSame)
        throw Failure(Exit::CommandLine, fmt::format("{}: its header says {}, {} says {}", path, found, option, asked));
}

// The options may repeat what a header says, and may not contradict it.
void checkAgainst(const TextHeader& header, const TextConvention& text, const std::string& path)
{
    const PnConvention convention = text.convention.value_or(header.convention);
    const PnAxes axes = text.axes.value_or(header.axes);
    requireSame(convention == header.convention, path, "--from", pnGetConventionName(convention),
                pnGetConventionName(header.convention));
    requireSame(axes == header.axes, path, "--from-axes", pnGetAxesName(axes), pnGetAxesName(header.axes));
}

[[noreturn]] void throwUnnamed(const std::string& path)
{
    throw Failure(Exit::CommandLine, fmt::format("{}: text without a header line needs --from: {}", path,
                                                 fmt::join(conventionNames(), ", ")));
}

// cmgen mirrors unless told not to. Its progress lines say whether it did; its files do not.
ReadSet nameUnheaded(const ShText& source, const TextBlock& block, const std::string& path, const TextConvention& text)
{
    ReadSet set;
    const auto form = findCmgenForm(block.rows);
    if (!form && !text.convention)
        throwUnnamed(path);
    if (!form && !source.firstProgress.empty())
        failAtLine(source.firstProgress);
    set.convention = text.convention ? *text.convention : cmgenConvention(*form, path);
    const bool isMirrored = source.firstProgress.empty() ? !text.convention : source.isMirrored;
    set.axes = text.axes.value_or(isMirrored ? PN_AXES_MIRROR_X : PN_AXES_KEEP);
    set.areAxesGuessed = source.firstProgress.empty() && !text.axes && !text.convention;
    return set;
}

// 0 when no number of bands has so many rows.
std::uint32_t bandsOfRows(std::size_t rows)
{
    for (std::uint32_t bands = 1; bands <= PN_MAX_BANDS; ++bands)
        if (bands * bands == rows)
            return bands;
    return 0;
}

ShSet toShSet(const TextBlock& block, const ReadSet& read, const std::string& path)
{
    ShSet set = emptySet(read.convention, read.axes, 3); // every convention holds 3 bands; the columns are fixed
    const std::uint32_t bands = block.header ? block.header->bands : bandsOfRows(block.rows.size());
    if (pnGetConventionFloatCount(read.convention, bands) > 0)
        set = emptySet(read.convention, read.axes, bands);
    const bool isShort =
        read.convention == PN_CONVENTION_FILAMENT && bands > 0 && bands < 3; // cmgen --sh=2 --sh-shader
    if (set.rows.size() != block.rows.size() && !isShort)
        fail(path,
             fmt::format("{} rows of {} numbers cannot be {}{}", block.rows.size(), set.columns,
                         pnGetConventionName(read.convention), block.header ? fmt::format(" of {} bands", bands) : ""));
    for (std::size_t i = 0; i < block.rows.size(); ++i)
    {
        if (block.rows[i].columns != set.columns)
            fail(block.rows[i].where,
                 fmt::format("must have {} numbers, found {}", set.columns, block.rows[i].columns));
        set.rows[i] = block.rows[i].values;
    }
    return set;
}

ReadSet readBlock(const ShText& source, const TextBlock& block, const std::string& path, const TextConvention& text)
{
    ReadSet set;
    if (block.header)
    {
        checkAgainst(*block.header, text, path);
        set.convention = block.header->convention;
        set.axes = block.header->axes;
        set.turn = block.header->turn;
        set.window = block.header->window;
    }
    else
    {
        set = nameUnheaded(source, block, path, text);
    }
    set.sh = fromSet(toShSet(block, set, path), path);
    turnBackSh(set.sh, set.turn);
    return set;
}

} // namespace

ShFile readTextSets(std::string_view bytes, const std::string& path, const TextConvention& text)
{
    const ShText source = parseShText(bytes, path);
    if (source.blocks.empty())
        fail(path, "holds no coefficients");
    ShFile file;
    file.isText = true;
    file.isArray = source.blocks.size() > 1;
    for (const TextBlock& block : source.blocks)
        file.sets.push_back(readBlock(source, block, path, text));
    return file;
}

} // namespace pn::cli

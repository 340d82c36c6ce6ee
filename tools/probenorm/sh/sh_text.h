// The lines of text that holds coefficients, before anything is made of them.
#pragma once

#include "probenorm/probenorm.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pn::cli {

// "( r, g, b); // comment"
struct TextRow
{
    std::array<float, 4> values{};
    std::size_t columns = 0;
    std::string comment;  // without its slashes
    bool isCmgen = false; // its numbers have cmgen's form
    std::string where;    // "sh.txt: line 3"
};

// What the line above our own rows says: "// sky.hdr, equirect 4 x 2, 3 bands, unity, axes zup, turned 0 90 0, window
// hann:3".
struct TextHeader
{
    std::uint32_t bands = 0;
    PnConvention convention = PN_CONVENTION_CANONICAL;
    PnAxes axes = PN_AXES_KEEP;
    std::array<int, 3> turn{};
    std::string window = "none";
};

// Rows, and the header line above them.
struct TextBlock
{
    std::optional<TextHeader> header;
    std::vector<TextRow> rows;
};

struct ShText
{
    std::vector<TextBlock> blocks;
    std::string firstProgress; // where the first line of progress stands; empty for none
    bool isMirrored = false;   // cmgen said that it mirrored
};

// Throws Failure of an invalid input: "WHERE: REASON".
[[noreturn]] void fail(const std::string& where, const std::string& reason);

// "FILE: line N: must read ..."
[[noreturn]] void failAtLine(const std::string& where);

// Without spaces, tabs and carriage returns at both ends.
std::string_view trimmed(std::string_view text);

// Throws Failure that names the line.
ShText parseShText(std::string_view bytes, const std::string& path);

} // namespace pn::cli

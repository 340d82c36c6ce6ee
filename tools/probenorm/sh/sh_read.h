#pragma once

#include "sh/sh_set.h"
#include "support/json.h"
#include "support/options.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pn::cli {

// A set of coefficients as it was read.
struct ReadSet
{
    PnSh sh{};
    PnConvention convention = PN_CONVENTION_CANONICAL; // in which it was stored
    PnAxes axes = PN_AXES_KEEP;
    std::array<int, 3> turn{}; // before the axes; sh is turned back already
    std::string window = "none";
    Json input;                  // what the file says of the environment; null when it says nothing
    bool areAxesGuessed = false; // cmgen's default was assumed
};

// How to take text that does not say what its numbers are. It may repeat, not contradict, what text says of itself.
struct TextConvention
{
    std::optional<PnConvention> convention;
    std::optional<PnAxes> axes;

    void addTo(CLI::App& app); // --from and --from-axes
};

struct ShFile
{
    std::vector<ReadSet> sets;
    bool isArray = false;
    bool isText = false;
};

// Our JSON (an object or an array of them), lines "( r, g, b); // ..." as `project` and cmgen print them, or what cmgen
// stores in a KTX file.
// "-" is standard input. Throws Failure that names the file and the key or line.
ShFile readShFile(const std::string& path, const TextConvention& text);

// The same from memory.
ShFile parseShFile(std::string_view bytes, const std::string& path, const TextConvention& text);

// The same of lines of text: what `project`, `convert` and Filament's cmgen print. A header line of ours says what
// follows it. cmgen's rows are recognised by their form. All other text needs text.convention.
ShFile readTextSets(std::string_view bytes, const std::string& path, const TextConvention& text);

// Throws Failure{CommandLine} where text asks for what only text can have, and none of files is text.
void requireText(std::span<const ShFile> files, const TextConvention& text);

// Says so where the axes of a set were assumed.
void warnOfGuess(const ShFile& file, const std::string& path, Console& console);

} // namespace pn::cli

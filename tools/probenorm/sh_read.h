#pragma once

#include "json.h"
#include "options.h"
#include "sh_set.h"

#include <optional>
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
    std::string window = "none";
    Json input; // what the file says of the environment; null when it says nothing
};

// How to take a text file, which does not say what its numbers are.
struct TextConvention
{
    std::optional<PnConvention> convention; // filament-radiance when empty
    std::optional<PnAxes> axes;             // keep when empty

    void addTo(CLI::App& app); // --from and --from-axes
};

struct ShFile
{
    std::vector<ReadSet> sets;
    bool isArray = false;
};

// Our JSON (an object or an array of them), or lines "( r, g, b); // ..." as cmgen and `project` print them.
// "-" is standard input. Throws Failure that names the file and the key or line.
ShFile readShFile(const std::string& path, const TextConvention& text);

// The same from memory.
ShFile parseShFile(std::string_view bytes, const std::string& path, const TextConvention& text);

} // namespace pn::cli

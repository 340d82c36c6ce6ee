#include "commands/command.h"
#include "run/change.h"
#include "run/output.h"
#include "sh/sh_read.h"
#include "support/failure.h"
#include "support/options.h"
#include "support/text.h"

#include <fmt/format.h>

#include <utility>

namespace pn::cli {
namespace {

struct ConvertOptions
{
    std::string input;
    TextConvention from;
    OutputOptions output;
    MessageOptions messages;
    FormOptions form;
    std::optional<Degrees> rotation;

    void addTo(CLI::App& app)
    {
        addText(app, "SH", input, "JSON of ProbeNorm, or text with rows ( r, g, b); - is standard input").required();
        output.addTo(app);
        form.addTo(app);
        addRotate(app, rotation);
        from.addTo(app);
        messages.addTo(app);
    }
};

std::string joinWindows(const std::string& first, const std::string& second)
{
    if (first == "none")
        return second;
    return second == "none" ? first : first + "+" + second;
}

ShResult convertSet(const ConvertOptions& options, const ReadSet& set)
{
    const FormOptions& form = options.form;
    ShResult result = form.resultOf(set.sh, options.rotation, options.input);
    result.window = joinWindows(set.window, form.window.name);
    const bool hasPath = set.input.is_object() && set.input.contains("path") && set.input["path"].is_string();
    const std::string path = hasPath ? set.input["path"].get<std::string>() : options.input;
    result.input = set.input.is_null() ? Json{{"path", options.input}} : set.input;
    result.name = stemOf(path);
    result.title = fmt::format("{}, from {}", path, pnGetConventionName(set.convention));
    return result;
}

Exit run(ConvertOptions& options, Console& console)
{
    options.output.requireKnownEnding();
    ShFile file = readShFile(options.input, options.from);
    requireText({&file, 1}, options.from);
    warnOfGuess(file, options.input, console);
    std::vector<ShResult> results;
    for (const ReadSet& set : file.sets)
        results.push_back(convertSet(options, set));
    file.sets.clear(); // before anything is written, as the results are
    writeResults(options.output, std::move(results), file.isArray, {options.input});
    return Exit::Success;
}

} // namespace

const Command kConvertCommand{
    .name = "convert",
    .summary = "Take coefficients from any convention to any other",
    .manual =
        R"(Steps, in this order: what the file's convention and axes did is undone, --rotate turns the environment,
--window scales the bands, --axes and --convention write the result.

--rotate X,Y,Z: X degrees about the x axis, then Y about y, then Z about z, with the axes standing still. Each
angle takes y to z, z to x, and x to y: --rotate 0,90,0 moves the light that came from +Z to +X.
Text is read by its header line, as `project` prints it. cmgen's own text is recognised, with the mirror that cmgen
applies unless told not to. Other text needs --from, and --from-axes where its axes are not the cubemap's own.

Conventions hold exactly three bands and get zeros for missing ones, but for canonical, directxmath, google, cmft and
filament-radiance, which hold one to five.

  probenorm convert sky.json --convention unity-sha --format hlsl
  probenorm convert sky.json --rotate 0,90,0 -o turned.json
  cmgen --sh=3 --sh-window=no sky.hdr | probenorm convert - --convention godot)",
    .add = addCommand<ConvertOptions, run>,
};

} // namespace pn::cli

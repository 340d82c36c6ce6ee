#include "command.h"
#include "device.h"
#include "failure.h"
#include "options.h"
#include "output.h"
#include "rotation.h"
#include "sh_read.h"
#include "text.h"
#include "window.h"

#include <fmt/format.h>

#include <memory>
#include <optional>

namespace pn::cli {
namespace {

struct ConvertOptions
{
    std::string input;
    TextConvention from;
    OutputOptions output;
    MessageOptions messages;
    PnConvention convention = PN_CONVENTION_CANONICAL;
    PnAxes axes = PN_AXES_KEEP;
    std::optional<Rotation> rotation;
    WindowOption window;

    void addTo(CLI::App& app);
};

void ConvertOptions::addTo(CLI::App& app)
{
    addText(app, "SH", input, "JSON of ProbeNorm, or text with rows ( r, g, b); - is standard input").required();
    output.addTo(app);
    addChoice(app, "--convention", convention, conventionNames(),
              "Order, sign, scale and packing, see below (canonical)")
        .takes("NAME");
    addChoice(app, "--axes", axes, axesNames(), "Axes of the receiving engine (keep: those of the cubemap)");
    const auto readRotation = [this](const std::string& text) { rotation = parseRotation(text); };
    addParsed(app, "--rotate", readRotation, "Turns the environment by degrees about x, then y, then z").takes("X,Y,Z");
    const auto readWindow = [this](const std::string& text) { window = parseWindow(text); };
    addParsed(app, "--window", readWindow,
              "Weights of the bands: none, auto, hann:W, lanczos:W, sinc4:W or gauss:W (none)")
        .takes("NAME[:W]");
    from.addTo(app);
    messages.addTo(app);
}

std::string joinWindows(const std::string& first, const std::string& second)
{
    if (first == "none")
        return second;
    return second == "none" ? first : first + "+" + second;
}

ShResult convertSet(const ConvertOptions& options, const ReadSet& set)
{
    PnSh sh = set.sh;
    if (options.rotation)
        if (const PnResult result = pnRotateSh(&sh, options.rotation->data(), &sh); result != PN_SUCCESS)
            throwResult(result, options.input);
    const Json dering = options.window.applyTo(sh);
    ShResult result = makeResult(sh, options.convention, options.axes, joinWindows(set.window, options.window.name));
    result.dering = dering;

    const bool hasPath = set.input.is_object() && set.input.contains("path") && set.input["path"].is_string();
    const std::string path = hasPath ? set.input["path"].get<std::string>() : options.input;
    result.input = set.input.is_null() ? Json{{"path", options.input}} : set.input;
    result.name = stemOf(path);
    result.title = fmt::format("{}, from {}", path, pnGetConventionName(set.convention));
    return result;
}

Exit run(ConvertOptions& options, Console& console)
{
    options.messages.applyTo(console);
    const ShFile file = readShFile(options.input, options.from);
    std::vector<ShResult> results;
    for (const ReadSet& set : file.sets)
        results.push_back(convertSet(options, set));
    writeResults(options.output, results, file.isArray);
    return Exit::Success;
}

std::function<Exit()> add(CLI::App& app, Console& console)
{
    const auto options = std::make_shared<ConvertOptions>();
    options->addTo(app);
    return [options, &console] { return run(*options, console); };
}

constexpr const char* kManual =
    R"(Steps, in this order: what the file's convention and axes did is undone, --rotate turns the environment,
--window scales the bands, --axes and --convention write the result.

--rotate X,Y,Z: X degrees about the x axis, then Y about y, then Z about z, with the axes standing still. Each
angle takes y to z, z to x, and x to y: --rotate 0,90,0 moves the light that came from +Z to +X.
Text rows are read as cmgen --sh=N prints them. cmgen mirrors x unless told not to: --from-axes mirror-x.

Conventions: canonical unity unity-sha unreal unreal-packed filament filament-radiance godot three babylon
playcanvas directxmath google cmft eevee. Those that hold exactly three bands, which are all but canonical,
directxmath, google, cmft and filament-radiance, get zeros for missing bands.

  probenorm convert sky.json --convention unity-sha --format hlsl
  probenorm convert sky.json --rotate 0,90,0 -o turned.json
  cmgen --quiet --sh=3 --sh-window=no sky.hdr | probenorm convert - --from-axes mirror-x --convention godot)";

} // namespace

const Command kConvertCommand{
    "convert",
    "Take coefficients from any convention to any other",
    kManual,
    add,
};

} // namespace pn::cli

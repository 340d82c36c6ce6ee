#include "commands/project_options.h"

#include "support/failure.h"

#include <probenorm/probenorm.hpp>

namespace pn::cli {
namespace {

constexpr float kLeastMaxRadiance = 0x1p-14f;
constexpr float kMostMaxRadiance = 0x1p64f;

} // namespace

void ProjectOptions::addTo(CLI::App& app)
{
    addTexts(app, "INPUT", inputs, "HDR maps, cubemaps, or patterns such as sky_%.hdr; - is standard input").required();
    output.addTo(app);
    addUint(app, "--bands", bands, 1, PN_MAX_BANDS, "Bands of coefficients (3)");
    const Option conventionOption =
        addChoice(app, "--convention", convention, conventionNames(), "Order, sign, scale and packing (canonical)");
    const Option axesOption = addChoice(app, "--axes", axes, axesNames(), "Axes of the receiving engine (keep)");
    engine.addTo(app, convention).excludes(conventionOption).excludes(axesOption);
    addParsed(
        app, "--rotate", [this](const std::string& text) { rotation = parseRotation(text); },
        "Turns the environment by degrees about x, then y, then z")
        .takes("X,Y,Z");
    addParsed(
        app, "--window", [this](const std::string& text) { window = parseWindow(text); },
        "Weights of the bands: none, auto, hann:W, lanczos:W, sinc4:W or gauss:W (none)")
        .takes("NAME[:W]");
    addFloat(app, "--scale", scale, -1e30f, 1e30f, "Multiplies the coefficients (1)");
    addUint(app, "--extract-lights", extractLights, 1, PN_MAX_LIGHTS,
            "Take up to N small bright lights out first, and name them in JSON");
    input.addTo(app);
    addUint(app, "--resample", resample, 1, PN_MAX_FACE_SIZE, "Go through a cubemap with faces of N texels")
        .group("Input");
    addChoice(app, "--negative", negative, {"keep", "zero"}, "What becomes of negative radiance (keep)").group("Input");
    addFloat(app, "--max-radiance", maxRadiance, kLeastMaxRadiance, kMostMaxRadiance,
             "Clamp each channel's magnitude (no clamp)")
        .group("Input");
    addChoice(app, "--bad-texels", badTexels, {"replace", "error"},
              "NaN to 0 and infinity to 65504, or exit code 3 (replace)")
        .group("Input");
    device.addTo(app);
    messages.addTo(app);
}

PnProjectOptions ProjectOptions::forLibrary() const
{
    auto options = probenorm::sized<PnProjectOptions>();
    options.bands = bands;
    options.negative = negative;
    options.badTexels = badTexels;
    options.maxRadiance = maxRadiance;
    return options;
}

} // namespace pn::cli

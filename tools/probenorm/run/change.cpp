#include "run/change.h"

#include "run/device.h"
#include "run/note.h"
#include "run/run_check.h"
#include "run/run_project.h"
#include "support/failure.h"
#include "support/text.h"

#include "image/resample/turn.h"
#include "image/texels/convert.h"
#include "image/texels/texel.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

namespace pn::cli {
namespace {

// The engine in whose axes a cubemap is; null for our own axes, or where nobody says.
const Engine* axesOf(const image::Environment& environment, const Change& change)
{
    if (change.from != nullptr || change.isOurs)
        return change.from;
    const Json note = noteOf(environment);
    const auto found = note.find("for");
    return found != note.end() && found->is_string() ? findEngine(found->get<std::string>()) : nullptr;
}

void turnToOurs(image::Environment& environment, const Change& change, std::uint32_t threads)
{
    const bool isMap = environment.kind == image::Kind::Equirect;
    if (isMap && change.from != nullptr)
        throw Failure(Exit::CommandLine,
                      fmt::format("{}: --from is for cubemaps; every engine reads such a map alike", environment.path));
    if (const Engine* engine = axesOf(environment, change); engine != nullptr && !isMap)
        image::turn(environment, inverseOf(fileTurn(*engine)), threads);
}

// Of a note's history, what can be a step.
Json stepsOf(const Json& note)
{
    Json steps = Json::array();
    if (note.contains("history") && note["history"].is_array())
        std::copy_if(note["history"].begin(), note["history"].end(), std::back_inserter(steps),
                     [](const Json& step) { return step.is_object(); });
    return steps;
}

// The note gets a step that says what was fixed, and whatever is made of the environment takes it over.
void fixFirst(image::Environment& environment, std::uint32_t fixes, std::uint32_t threads)
{
    const Json step = fixes != 0 ? fix(environment, fixes, threads) : Json();
    if (fixes == 0 || (step["fixed"] == "" && !step.contains("left")))
        return;
    environment.image.warnings.push_back(fixedText(step));
    if (step["fixed"] == "")
        return;
    Json note = noteOf(environment);
    Json steps = stepsOf(note);
    steps.push_back(step);
    note["history"] = std::move(steps);
    environment.note = note.dump();
}

// NaN and infinity become what the library takes them for, and are clamped then.
void clampAndScale(image::Image& image, const Change& change)
{
    if (change.factor() == 1.0f && change.maxRadiance == 0.0f)
        return;
    std::vector<std::string> warnings = std::move(image.warnings);
    image = image::toFloat(image);
    image.warnings = std::move(warnings);
    const float most = change.maxRadiance > 0.0f ? change.maxRadiance : kMostMaxRadiance;
    const std::span texels(reinterpret_cast<float*>(image.texels.data()), image.texels.size() / sizeof(float));
    for (std::size_t i = 0; i < texels.size(); ++i)
        if (i % 4 != 3)
            texels[i] = std::clamp(image::cleanChannel(texels[i]), -most, most) * change.factor();
}

// The lights that `probenorm lights` finds by its defaults.
void takeSuns(image::Environment& environment, std::uint32_t threads)
{
    const auto project = probenorm::sized<PnProjectOptions>();
    const auto light = probenorm::sized<PnLightOptions>();
    image::Image residual;
    const FoundLights found =
        findLights(openCpu(threads).get(), environment, project, light, environment.path, &residual);
    if (found.lights.count == 0)
        return;
    residual.warnings = std::move(environment.image.warnings);
    environment.image = std::move(residual);
}

std::string stepText(const Json& step)
{
    std::string text;
    for (const auto& [key, value] : step.items())
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", key,
                            value.is_string() ? value.get<std::string>() : value.dump());
    return text;
}

} // namespace

float Change::factor() const
{
    return scale * std::exp2(exposure);
}

Json Change::json(const Engine* engine) const
{
    Json json = Json::object();
    if (from != nullptr)
        json["from"] = from->name;
    if (maxRadiance != 0.0f)
        json["maxRadiance"] = maxRadiance;
    if (factor() != 1.0f)
        json["scale"] = factor();
    if (suns == Suns::Extract)
        json["suns"] = "extract";
    if (rotation)
        json["rotated"] = *rotation;
    if (engine != nullptr)
        json["for"] = engine->name;
    return json;
}

void EnvironmentOptions::addTo(CLI::App& app, bool hasScale)
{
    InputOptions::addTo(app);
    std::vector<std::string> names = engineNames();
    names.emplace_back("probenorm");
    addWord(app, "--from", names, "Engine whose axes a cubemap has (probenorm, or what its file says)",
            [this](std::size_t index) {
                change.from = findEngine(index < engineNames().size() ? engineNames()[index] : "");
                change.isOurs = change.from == nullptr;
            })
        .takes("ENGINE")
        .group("Environment");
    addParsed(
        app, "--fix",
        [this](const std::string& words) {
            change.fixes =
                findFixes(words, [](const std::string& reason) { refuseOption(fmt::format("--fix {}", reason)); });
        },
        fmt::format("What to fix first, with commas: some of {}", fixesText(~0u)))
        .takes("LIST")
        .group("Environment");
    addRotate(app, change.rotation).group("Environment");
    addFloat(app, "--max-radiance", change.maxRadiance, kLeastMaxRadiance, kMostMaxRadiance,
             "Clamp each channel's magnitude (no clamp)")
        .group("Environment");
    if (!hasScale)
        return;
    addFloat(app, "--scale", change.scale, -kMostScale, kMostScale, "Multiplies radiance (1)").group("Environment");
    addFloat(app, "--exposure", change.exposure, -kMostStops, kMostStops, "Multiplies radiance by 2^X, too (0)")
        .group("Environment");
}

Option addRotate(CLI::App& app, std::optional<Degrees>& rotation)
{
    const auto read = [&rotation](const std::string& text) { rotation = parseDegrees(text); };
    return addParsed(app, "--rotate", read, "Turns the environment by degrees about x, then y, then z").takes("X,Y,Z");
}

Option addSuns(CLI::App& app, Suns& suns, const std::string& help)
{
    return addChoice(app, "--suns", suns, {"keep", "extract"}, help).group("Environment");
}

image::Environment loadInOurAxes(const InputPath& input, const EnvironmentOptions& options,
                                 std::optional<std::uint32_t> packThreads)
{
    image::Environment environment = loadInput(input, options, packThreads);
    turnToOurs(environment, options.change, packThreads.value_or(1));
    fixFirst(environment, options.change.fixes, packThreads.value_or(1));
    return environment;
}

image::Environment loadChanged(const InputPath& input, const EnvironmentOptions& options, std::uint32_t threads)
{
    image::Environment environment = loadInput(input, options);
    turnToOurs(environment, options.change, threads);
    fixFirst(environment, options.change.fixes, threads);
    clampAndScale(environment.image, options.change);
    if (options.change.suns == Suns::Extract)
        takeSuns(environment, threads);
    if (options.change.rotation)
        image::turn(environment, inverseOf(rotationBy(*options.change.rotation)), threads);
    return environment;
}

void turnForEngine(std::vector<image::Image>& mips, const Engine* engine)
{
    if (engine == nullptr)
        return;
    for (image::Image& mip : mips)
        mip = image::turnFaces(mip, fileTurn(*engine));
}

void warnOfHistory(const image::Environment& environment, const Change& change, const Engine* engine, Console& console)
{
    const Json note = noteOf(environment);
    const auto warn = [&](const std::string& text) { console.warn(fmt::format("{}: {}", environment.path, text)); };
    const bool isCube = environment.kind == image::Kind::Cubemap;
    if (engine != nullptr && isCube && !change.isOurs && axesOf(environment, change) == nullptr)
        warn(fmt::format("taken as a cubemap in ProbeNorm's axes, and turned as a map is; one of {0}'s own needs "
                         "--from {0}",
                         engine->name));
    if (note.contains("for") && (change.isOurs || (change.from != nullptr && note["for"] != change.from->name)))
        warn(fmt::format("says that it was written for {}, and --from says otherwise", note["for"].dump()));
    const Json now = change.json();
    for (const Json& step : stepsOf(note))
        for (const char* key : {"rotated", "scale", "maxRadiance"})
            if (step.contains(key) && now.contains(key))
                warn(fmt::format("was written with {} {} before, and gets {} now", key, step[key].dump(),
                                 now[key].dump()));
}

void warnOfNormalized(const image::Environment& environment, Console& console)
{
    if (isNormalized(noteOf(environment)))
        console.warn(fmt::format("{}: is normalized: its texels are radiance over its own light", environment.path));
}

void warnOfPrefiltered(const image::Environment& environment, Console& console)
{
    const Json note = noteOf(environment);
    if (note.contains("prefilter") && !note["prefilter"].is_null())
        console.warn(fmt::format("{}: is prefiltered already; its first mip is taken, and no other", environment.path));
}

Json noteOf(const image::Environment& environment)
{
    if (environment.note.empty())
        return nullptr;
    try
    {
        Json note = parseJson(environment.note, environment.path);
        return note.is_object() ? note : Json(nullptr);
    }
    catch (const Failure&)
    {
        return nullptr;
    }
}

bool isNormalized(const Json& note)
{
    return note.contains("normalization") && !note["normalization"].is_null();
}

std::string noteText(const Json& before, Json step, const Json& more)
{
    Json note = before.is_object() ? before : Json::object();
    Json history = stepsOf(note);
    for (const char* key : {"for", "history", step.contains("rotated") ? "coefficients" : "version"})
        note.erase(key);
    note["version"] = versionText();
    if (step.contains("for"))
        note["for"] = step["for"];
    note.update(more);
    history.push_back(std::move(step));
    return boundedNote(note, history);
}

std::vector<std::string> historyOf(const Json& note)
{
    std::vector<std::string> lines;
    for (const Json& step : stepsOf(note))
        lines.push_back(printable(stepText(step)));
    return lines;
}

} // namespace pn::cli

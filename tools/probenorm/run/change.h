// What is done to an environment on its way from a file to a file, and what files say of it.
#pragma once

#include "run/input.h"
#include "sh/engine.h"
#include "support/console.h"
#include "support/json.h"

#include "image/texels/image.h"

#include <optional>
#include <string>
#include <vector>

namespace pn::cli {

// What becomes of suns and other small bright lights, as `probenorm lights` finds them: they stay in the texels, or are
// replaced by their surroundings.
enum class Suns
{
    Keep,
    Extract
};

// Texels are turned from the axes of from into ours, fixed, clamped, multiplied, freed of suns and rotated, in this
// order.
struct Change
{
    const Engine* from = nullptr; // whose axes a cubemap has; null: those that its file says, else ours
    bool isOurs = false;          // it has our axes, whatever its file says
    std::uint32_t fixes = 0;      // PN_FIX_*
    std::optional<Degrees> rotation;
    float scale = 1.0f;
    float exposure = 0.0f;
    float maxRadiance = 0.0f; // 0: no clamp
    Suns suns = Suns::Keep;

    float factor() const;
    bool isNothing() const
    {
        return !rotation && factor() == 1.0f && maxRadiance == 0.0f && fixes == 0 && suns == Suns::Keep;
    }

    // Keys for what is not the default, but for what is fixed, which the note of the environment says; for is the
    // engine that the result is written for, or null.
    Json json(const Engine* engine = nullptr) const;
};

// Options of every command that makes one environment, or something of it, of another.
struct EnvironmentOptions : InputOptions
{
    Change change;

    // hasScale: with --scale and --exposure.
    void addTo(CLI::App& app, bool hasScale = true);
};

Option addRotate(CLI::App& app, std::optional<Degrees>& rotation);
Option addSuns(CLI::App& app, Suns& suns, const std::string& help);

constexpr float kLeastMaxRadiance = 0x1p-14f;
constexpr float kMostMaxRadiance = 0x1p64f;
constexpr float kMostScale = 1e30f;
constexpr float kMostStops = 60.0f;

// Reads an environment into our axes, and fixes it.
image::Environment loadInOurAxes(const InputPath& input, const EnvironmentOptions& options,
                                 std::optional<std::uint32_t> packThreads = std::nullopt);

// Reads an environment, and does all that options say.
image::Environment loadChanged(const InputPath& input, const EnvironmentOptions& options, std::uint32_t threads = 0);

// A cubemap's mips in the axes in which the engine samples them; as they are where engine is null.
void turnForEngine(std::vector<image::Image>& mips, const Engine* engine);

// One line for each thing that was done before and is done again now, and for a cubemap whose axes nobody said.
void warnOfHistory(const image::Environment& environment, const Change& change, const Engine* engine, Console& console);

// The same for commands that take texels for radiance, or all mips for mips that they make anew.
void warnOfNormalized(const image::Environment& environment, Console& console);
void warnOfPrefiltered(const image::Environment& environment, Console& console);

// What a file of ours says of itself; null for other files.
Json noteOf(const image::Environment& environment);
bool isNormalized(const Json& note);

// The text for a file that is made of one with the note before: what that says, more in place of it, and this step.
std::string noteText(const Json& before, Json step, const Json& more = Json::object());

// One line for each step that a file says it was made by.
std::vector<std::string> historyOf(const Json& note);

} // namespace pn::cli

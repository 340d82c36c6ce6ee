#include "commands/command.h"
#include "run/change.h"
#include "run/input.h"
#include "run/output.h"
#include "support/text.h"

#include <fmt/format.h>

namespace pn::cli {
namespace {

struct InfoOptions
{
    std::string input;
    bool json = false;
    InputOptions inputOptions;
    MessageOptions messages;

    void addTo(CLI::App& app)
    {
        addText(app, "INPUT", input, "An HDR map, a cubemap, or a pattern; - is standard input").required();
        addJsonFormat(app, json, "Form of the result (text)");
        inputOptions.addTo(app);
        messages.addTo(app);
    }
};

std::string infoJson(const image::Environment& environment, const InputFacts& facts)
{
    Json json = inputJson(facts);
    json["format"] = formatName(storedFormat(environment.image));
    json["mips"] = environment.mipCount;
    if (const auto warnings = inputWarnings(environment, facts); !warnings.empty())
        json["warnings"] = warnings;
    json["mip"] = environment.mip;
    json["decoded"] = decodingText();
    if (!environment.harmonics.empty())
        json["sh"] = environment.harmonics;
    if (const Json note = noteOf(environment); !note.is_null())
        json["note"] = note;
    if (const std::optional<TexelPlace> bad = findBadTexel(environment))
        json["firstNonFinite"] = {{"face", bad->face}, {"x", bad->x}, {"y", bad->y}};
    return jsonText({{"probenorm", versionText()}, {"input", json}});
}

std::string infoText(const image::Environment& environment, const InputFacts& facts)
{
    std::string out = fmt::format("path        {}\n", printable(facts.path));
    out += fmt::format("layout      {}\n", shapeText(facts));
    out += fmt::format("format      {}\n", formatName(storedFormat(environment.image)));
    out += fmt::format("mips        {}{}\n", environment.mipCount,
                       environment.mipCount > 1 ? fmt::format(", this is {}", environment.mip) : "");
    out += fmt::format("decoded     {}\n", decodingText());
    out += fmt::format("texels      {}\n", facts.texels);
    out += fmt::format("range       {} to {}\n", floatText(facts.min), floatText(facts.max));
    out += fmt::format("negative    {}\n", facts.negative);
    out += fmt::format("non-finite  {}", facts.nonFinite);
    if (const std::optional<TexelPlace> bad = findBadTexel(environment))
        out += fmt::format(", the first at {}", placeText(environment.kind, *bad));
    out += "\n";
    if (!environment.harmonics.empty())
        out += fmt::format("sh          coefficients of cmgen: compare and convert take them from this file\n");
    const Json note = noteOf(environment);
    for (const std::string& step : historyOf(note))
        out += fmt::format("history     {}\n", step);
    for (const char* key : {"prefilter", "normalization"})
        if (note.contains(key) && !note[key].is_null())
            out += fmt::format("{:<15} {}\n", key, printable(note[key].dump()));
    for (const std::string& warning : inputWarnings(environment, facts))
        out += fmt::format("warning     {}\n", printable(warning));
    return out;
}

Exit run(InfoOptions& options, Console&)
{
    const image::Environment environment = loadInput(options.input, options.inputOptions);
    const InputFacts facts = describe(environment);
    writeOutput("-", options.json ? infoJson(environment, facts) : infoText(environment, facts));
    return Exit::Success;
}

} // namespace

const Command kInfoCommand{
    .name = "info",
    .summary = "Say what an input holds: layout, format, size, range, bad texels",
    .manual = R"(Reads the whole input, so that what it says of the texels holds.

  probenorm info sky.exr
  probenorm info probe.ktx2 --mip 2 --format json)",
    .add = addCommand<InfoOptions, run>,
};

} // namespace pn::cli

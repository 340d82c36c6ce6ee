#include "commands/command.h"
#include "run/compare.h"
#include "run/input.h"
#include "run/output.h"
#include "sh/sh_read.h"
#include "support/failure.h"
#include "support/text.h"

#include <fmt/format.h>

#include <array>
#include <limits>

namespace pn::cli {
namespace {

struct CompareOptions
{
    std::string a;
    std::string b;
    float tolerance = 0.0f;
    bool json = false;
    TextConvention from;
    InputOptions input;
    MessageOptions messages;

    void addTo(CLI::App& app)
    {
        addText(app, "A", a, "Coefficients (.json, .txt) or an environment (any other file)").required();
        addText(app, "B", b, "What to compare it with, of the same kind").required();
        addFloat(app, "--tolerance", tolerance, 0.0f, std::numeric_limits<float>::max(),
                 "Most that is not called different: of `relative`, or of `relative MSE` for environments (0)");
        addJsonFormat(app, json, "Form of the result (text)");
        from.addTo(app);
        input.addTo(app);
        messages.addTo(app);
    }
};

// The numbers that are printed, and that decide the exit code.
struct Verdict
{
    bool isWithin = true;
    Json json = Json::object();
    std::string text;
};

bool isCoefficients(const std::string& path)
{
    const std::string name = lowerCase(path);
    return name.ends_with(".json") || name.ends_with(".txt") || name == "-";
}

// Coefficients beside a KTX file mean those that the file stores.
bool areCoefficients(const CompareOptions& options)
{
    const auto mayBe = [](const std::string& path) {
        return isCoefficients(path) || lowerCase(path).ends_with(".ktx");
    };
    return (isCoefficients(options.a) || isCoefficients(options.b)) && mayBe(options.a) && mayBe(options.b);
}

const char* verdictText(bool isWithin, float tolerance)
{
    if (!isWithin)
        return "differs";
    return tolerance > 0.0f ? "within the tolerance" : "equal";
}

std::string coefficientName(const ShDifference& difference)
{
    ShSet canonical;
    return fmt::format("{} {}", rowName(canonical, difference.worstIndex), "rgb"[difference.worstChannel]);
}

void addSet(Verdict& verdict, const ShDifference& difference, float tolerance)
{
    verdict.isWithin = verdict.isWithin && difference.relative <= double{tolerance};
    verdict.json["sets"].push_back({{"maxAbs", static_cast<float>(difference.maxAbs)},
                                    {"worst", coefficientName(difference)},
                                    {"relative", static_cast<float>(difference.relative)},
                                    {"rms", static_cast<float>(difference.rms)},
                                    {"irradiance", static_cast<float>(difference.irradiance)}});
    const std::string worst = difference.maxAbs > 0.0 ? fmt::format(", at {}", coefficientName(difference)) : "";
    verdict.text += fmt::format("max abs       {:.6g}{}\n"
                                "relative      {:.6g} of L00\n"
                                "rms           {:.6g}\n"
                                "irradiance    {:.6g} of the average\n",
                                difference.maxAbs, worst, difference.relative, difference.rms, difference.irradiance);
}

Verdict compareFiles(const CompareOptions& options, Console& console)
{
    const std::array files = {readShFile(options.a, options.from), readShFile(options.b, options.from)};
    const auto& [a, b] = files;
    requireText(files, options.from);
    warnOfGuess(a, options.a, console);
    warnOfGuess(b, options.b, console);
    if (a.sets.size() != b.sets.size())
        throw Failure(Exit::InvalidInput, fmt::format("{}: cannot be compared with {}: {} and {} sets", options.a,
                                                      options.b, a.sets.size(), b.sets.size()));
    Verdict verdict;
    verdict.json = {{"kind", "coefficients"}, {"sets", Json::array()}};
    for (std::size_t i = 0; i < a.sets.size(); ++i)
    {
        if (a.sets.size() > 1)
            verdict.text += fmt::format("set           {}\n", i);
        addSet(verdict, compareSh(a.sets[i].sh, b.sets[i].sh), options.tolerance);
    }
    return verdict;
}

Verdict compareEnvironments(const CompareOptions& options)
{
    requireText({}, options.from);
    const image::Environment a = loadInput(options.a, options.input);
    const image::Environment b = loadInput(options.b, options.input);
    const ImageDifference difference = compareImages(a, b);
    Verdict verdict;
    verdict.isWithin = difference.nonFiniteTexels == 0 && difference.relativeMse <= double{options.tolerance};
    verdict.json = {{"kind", "environments"},
                    {"maxAbs", static_cast<float>(difference.maxAbs)},
                    {"worst", {{"face", difference.worst.face}, {"x", difference.worst.x}, {"y", difference.worst.y}}},
                    {"rms", static_cast<float>(difference.rms)},
                    {"relativeMse", static_cast<float>(difference.relativeMse)},
                    {"nonFiniteTexels", difference.nonFiniteTexels}};
    const std::string worst =
        difference.maxAbs > 0.0 ? fmt::format(", at {}", placeText(a.kind, difference.worst)) : "";
    verdict.text = fmt::format("max abs       {:.6g}{}\n"
                               "rms           {:.6g}\n"
                               "relative MSE  {:.6g}\n"
                               "non-finite    {} {}\n",
                               difference.maxAbs, worst, difference.rms, difference.relativeMse,
                               counted(difference.nonFiniteTexels, "texel"),
                               difference.nonFiniteTexels == 1 ? "differs" : "differ");
    return verdict;
}

std::string verdictJson(const CompareOptions& options, const Verdict& verdict)
{
    Json json = {{"probenorm", versionText()}, {"a", options.a}, {"b", options.b}};
    json.update(verdict.json);
    json["tolerance"] = options.tolerance;
    json["within"] = verdict.isWithin;
    return jsonText(json);
}

Exit run(CompareOptions& options, Console& console)
{
    const bool isSh = areCoefficients(options);
    if (!isSh && isCoefficients(options.a) != isCoefficients(options.b))
        throw Failure(Exit::CommandLine,
                      fmt::format("{} and {}: one holds coefficients, the other an environment", options.a, options.b));
    const Verdict verdict = isSh ? compareFiles(options, console) : compareEnvironments(options);
    const std::string text =
        verdict.text + fmt::format("result        {}\n", verdictText(verdict.isWithin, options.tolerance));
    writeOutput("-", options.json ? verdictJson(options, verdict) : text);
    return verdict.isWithin ? Exit::Success : Exit::CompareDiffers;
}

} // namespace

const Command kCompareCommand{
    .name = "compare",
    .summary = "Tell how far two sets of coefficients, or two environments, are apart",
    .manual = R"(Exit code 0 when A and B are within the tolerance, 1 when they differ, 2 for a wrong command line or a
file that cannot be read, and the usual ones else. Coefficients are brought to the canonical convention and to the
cubemap's own axes first, so that files of two conventions can be compared. Environments must have one shape.

  probenorm compare before.json after.json
  probenorm compare a.exr b.hdr --tolerance 1e-4
  probenorm compare skybox_ibl.ktx sky.json        what cmgen stored in the KTX file, and what project found)",
    .add = addCommand<CompareOptions, run>,
    .wrongCommandLine = Exit::CompareCommandLine,
};

} // namespace pn::cli

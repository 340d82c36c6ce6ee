#pragma once

#include "run/input.h"
#include "sh/engine.h"
#include "sh/result.h"
#include "sh/rotation.h"
#include "sh/window.h"
#include "support/options.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pn::cli {

// Where coefficients go, and in which form: -o and --format.
struct OutputOptions
{
    std::string path = "-";
    std::optional<ResultFormat> format; // by the file's name when empty
    bool overwrite = false;

    void addTo(CLI::App& app);

    ResultFormat chosenFormat() const;

    // Throws Failure{CommandLine} where neither --format nor the name says the form.
    void requireKnownEnding() const;

    // path has {}, for which each result's name stands in.
    bool isOneFileEach() const;
};

// What becomes of coefficients on their way out: --convention, --axes, --for and --window.
struct FormOptions
{
    PnConvention convention = PN_CONVENTION_CANONICAL;
    PnAxes axes = PN_AXES_KEEP;
    EngineOption engine;
    WindowOption window;

    void addTo(CLI::App& app);

    // The result of sh, which is rotated first. about is for messages only.
    ShResult resultOf(PnSh sh, const std::optional<Degrees>& rotation, const std::string& about) const;
};

// --overwrite of a command whose output may be its input.
Option addOverwrite(CLI::App& app, bool& overwrite);

// Throws Failure{FileIo} where one of outputs is one of inputs: the same object of the file system, under whatever
// name.
void requireNotInput(const std::vector<std::string>& outputs, const std::vector<std::string>& inputs);

// Writes what a command found, unless Ctrl-C was pressed meanwhile. "-" is standard output.
void writeOutput(const std::string& path, std::string_view bytes);

// Makes the folder that the file will lie in.
void makeFolderOf(const std::string& path);

// The name of each result's own file. Throws Failure{CommandLine} when two are alike.
std::vector<std::string> outputPaths(const OutputOptions& options, std::span<const std::string> names);

// The file of each input of a command that writes one for each. Throws Failure{CommandLine} where several inputs have
// one file.
std::vector<std::string> pathsForEach(const OutputOptions& options, const std::vector<InputPath>& inputs);

// What a command prints of one file after the other: text at once, and JSON with the last one, as an array where there
// are several.
class EachReport
{
public:
    EachReport(bool isJson, bool isQuiet, std::size_t count) : m_isJson(isJson), m_isQuiet(isQuiet), m_count(count) {}

    // What to print once the file is there. It is made before the file is: that takes memory.
    std::string next(Json json, std::string text);

private:
    bool m_isJson;
    bool m_isQuiet;
    std::size_t m_count;
    Json m_reports = Json::array();
};

// Writes all results, each file whole or not at all, and none if one of them cannot be formatted or would replace one
// of inputs. They are destroyed before anything is written: destroying a JSON value takes memory, and a lack of it must
// not follow a written file.
void writeResults(const OutputOptions& options, std::vector<ShResult> results, bool asArray,
                  const std::vector<std::string>& inputs);

} // namespace pn::cli

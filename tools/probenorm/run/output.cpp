#include "run/output.h"

#include "support/failure.h"
#include "support/interrupt.h"
#include "support/options.h"
#include "support/text.h"

#include "image/files/output_file.h"

#include <fmt/format.h>

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <utility>

namespace pn::cli {
namespace {

constexpr std::string_view kPlaceholder = "{}";

std::string replaced(std::string path, const std::string& name)
{
    for (std::size_t at = 0; (at = path.find(kPlaceholder, at)) != std::string::npos; at += name.size())
        path.replace(at, kPlaceholder.size(), name);
    return path;
}

// A regular file's place in the file system.
using FileId = std::pair<dev_t, ino_t>;

std::optional<FileId> findFile(const std::string& path)
{
    struct stat status = {};
    const bool isFile = stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
    return isFile ? std::optional(FileId(status.st_dev, status.st_ino)) : std::nullopt;
}

} // namespace

void OutputOptions::addTo(CLI::App& app)
{
    addText(app, "-o,--output", path, "File for the result; {} in the name gives one file an input (stdout)")
        .takes("FILE");
    addWord(app, "--format", {"text", "json", "c", "hlsl"}, "Form of the result (by the name of FILE, else text)",
            [this](std::size_t index) { format = static_cast<ResultFormat>(index); });
    addOverwrite(app, overwrite);
}

ResultFormat OutputOptions::chosenFormat() const
{
    if (format)
        return *format;
    if (path.ends_with(".json"))
        return ResultFormat::JsonText;
    if (path.ends_with(".h") || path.ends_with(".c"))
        return ResultFormat::C;
    return path.ends_with(".hlsl") || path.ends_with(".hlsli") ? ResultFormat::Hlsl : ResultFormat::Text;
}

void OutputOptions::requireKnownEnding() const
{
    const std::string name = path.substr(path.rfind('/') + 1);
    const std::string ending = name == "." || name == ".." ? "" : name.substr(std::min(name.rfind('.'), name.size()));
    constexpr std::array kEndings = {"", ".txt", ".json", ".h", ".c", ".hlsl", ".hlsli"};
    if (!format && std::find(kEndings.begin(), kEndings.end(), ending) == kEndings.end())
        throw Failure(Exit::CommandLine,
                      fmt::format("--output must end in .txt, .json, .h, .c, .hlsl or .hlsli, or --format be given, "
                                  "found {}",
                                  path));
}

bool OutputOptions::isOneFileEach() const
{
    return path.find(kPlaceholder) != std::string::npos;
}

void FormOptions::addTo(CLI::App& app)
{
    const Option conventionOption =
        addChoice(app, "--convention", convention, conventionNames(), "Order, sign, scale and packing (canonical)");
    const Option axesOption =
        addChoice(app, "--axes", axes, axesNames(), "Axes of the receiving engine (keep: those of the cubemap)");
    engine.addTo(app, convention).excludes(conventionOption).excludes(axesOption);
    const auto readWindow = [this](const std::string& text) { window = parseWindow(text); };
    addParsed(app, "--window", readWindow,
              "Weights of the bands: none, auto, hann:W, lanczos:W, sinc4:W or gauss:W (none)")
        .takes("NAME[:W]");
}

ShResult FormOptions::resultOf(PnSh sh, const std::optional<Degrees>& rotation, const std::string& about) const
{
    if (rotation)
        rotateSh(sh, rotationBy(*rotation), about);
    const Json dering = window.applyTo(sh);
    ShResult result = makeResult(sh, convention, engine.viewOf(axes), window.name);
    result.engine = engine.name();
    result.dering = dering;
    return result;
}

Option addOverwrite(CLI::App& app, bool& overwrite)
{
    return addFlag(app, "--overwrite", overwrite, "Replace FILE even where it is the input");
}

void requireNotInput(const std::vector<std::string>& outputs, const std::vector<std::string>& inputs)
{
    std::set<FileId> read;
    for (const std::string& input : inputs)
        if (const auto id = findFile(input == "-" ? "/dev/stdin" : input))
            read.insert(*id);
    for (const std::string& output : outputs)
        if (const auto id = findFile(output); output != "-" && id && read.contains(*id))
            throw Failure(Exit::FileIo, fmt::format("{}: is the input; --overwrite replaces it", output));
}

void writeOutput(const std::string& path, std::string_view bytes)
{
    throwIfInterrupted();
    image::writeFile(image::followLinks(path), bytes);
}

void makeFolderOf(const std::string& path)
{
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    std::error_code error;
    if (!folder.empty())
        std::filesystem::create_directories(folder, error);
    if (error)
        throw Failure(Exit::FileIo, fmt::format("{}: cannot make the folder: {}", path, error.message()));
}

std::vector<std::string> outputPaths(const OutputOptions& options, std::span<const std::string> names)
{
    std::vector<std::string> paths;
    std::set<std::string> used;
    for (const std::string& name : names)
    {
        paths.push_back(replaced(options.path, name));
        if (!used.insert(paths.back()).second)
            throw Failure(Exit::CommandLine,
                          fmt::format("-o {}: two inputs would be written to {}", options.path, paths.back()));
    }
    return paths;
}

std::vector<std::string> pathsForEach(const OutputOptions& options, const std::vector<InputPath>& inputs)
{
    if (inputs.size() > 1 && !options.isOneFileEach())
        throw Failure(Exit::CommandLine,
                      fmt::format("--output must have {{}} for the name of each of {} inputs, found {}", inputs.size(),
                                  options.path));
    std::vector<std::string> names;
    for (const InputPath& input : inputs)
        names.push_back(stemOf(input.name()));
    return outputPaths(options, names);
}

std::string EachReport::next(Json json, std::string text)
{
    if (!m_isJson)
        return m_isQuiet ? "" : std::move(text);
    m_reports.push_back(std::move(json));
    if (m_reports.size() < m_count)
        return "";
    return jsonText(m_count > 1 ? m_reports : m_reports.front());
}

void writeResults(const OutputOptions& options, std::vector<ShResult> results, bool asArray,
                  const std::vector<std::string>& inputs)
{
    const ResultFormat format = options.chosenFormat();
    const bool isOneFileEach = options.isOneFileEach();
    std::vector<std::string> names;
    for (const ShResult& result : results)
        names.push_back(result.name);
    const std::vector<std::string> paths =
        isOneFileEach ? outputPaths(options, names) : std::vector<std::string>{options.path};
    if (!options.overwrite)
        requireNotInput(paths, inputs);
    std::vector<std::string> texts; // all of them first: a result that cannot be formatted must leave no file
    for (std::size_t i = 0; i < paths.size(); ++i)
        texts.push_back(isOneFileEach ? formatResults({&results[i], 1}, format, false)
                                      : formatResults(results, format, asArray));
    results.clear();
    throwIfInterrupted();
    for (std::size_t i = 0; i < paths.size(); ++i)
    {
        if (isOneFileEach)
            makeFolderOf(paths[i]);
        image::writeFile(image::followLinks(paths[i]), texts[i]);
    }
}

} // namespace pn::cli

#include "export.h"
#include "study.h"
#include "tables.h"

#include <CLI/CLI.hpp>

#include <chrono>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <string>

namespace {

constexpr const char* kAbout =
    "Reflection probes in places they were not captured at: as they are, normalized by every formula, and path traced.";
constexpr const char* kFooter = "Exit codes: 0 success, 1 command line or a failure, 2 --check found that a claim of "
                                "the study does not hold.";
constexpr int kExitFailure = 1;
constexpr int kExitCheck = 2;

struct Options
{
    scene::RenderSettings render;
    std::vector<std::string> scenes;
    std::string output = "study";
    bool isSmall = false;
    bool hasStills = false;
    bool isCheck = false;
    int exitCode = 0;
};

// With --small: seconds instead of an hour, and noisy.
scene::RenderSettings settingsOf(const Options& options)
{
    scene::RenderSettings settings = options.render;
    if (!options.isSmall)
        return settings;
    settings.width = 48;
    settings.paths = 16;
    settings.probeSize = 32;
    settings.probePaths = 16;
    settings.lightProbeSize = 4;
    settings.lightProbePaths = 16;
    return settings;
}

void report(const std::string& message)
{
    static const auto start = std::chrono::steady_clock::now();
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    std::fprintf(stderr, "%6.1f s  %s\n", elapsed.count(), message.c_str());
}

void write(const std::filesystem::path& path, const std::string& text)
{
    std::ofstream file(path, std::ios::binary);
    if (!(file << text).flush())
        throw std::runtime_error(path.string() + ": cannot be written");
}

std::vector<std::filesystem::path> filesOf(const Options& options)
{
    if (options.scenes.empty())
        return scene::filesIn(PN_SCENE_FOLDER, ".json");
    return {options.scenes.begin(), options.scenes.end()};
}

void check(Options& options, const std::vector<scene::ViewScores>& scores)
{
    for (const std::string& failure : scene::findFailures(scores))
    {
        std::fprintf(stderr, "does not hold: %s\n", failure.c_str());
        options.exitCode = kExitCheck;
    }
}

void study(Options& options)
{
    const std::filesystem::path output = options.output;
    const std::vector<scene::ViewScores> scores =
        scene::runStudy(filesOf(options), settingsOf(options), output / "views", report);
    write(output / "report.md", scene::allTables(scores));
    write(output / "scores.csv", scene::scoresAsCsv(scores));
    std::fputs(scene::summaryTable(scores).c_str(), stdout);
    if (options.isCheck)
        check(options, scores);
}

// Each scene into a folder of its name.
void exportAll(const Options& options)
{
    for (const std::filesystem::path& file : filesOf(options))
        scene::exportScene(file, settingsOf(options), options.hasStills,
                           std::filesystem::path(options.output) / file.stem(), report);
}

void addRenderOptions(CLI::App& app, Options& options)
{
    scene::RenderSettings& settings = options.render;
    app.add_option("scenes", options.scenes, "Scene files (the twelve that are shipped)")->type_name("FILE");
    app.add_option("--size", settings.width, "Width of a picture in pixels (160)")->check(CLI::Range(32, 4096));
    app.add_option("--paths", settings.paths, "Paths of each pixel, times the scene's effort (128)")
        ->check(CLI::Range(2, 1 << 20));
    app.add_option("--mirrors", settings.mirrorEffort, "How many times as many for metal up to a roughness of 0.3 (1)")
        ->check(CLI::Range(1, 1024));
    app.add_option("--kept", settings.kept,
                   "Folder for what paths found; what is there is not traced again. Empty it when scenes change")
        ->type_name("DIR");
    app.add_option("--threads", settings.threadCount, "Threads (2)")->check(CLI::Range(1, 1024));
    app.add_flag("--small", options.isSmall, "Small pictures and few paths, in seconds; for tests");
}

void addCommands(CLI::App& app, Options& options)
{
    CLI::App& all = *app.add_subcommand("study", "Render scenes, score all formulas, write tables and pictures");
    addRenderOptions(all, options);
    all.add_flag("--check", options.isCheck, "Fail where normalization does not do what the study shows");
    all.add_option("--output", options.output, "Folder for all that is written (study)")->type_name("DIR");
    all.callback([&options] { study(options); });

    CLI::App& files = *app.add_subcommand("export", "Write captures and a manifest for `probenorm bake`");
    addRenderOptions(files, options);
    files.add_option("--output", options.output, "Folder for a folder of each scene (study)")->type_name("DIR");
    files.add_flag("--stills", options.hasStills, "Also each view path traced, as a picture");
    files.callback([&options] { exportAll(options); });
}

} // namespace

int main(int argc, char** argv)
{
    CLI::App app(kAbout, "scene");
    app.footer(kFooter);
    app.require_subcommand(1);
    Options options;
    addCommands(app, options);
    try
    {
        app.parse(argc, argv);
        return options.exitCode;
    }
    catch (const CLI::ParseError& error)
    {
        return app.exit(error) == 0 ? 0 : kExitFailure;
    }
    catch (const std::exception& error)
    {
        std::fprintf(stderr, "scene: %s\n", error.what());
        return kExitFailure;
    }
}

#include "experiment.h"
#include "report.h"

#include <CLI/CLI.hpp>

#include <chrono>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>

namespace {

constexpr const char* kAbout =
    "A reflection probe of a bright room, seen in a dark one: as it is, normalized by ProbeNorm, and path traced.\n"
    "Prints the errors against the truth, and writes the pictures.";
constexpr const char* kFooter = "Exit codes: 0 success, 1 command line or a failure, 2 --check found that a claim of "
                                "the scene does not hold.";
constexpr int kExitFailure = 1;
constexpr int kExitCheck = 2;

struct Options
{
    scene::Settings settings;
    bool isSmall = false;
    bool isJson = false;
    bool isCheck = false;
};

// Seconds instead of minutes.
scene::Settings smallSettings(scene::Settings settings)
{
    settings.width = 96;
    settings.samples = 16;
    settings.probeSize = 64;
    settings.probeSamples = 32;
    settings.lightProbeSize = 8;
    settings.lightProbeSamples = 16;
    return settings;
}

// CLI11's convention: what is wrong, or nothing.
std::string checkDevice(const std::string& value)
{
    const std::string prefix = "vulkan:";
    const bool isIndexed = value.size() > prefix.size() && value.size() <= prefix.size() + 4 &&
                           value.compare(0, prefix.size(), prefix) == 0 &&
                           value.find_first_not_of("0123456789", prefix.size()) == std::string::npos;
    if (value == "auto" || value == "cpu" || value == "vulkan" || isIndexed)
        return {};
    return "must be auto, cpu, vulkan or vulkan:INDEX, found " + value;
}

void addOptions(CLI::App& app, Options& options)
{
    scene::Settings& settings = options.settings;
    app.add_option("--size", settings.width, "Width of a picture in pixels (320)")->check(CLI::Range(32, 4096));
    app.add_option("--samples", settings.samples, "Paths of each subpixel, four of which are a pixel (64)")
        ->check(CLI::Range(2, 1 << 20));
    app.add_flag("--small", options.isSmall, "Small pictures and few samples, in seconds; for tests");
    app.add_option("--output", settings.output, "Folder for the pictures; none are written without it")
        ->type_name("DIR");
    app.add_option("--device", settings.device, "Where ProbeNorm runs (auto: the first reproducible GPU, else cpu)")
        ->type_name("auto|cpu|vulkan|vulkan:INDEX")
        ->check(checkDevice);
    app.add_option("--threads", settings.threadCount, "Threads that trace paths (2)")->check(CLI::Range(1, 1024));
    app.add_flag_callback(
        "--box", [&settings] { settings.projection = scene::Projection::Box; },
        "Correct the probe's parallax for the bright room's box (infinitely far)");
    app.add_flag("--json", options.isJson, "JSON instead of a table on stdout");
    app.add_flag("--check", options.isCheck, "Fail where normalization does not do what the scene shows");
}

int run(const Options& options)
{
    const auto start = std::chrono::steady_clock::now();
    const auto progress = [&](const std::string& message) {
        const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
        std::fprintf(stderr, "%6.1f s  %s\n", elapsed.count(), message.c_str());
    };
    const scene::Settings settings = options.isSmall ? smallSettings(options.settings) : options.settings;
    if (!settings.output.empty())
        std::filesystem::create_directories(settings.output);
    const scene::Results results = scene::runExperiment(settings, progress);
    progress("done");
    std::fputs((options.isJson ? jsonText(results) : tableText(results)).c_str(), stdout);

    const std::vector<std::string> failures = options.isCheck ? findFailures(results) : std::vector<std::string>();
    for (const std::string& failure : failures)
        std::fprintf(stderr, "does not hold: %s\n", failure.c_str());
    return failures.empty() ? 0 : kExitCheck;
}

} // namespace

int main(int argc, char** argv)
{
    CLI::App app(kAbout, "scene");
    app.footer(kFooter);
    Options options;
    addOptions(app, options);
    try
    {
        app.parse(argc, argv);
        return run(options);
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

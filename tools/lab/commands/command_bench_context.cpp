#include "commands/command.h"
#include "lab/commands/bench_options.h"
#include "run/device.h"
#include "run/output.h"
#include "support/json.h"
#include "support/text.h"

#include "lab/bench/bench.h"
#include "lab/bench/statistics.h"

#include <fmt/format.h>

#include <memory>

namespace pn::cli {
namespace {

struct BenchContextOptions : BenchOptions
{
    DeviceOptions device;
    MessageOptions messages;

    void addTo(CLI::App& app)
    {
        BenchOptions::addTo(app);
        device.addTo(app);
        messages.addTo(app);
    }
};

// The first run, which meets a driver that has not been used yet, and the others.
struct ContextStep
{
    const char* name;
    double first, median, slowest;
};

std::vector<ContextStep> contextSteps(const std::vector<bench::ContextTimes>& runs)
{
    const auto step = [&](const char* name, double bench::ContextTimes::*time) {
        std::vector<double> times;
        for (const bench::ContextTimes& run : runs)
            times.push_back(run.*time);
        const bench::Spread all = bench::spread(times);
        return ContextStep{name, runs.front().*time, all.median, all.slowest};
    };
    return {step("create", &bench::ContextTimes::create),
            step("firstProjection", &bench::ContextTimes::firstProjection),
            step("nextProjection", &bench::ContextTimes::nextProjection)};
}

std::string contextText(const std::string& device, const std::vector<ContextStep>& steps)
{
    std::string out = fmt::format("{}\n{:<16} {:>10} {:>10} {:>10}\n", device, "ms", "first", "median", "slowest");
    for (const ContextStep& step : steps)
        out += fmt::format("{:<16} {:>10.3f} {:>10.3f} {:>10.3f}\n", step.name, step.first * 1e3, step.median * 1e3,
                           step.slowest * 1e3);
    return out;
}

std::string contextJson(const std::string& device, const std::vector<ContextStep>& steps, std::uint32_t runs)
{
    Json seconds;
    for (const ContextStep& step : steps)
        seconds[step.name] = {{"first", step.first}, {"median", step.median}, {"slowest", step.slowest}};
    return jsonText(
        {{"probenorm", versionText()}, {"bench", "context"}, {"device", device}, {"runs", runs}, {"seconds", seconds}});
}

Exit run(BenchContextOptions& options, Console& console)
{
    options.messages.applyTo(console);
    const PnContextInfo info = contextInfo(openContext(options.device, console).get());
    auto desc = probenorm::sized<PnContextDesc>();
    desc.backend = info.backend;
    desc.deviceIndex = info.deviceIndex;
    desc.threadCount = options.device.threads;
    const auto steps = contextSteps(bench::timeContexts(desc, options.runs, throwIfInterrupted));
    writeOutput("-", options.json ? contextJson(info.name, steps, options.runs) : contextText(info.name, steps));
    return Exit::Success;
}

std::function<Exit()> add(CLI::App& app, Console& console)
{
    const auto options = std::make_shared<BenchContextOptions>();
    options->addTo(app);
    return [options, &console] { return run(*options, console); };
}

constexpr const char* kManual =
    R"(Times what a caller waits for: making a context, projecting a first probe of 64^2 half floats, and a second.

  probenorm bench context --device vulkan)";

} // namespace

const Command kBenchContextCommand{
    "context",
    "Time what a caller waits for before its first coefficients",
    kManual,
    add,
};

} // namespace pn::cli

#include "lab/commands/algorithm_command.h"

#include "run/device.h"
#include "run/output.h"
#include "support/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace pn::cli {
namespace {

constexpr std::uint64_t kMostElements = 1u << 30; // what 4 GiB hold, the most that a binding addresses

} // namespace

void AlgorithmOptions::addTo(CLI::App& app, bench::Algorithm algorithm, const std::string& elements)
{
    BenchOptions::addTo(app);
    addParsed(
        app, "--elements", [this](const std::string& text) { readElements(text); },
        elements + ", such as 1000, 32M or 256M (32M; 1M on a software driver)")
        .takes("N");
    addParsed(
        app, "--variants", [this, algorithm](const std::string& text) { readVariants(algorithm, text); },
        "Rungs to climb (all)")
        .takes("NAME,...");
    device.addTo(app);
    messages.addTo(app);
}

void AlgorithmOptions::addOperator(CLI::App& app)
{
    addChoice(app, "--op", settings.op, lab::operatorNames(), "What to combine with (sum-uint)");
}

void AlgorithmOptions::readElements(const std::string& text)
{
    if (!parseBytes(text, settings.elements) || settings.elements == 0 || settings.elements > kMostElements)
        refuseOption(fmt::format("--elements must be in 1..{}, such as 1000 or 32M, found {}", kMostElements, text));
}

void AlgorithmOptions::readVariants(bench::Algorithm algorithm, const std::string& text)
{
    std::vector<std::string> names;
    for (const lab::AlgorithmRung& rung : bench::rungsOf(algorithm))
        names.emplace_back(rung.name);
    for (const std::string_view name : split(text, ','))
    {
        if (std::find(names.begin(), names.end(), name) == names.end())
            refuseOption(fmt::format("--variants must be some of {}, found {}", fmt::join(names, ", "), name));
        settings.variants.emplace_back(name);
    }
}

Exit runAlgorithm(bench::Algorithm algorithm, AlgorithmOptions& options, Console& console)
{
    options.messages.applyTo(console);
    const PnContextInfo info = contextInfo(openContext(options.device, console).get());
    if (info.backend != PN_BACKEND_VULKAN)
        throw Failure(Exit::CommandLine,
                      fmt::format("--device must name a Vulkan device here, found {}", options.device.device));
    options.settings.runs = options.runs;
    options.settings.onRung = BeginMeasurement(console, options.messages.progress);
    const bench::AlgorithmReport report = measureWithStatus(
        console, [&] { return bench::benchAlgorithm(algorithm, info.deviceIndex, options.settings); });
    writeOutput("-", options.json ? algorithmJson(report) : algorithmText(report));
    return Exit::Success;
}

} // namespace pn::cli

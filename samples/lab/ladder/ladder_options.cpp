#include "lab/ladder/ladder_options.h"

#include "support/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace pn::cli {
namespace {

constexpr std::uint64_t kMostElements = 1u << 30; // what 4 GiB hold, the most that a binding addresses

void readElements(const std::string& text, std::uint64_t& elements)
{
    if (!parseBytes(text, elements) || elements == 0 || elements > kMostElements)
        refuseOption(fmt::format("--elements must be in 1..{}, such as 1000 or 32M, found {}", kMostElements, text));
}

void readVariants(const std::string& text, const std::vector<std::string>& rungs, std::vector<std::string>& variants)
{
    for (const std::string_view name : split(text, ','))
    {
        if (std::find(rungs.begin(), rungs.end(), name) == rungs.end())
            refuseOption(fmt::format("--variants must be some of {}, found {}", fmt::join(rungs, ", "), name));
        variants.emplace_back(name);
    }
}

} // namespace

void LadderOptions::addTo(CLI::App& app, bench::LadderSettings& settings, const std::string& elements,
                          const std::vector<std::string>& rungs)
{
    addRuns(app);
    addParsed(
        app, "--elements", [&settings](const std::string& text) { readElements(text, settings.elements); },
        elements + ", such as 1000, 32M or 256M (32M; less on a software driver)")
        .takes("N");
    addParsed(
        app, "--variants",
        [&settings, rungs](const std::string& text) { readVariants(text, rungs, settings.variants); },
        "Rungs to climb (all)")
        .takes("NAME,...");
    addDevice(app);
    BenchOptions::addTo(app);
}

void LadderOptions::applyTo(bench::LadderSettings& settings, Console& console) const
{
    settings.runs = runs;
    settings.onRung = BeginMeasurement(console, messages.progress);
}

} // namespace pn::cli

#include "lab/commands/bench_options.h"

#include "run/input.h"
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

void BenchOptions::addTo(CLI::App& app)
{
    addJsonFormat(app, json, "Form of the result (text)");
    messages.addTo(app);
}

void BenchOptions::addDevice(CLI::App& app)
{
    device.addTo(app);
}

void BenchOptions::addRuns(CLI::App& app)
{
    addUint(app, "--runs", runs, 1, 10000, "Runs to take the median of (20)");
}

void ProbeOptions::addTo(CLI::App& app, const std::string& bytesHelp)
{
    addRuns(app);
    addUint(app, "--size", described.faceSize, 1, PN_MAX_FACE_SIZE, "Face size (a standard set of cases)");
    addUint(app, "--probes", described.probeCount, 1, 1u << 20, "Probes of that size (as many as fill --bytes)");
    std::vector<std::string> formats;
    for (PnFormat each = PN_FORMAT_RGBA32F; each <= PN_FORMAT_RGBA8_SRGB; ++each)
        formats.emplace_back(formatName(each));
    addWord(app, "--texels", formats, "Texel format, with --size (rgba16f)",
            [this](std::size_t index) { described.format = PnFormat(index + 1); });
    addBytes(app, "--bytes", bytes, bytesHelp);
    addDevice(app);
    BenchOptions::addTo(app);
}

std::vector<bench::ProbeCase> ProbeOptions::casesOr(const std::vector<bench::ProbeCase>& standard) const
{
    return described.faceSize != 0 ? std::vector{described} : standard;
}

bench::Settings ProbeOptions::settings(Console& console,
                                       std::function<std::string(const bench::ProbeCase&)> describe) const
{
    bench::Settings settings;
    settings.runs = runs;
    settings.bytes = bytes;
    settings.onCase = [begin = BeginMeasurement(console, messages.progress), describe](const bench::ProbeCase& what) {
        begin(describe(what));
    };
    return settings;
}

BenchRow probeRow(const bench::Measurement& row, const std::string& name)
{
    BenchRow out{.name = name,
                 .unsupported = row.unsupported,
                 .cells = {},
                 .json = {{"texels", formatName(row.what.format)}, {"faceSize", row.what.faceSize}}};
    if (!row.unsupported.empty())
        return out;
    out.cells = {{"probes", std::to_string(row.probeCount)},
                 {"probes/s", fmt::format("{:.0f}", row.probesPerSecond())}};
    out.json.update({{"probes", row.probeCount}, {"probesPerSecond", row.probesPerSecond()}});
    out.addSpeed(row.speed);
    return out;
}

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

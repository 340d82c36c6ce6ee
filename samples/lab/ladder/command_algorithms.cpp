// The commands of all ladders: one measurement, with options of its own for each algorithm.
#include "lab/ladder/command_algorithms.h"
#include "bench/bench_options.h"
#include "image/texels/convert.h"
#include "lab/ladder/algorithm_bench.h"
#include "run/input.h"
#include "support/text.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <memory>

namespace pn::cli {
namespace {

using bench::RungRow;
using lab::Algorithm;

constexpr std::uint64_t kMostElements = 1u << 30; // what 4 GiB hold, the most that a binding addresses
constexpr std::uint32_t kLeastBins = 256, kMostBins = 65536;
constexpr std::uint32_t kOneColour[] = {0x3d553155u, 0x3c002e10u}; // two half floats each

void readElements(const std::string& text, std::uint64_t& elements)
{
    if (!parseBytes(text, elements) || elements == 0 || elements > kMostElements)
        refuseOption(fmt::format("--elements must be in 1..{}, such as 1000 or 32M, found {}", kMostElements, text));
}

std::vector<std::uint32_t> readTexels(const std::string& path)
{
    const image::Environment environment = loadInput(path, InputOptions{});
    const image::Image halves = image::toHalf(environment.image);
    std::vector<std::uint32_t> words(std::size_t{2} * halves.width * halves.height);
    std::memcpy(words.data(), halves.row(0), words.size() * sizeof(words[0]));
    return words;
}

struct AlgorithmOptions : BenchOptions
{
    bench::AlgorithmSettings settings;
    float keptPercent = 1.0f;
    std::uint32_t bins = kLeastBins;

    void addTo(CLI::App& app, Algorithm algorithm)
    {
        const char* elements = algorithm == Algorithm::Histogram ? "Texels"
                               : algorithm == Algorithm::Reduce  ? "Elements of 4 bytes, or of 8 for sum-uint64"
                               : algorithm == Algorithm::Transpose
                                   ? "Elements of 4 bytes, of a matrix that is nearly square"
                                   : "Elements of 4 bytes";
        addRuns(app);
        addParsed(
            app, "--elements", [this](const std::string& text) { readElements(text, settings.elements); },
            fmt::format("{}, such as 1000, 32M or 256M (32M; less on a software driver)", elements))
            .takes("N");
        addDevice(app);
        BenchOptions::addTo(app);
        if (algorithm == Algorithm::Scan || algorithm == Algorithm::Segmented)
            addChoice(app, "--op", settings.op, lab::wordOperatorNames(), "What to add (sum-uint)");
        addOwn(app, algorithm);
    }

    // What the parser cannot check.
    void resolve()
    {
        settings.keptShare = double(keptPercent) / 100.0;
        if (!std::has_single_bit(bins))
            throw Failure(Exit::CommandLine, fmt::format("--bins must be a power of two, found {}", bins));
        settings.binBits = std::uint32_t(std::bit_width(bins) - 1);
        const std::string& input = settings.histogramInput;
        if (input == "random")
            return;
        settings.histogramWords = input == "flat"
                                      ? std::vector<std::uint32_t>(std::begin(kOneColour), std::end(kOneColour))
                                      : readTexels(input);
    }

private:
    void addOwn(CLI::App& app, Algorithm algorithm)
    {
        if (algorithm == Algorithm::Reduce)
            addReduce(app);
        else if (algorithm == Algorithm::Scan)
            addChoice(app, "--kind", settings.kind, {"inclusive", "exclusive"},
                      "Whether an element is in its own result");
        else if (algorithm == Algorithm::Compact)
            addFloat(app, "--keep", keptPercent, 0.0f, 100.0f, "Percentage of the elements that is kept (1)");
        else if (algorithm == Algorithm::Segmented)
            addChoice(app, "--lengths", settings.lengths, {"uniform", "log-uniform"},
                      "Lengths of segments, in 1 to 4096 (log-uniform)");
        else if (algorithm == Algorithm::Transpose)
            addUint(app, "--columns", settings.columns, 1, 1u << 20, "Columns of the matrix (nearly as many as rows)");
        else
            addHistogram(app);
    }

    void addReduce(CLI::App& app)
    {
        settings.op = lab::Operator::SumFloat;
        addChoice(app, "--op", settings.op, lab::operatorNames(), "What to reduce with (sum)");
    }

    void addHistogram(CLI::App& app)
    {
        addUint(app, "--bins", bins, kLeastBins, kMostBins, "Bins, a power of two, 256 to 65536 (256)");
        addText(app, "--input", settings.histogramInput,
                "Texels to count: random, flat (one colour), or those of an environment")
            .takes("random|flat|FILE");
    }
};

const char* yesNo(bool value)
{
    return value ? "yes" : "no";
}

void addResult(BenchRow& out, const RungRow& row)
{
    if (row.error)
    {
        out.cells.push_back({"error", *row.error == 0.0 ? "0" : fmt::format("{:.1e}", *row.error)});
        out.json["relativeError"] = *row.error;
        out.json["resultBits"] = fmt::format("{:0{}x}", row.bits, 8 * row.words);
    }
    else
    {
        out.cells.push_back({"right", yesNo(row.isRight)});
        out.json["isRight"] = row.isRight;
    }
    out.cells.push_back({"same", yesNo(row.sameBits)});
    out.json["sameBits"] = row.sameBits;
}

// Beside the speed of a rung its passes, and whether its results are right.
BenchRow benchRow(const RungRow& row)
{
    BenchRow out{.name = row.number != 0 ? fmt::format("{:>2} {}", row.number, row.name) : "   " + row.name,
                 .unsupported = row.unsupported,
                 .cells = {},
                 .json = {{"rung", row.name}}};
    if (row.number != 0)
        out.json["number"] = row.number;
    if (!row.isSupported())
        return out;
    out.cells.push_back({"passes", std::to_string(row.passes)});
    out.json["passes"] = row.passes;
    out.addSpeed(row.speed);
    addResult(out, row);
    return out;
}

BenchReport reportOf(const bench::AlgorithmReport& report)
{
    std::vector<BenchRow> rows;
    for (const RungRow& row : report.rows)
        rows.push_back(benchRow(row));
    return {.bench = report.bench,
            .what = fmt::format("{}, checked over {} elements", report.what, report.checkedElements),
            .rowTitle = " # rung",
            .limit = report.limit,
            .runs = report.runs,
            .settings = {{"elements", report.elements}, {"checkedElements", report.checkedElements}},
            .device = report.device,
            .driver = report.driver,
            .rows = rows};
}

Exit run(Algorithm algorithm, AlgorithmOptions& options, Console& console)
{
    options.resolve();
    options.messages.applyTo(console);
    const std::uint32_t device = vulkanIndex(options, console);
    options.settings.runs = options.runs;
    options.settings.onRung = options.onBegin(console);
    const bench::AlgorithmReport report =
        measureWithStatus(console, [&] { return bench::benchAlgorithm(algorithm, device, options.settings); });
    printReport(reportOf(report), options.json);
    return Exit::Success;
}

template <Algorithm algorithm>
std::function<Exit()> add(CLI::App& app, Console& console)
{
    const auto options = std::make_shared<AlgorithmOptions>();
    options->addTo(app, algorithm);
    return [options, &console] { return run(algorithm, *options, console); };
}

} // namespace

const Command kReduceCommand{
    .name = "reduce",
    .summary = "Climb the ladder of parallel reductions",
    .manual =
        R"(Climbs the ladder of parallel reductions, from the naive kernel to the memory limit: time, GB/s,
share of the speed at which the same memory can merely be read, relative error against a sum in double precision,
and whether ten runs gave the same bits. Elements are random, and each run has others than the one before.

  probenorm_lab reduce --device vulkan
  probenorm_lab reduce --device vulkan:0 --elements 768M --format json
  probenorm_lab reduce --op sum-uint64 --device vulkan)",
    .add = add<Algorithm::Reduce>,
};

const Command kScanCommand{
    .name = "scan",
    .summary = "Climb the ladder of parallel scans",
    .manual =
        R"(Climbs the ladder of prefix sums, from Hillis and Steele's to a single pass: time, GB/s of one read and one write per
element, and the share of the speed at which the same memory can merely be copied, found in the same run.

  probenorm_lab scan --device vulkan:0 --elements 256M
  probenorm_lab scan --op sum --kind exclusive)",
    .add = add<Algorithm::Scan>,
};

const Command kHistogramCommand{
    .name = "histogram",
    .summary = "Climb the ladder of histograms",
    .manual =
        R"(Climbs the ladder of histograms: global atomics, bins of each group in shared memory, in passes where it does not
hold all of them, several copies of these, and aggregation by subgroups. GB/s count each element read once; the share
is of the speed at which the same memory can merely be read, found in the same run.

  probenorm_lab histogram --device vulkan:0 --elements 256M --bins 4096
  probenorm_lab histogram --input flat
  probenorm_lab histogram --input forest.exr)",
    .add = add<Algorithm::Histogram>,
};

const Command kCompactCommand{
    .name = "compact",
    .summary = "Climb the ladder of compactions",
    .manual =
        R"(Climbs the ladder of compactions, which keep some elements without gaps and in order. GB/s count each element read
once and each kept one written once; the share is of the speed at which the same memory can merely be read, found in
the same run. The last row, bound, reads and counts as rung 4 does, and moves nothing.

  probenorm_lab compact --device vulkan:0 --elements 256M --keep 1)",
    .add = add<Algorithm::Compact>,
};

const Command kSegmentedCommand{
    .name = "segmented",
    .summary = "Climb the ladder of segmented sums",
    .manual =
        R"(Climbs the ladder of segmented sums: one result for each of many consecutive segments. GB/s count each element and
offset read once and each result written once; the share is of the speed at which the same memory can merely be read,
found in the same run.

  probenorm_lab segmented --device vulkan:0 --elements 512M --lengths uniform --op sum)",
    .add = add<Algorithm::Segmented>,
};

const Command kTransposeCommand{
    .name = "transpose",
    .summary = "Climb the ladder of transposes",
    .manual =
        R"(Climbs the ladder of matrix transposes. GB/s count each element read once and written once; the share is of the speed
at which the same memory can merely be copied, found in the same run. The last row, bound, moves the tiles of rung 4
without transposing them.

  probenorm_lab transpose --device vulkan:0 --elements 256M
  probenorm_lab transpose --device vulkan:0 --elements 268697600 --columns 16400)",
    .add = add<Algorithm::Transpose>,
};

} // namespace pn::cli

// The commands of all ladders: one measurement and one table, with options of its own for each algorithm.
#include "lab/measure/commands.h"
#include "bench/bench_options.h"
#include "image/texels/convert.h"
#include "lab/measure/bench.h"
#include "run/device.h"
#include "run/input.h"
#include "support/text.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>

namespace pn::cli {
namespace {

using bench::LabRow;
using lab::Algorithm;

constexpr std::uint64_t kMostElements = 1u << 30; // what 4 GiB hold, the most that a binding addresses
constexpr std::uint32_t kLeastGroup = 16, kMostGroup = 1024, kLeastBins = 256, kMostBins = 65536;
constexpr std::uint32_t kOneColour[] = {0x3d553155u, 0x3c002e10u}; // two half floats each

void readElements(const std::string& text, std::uint64_t& elements)
{
    if (!parseBytes(text, elements) || elements == 0 || elements > kMostElements)
        refuseOption(fmt::format("--elements must be in 1..{}, such as 1000 or 32M, found {}", kMostElements, text));
}

lab::Words readTexels(const std::string& path)
{
    const image::Environment environment = loadInput(path, InputOptions{});
    const image::Image halves = image::toHalf(environment.image);
    lab::Words words(std::size_t{2} * halves.width * halves.height);
    std::memcpy(words.data(), halves.row(0), words.size() * sizeof(words[0]));
    return words;
}

void requirePowerOfTwo(const char* option, std::uint32_t value)
{
    if (value != 0 && !std::has_single_bit(value))
        throw Failure(Exit::CommandLine, fmt::format("{} must be a power of two, found {}", option, value));
}

// What all ladders have.
struct LabOptions : BenchOptions
{
    bench::LabSettings settings;
    float keptPercent = 1.0f;
    std::uint32_t bins = kLeastBins;
    std::string texels = "random";

    void addBasics(CLI::App& app, Algorithm algorithm)
    {
        settings.algorithm = algorithm;
        addParsed(
            app, "--elements", [this](const std::string& text) { readElements(text, settings.elements); },
            "Elements, such as 1000, 4M, 10M or 768M (32M; less on a software driver)")
            .takes("N");
        BenchOptions::addTo(app);
        if (algorithm != Algorithm::Transpose)
            addUint(app, "--group", settings.groupSize, kLeastGroup, kMostGroup,
                    "Lanes of a group, a power of two, 16 to 1024 (what has been the fastest)");
    }

    void addOperator(CLI::App& app)
    {
        addChoice(app, "--op", settings.op.function, lab::functionNames(), "What to combine elements with (sum)");
        addChoice(app, "--type", settings.op.type, lab::typeNames(),
                  "Type of the elements; uint64 for reduce alone (float)");
    }

    // What the parser cannot check.
    void resolve()
    {
        requirePowerOfTwo("--group", settings.groupSize);
        requirePowerOfTwo("--bins", bins);
        if (!settings.op.exists())
            throw Failure(Exit::CommandLine,
                          fmt::format("there is no {}: floats have sum, product, min and max, uint64 has sum",
                                      nameOf(settings.op)));
        if (settings.op.type == lab::Type::Uint64 && settings.algorithm != Algorithm::Reduce)
            throw Failure(Exit::CommandLine, "--type uint64 is for reduce alone");
        settings.keptShare = double(keptPercent) / 100.0;
        settings.binBits = std::uint32_t(std::bit_width(bins) - 1);
        if (texels == "flat")
            settings.texels.assign(std::begin(kOneColour), std::end(kOneColour));
        else if (texels != "random")
            settings.texels = readTexels(texels);
        settings.texelsName = texels == "random" ? "random texels" : texels == "flat" ? "texels of one colour" : texels;
    }
};

struct ReduceOptions : LabOptions
{
    void addTo(CLI::App& app)
    {
        addBasics(app, Algorithm::Reduce);
        addOperator(app);
        addChoice(app, "--values", settings.values, {"random", "small-among-large"},
                  "Floats to add: of one order of magnitude, or one in 1024 a million times as large (random)");
    }
};

struct ScanOptions : LabOptions
{
    void addTo(CLI::App& app)
    {
        addBasics(app, Algorithm::Scan);
        addKind(app);
    }

    void addKind(CLI::App& app)
    {
        addOperator(app);
        settings.op.type = lab::Type::Uint;
        addFlag(app, "--exclusive", settings.isExclusive, "An element is not in its own result");
    }
};

struct SegmentedScanOptions : ScanOptions
{
    void addTo(CLI::App& app)
    {
        addBasics(app, Algorithm::SegmentedScan);
        addKind(app);
    }
};

struct HistogramOptions : LabOptions
{
    void addTo(CLI::App& app)
    {
        addBasics(app, Algorithm::Histogram);
        addUint(app, "--bins", bins, kLeastBins, kMostBins, "Bins, a power of two, 256 to 65536 (256)");
        addText(app, "--input", texels,
                "Texels to count: random, flat (one colour), or those of an environment (random)")
            .takes("random|flat|FILE");
    }
};

struct CompactOptions : LabOptions
{
    void addTo(CLI::App& app)
    {
        addBasics(app, Algorithm::Compact);
        addFloat(app, "--keep", keptPercent, 0.0f, 100.0f, "Percentage of the elements that is kept (1)");
        addFlag(app, "--mask", settings.isMasked, "By a separate mask, not by a threshold");
    }
};

struct SegmentedSumOptions : LabOptions
{
    void addTo(CLI::App& app)
    {
        addBasics(app, Algorithm::SegmentedSum);
        addOperator(app);
        addChoice(app, "--lengths", settings.lengths, {"uniform", "log-uniform"},
                  "Lengths of segments, in 1 to 4096 (log-uniform)");
    }
};

struct TransposeOptions : LabOptions
{
    void addTo(CLI::App& app)
    {
        addBasics(app, Algorithm::Transpose);
        addUint(app, "--columns", settings.columns, 1, 1u << 20, "Columns of the matrix (about as many as rows)");
    }
};

void addCell(BenchRow& out, const char* column, const char* key, const std::string& text, const Json& value)
{
    out.cells.push_back({column, text});
    out.json[key] = value;
}

BenchRow benchRow(const LabRow& row)
{
    BenchRow out{.name = row.number != 0 ? fmt::format("{:>2} {}", row.number, row.name) : "   " + row.name,
                 .unsupported = row.unsupported,
                 .cells = {},
                 .json = {{"rung", row.name}}};
    if (row.number != 0)
        out.json["number"] = row.number;
    if (!row.unsupported.empty())
        return out;
    if (row.passes != 0)
        addCell(out, "passes", "passes", std::to_string(row.passes), row.passes);
    if (row.speed.bytes != 0)
        out.addSpeed(row.speed);
    if (row.hostSeconds != 0)
        addCell(out, "to host", "hostSeconds", fmt::format("{:.3f}", row.hostSeconds * 1e3), row.hostSeconds);
    if (row.work.steps != 0)
    {
        addCell(out, "additions", "additions", std::to_string(row.work.additions), row.work.additions);
        addCell(out, "steps", "steps", std::to_string(row.work.steps), row.work.steps);
    }
    addCell(out, "error", "error", row.error == 0.0 ? "0" : fmt::format("{:.1e}", row.error), row.error);
    if (row.sameBits)
        addCell(out, "same", "sameBits", *row.sameBits ? "yes" : "no", *row.sameBits);
    if (!row.note.empty())
        addCell(out, "note", "note", row.note, row.note);
    return out;
}

// The index of a Vulkan device. Throws Failure where the options name another one.
std::uint32_t vulkanIndex(const BenchOptions& options, Console& console)
{
    const PnContextInfo info = contextInfo(openContext(options.device, console).get());
    if (info.backend != PN_BACKEND_VULKAN)
        throw Failure(Exit::CommandLine,
                      fmt::format("--device must name a Vulkan device here, found {}", options.device.device));
    return info.deviceIndex;
}

template <typename Options>
Exit climb(Options& options, Console& console)
{
    constexpr const char* kNames[] = {"reduce",  "scan",          "segmented-scan", "histogram",
                                      "compact", "segmented-sum", "transpose"};
    options.resolve();
    options.settings.runs = options.runs;
    const std::uint32_t device = vulkanIndex(options, console);
    const bench::LabReport report = measureWithStatus(
        console, [&] { return bench::measureLadder(device, options.settings, options.onBegin(console)); });
    BenchReport out{
        .bench = kNames[std::size_t(options.settings.algorithm)],
        .what = fmt::format("{}, groups of {}, checked over {}", report.what, report.groupSize, report.checkedElements),
        .rowTitle = " # rung",
        .limit = report.limit,
        .runs = options.runs,
        .settings = {{"elements", report.elements},
                     {"checkedElements", report.checkedElements},
                     {"groupSize", report.groupSize}},
        .device = report.device,
        .driver = report.driver,
        .rows = {}};
    for (const LabRow& row : report.rows)
        out.rows.push_back(benchRow(row));
    printReport(out, options.json);
    return Exit::Success;
}

template <typename Options>
std::function<Exit()> addLadder(CLI::App& app, Console& console)
{
    return addCommand<Options, climb<Options>>(app, console);
}

constexpr Command kCommands[] = {
    {.name = "reduce",
     .summary = "Climb the ladder of parallel reductions",
     .manual =
         R"(From the tree that everybody writes first to the limit of the memory, in 14 rungs. GB/s count each element read once;
the share is of the speed at which the same memory can merely be read. "to host" is wall-clock time in ms from the
submission until the host has the result. Steps are additions that wait for each other. The error is relative to a sum
in double precision; "same" says whether ten runs gave the same bits. Two rows show sums by the CPU in float.

  probenorm_lab reduce --device vulkan
  probenorm_lab reduce --device vulkan:0 --elements 768M --format json
  probenorm_lab reduce --op max --type int --group 64
  probenorm_lab reduce --values small-among-large)",
     .add = addLadder<ReduceOptions>},
    {.name = "scan",
     .summary = "Climb the ladder of scans (prefix sums)",
     .manual =
         R"(From Hillis and Steele's scan to a single pass. GB/s count one read and one write of each element; the share is of the
speed at which the same memory can merely be copied, found in the same run.

  probenorm_lab scan --device vulkan:0 --elements 256M
  probenorm_lab scan --type float --exclusive)",
     .add = addLadder<ScanOptions>},
    {.name = "segmented-scan",
     .summary = "Scan segments that flags begin",
     .manual =
         R"(Scans that begin anew at each flag, one word per element; one element in 16 has one. GB/s count elements and flags read
and results written once; the share is of a plain copy.

  probenorm_lab segmented-scan --device vulkan:0 --elements 256M --exclusive)",
     .add = addLadder<SegmentedScanOptions>},
    {.name = "histogram",
     .summary = "Climb the ladder of histograms",
     .manual =
         R"(Counts RGBA16F texels by the logarithm of their luminance: by global atomics, by blocks of their own and a reduction, by
several copies of the bins, and with subgroups that add once. GB/s count each texel read once; the share is of a plain read.

  probenorm_lab histogram --device vulkan:0 --elements 256M --bins 4096
  probenorm_lab histogram --input flat)",
     .add = addLadder<HistogramOptions>},
    {.name = "compact",
     .summary = "Climb the ladder of compactions",
     .manual =
         R"(Keeps some elements without gaps and in order. GB/s count what must be read and each kept element written once; the share
is of a plain read.

  probenorm_lab compact --device vulkan:0 --elements 256M --keep 1
  probenorm_lab compact --mask --keep 50)",
     .add = addLadder<CompactOptions>},
    {.name = "segmented-sum",
     .summary = "Climb the ladder of segmented sums",
     .manual =
         R"(One result for each of many consecutive segments, by a lane, a group or a subgroup each. GB/s count each element and offset
read once and each result written once; the share is of a plain read.

  probenorm_lab segmented-sum --device vulkan:0 --elements 492M --lengths uniform)",
     .add = addLadder<SegmentedSumOptions>},
    {.name = "transpose",
     .summary = "Climb the ladder of transposes",
     .manual = R"(Of a matrix of words. GB/s count each word read once and written once; the share is of a plain copy.

  probenorm_lab transpose --device vulkan:0 --elements 256M
  probenorm_lab transpose --device vulkan:0 --elements 268697600 --columns 16400)",
     .add = addLadder<TransposeOptions>},
};

} // namespace

std::span<const Command> labCommands()
{
    return kCommands;
}

} // namespace pn::cli
